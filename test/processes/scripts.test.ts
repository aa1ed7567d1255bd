import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextMigrationName } from '../../scripts/migration-names.ts';
import { newResourceNames } from '../../scripts/resource-names.ts';
import { packageRoot } from '../../src/config/package-root.ts';

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a script of the project, or of a copy of it. */
function runScript(name: string, args: readonly string[], root = packageRoot): Promise<Outcome> {
  const program = ['--import', 'tsx', join(root, 'scripts', name), ...args];
  return new Promise((resolve) => {
    execFile(process.execPath, program, { cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

describe.concurrent.each([
  ['new-resource.ts', 'new:resource', 'purchase-orders'],
  ['journeys.ts', 'journeys', '--only'],
  ['new-migration.ts', 'migration', '--empty'],
])('%s', (script, command, ...reported) => {
  test('prints its usage with --help, and does nothing', async ({ expect }) => {
    const { code, stdout, stderr } = await runScript(script, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of [`Usage: npm run ${command}`, ...reported]) expect(stdout).toContain(word);
  });

  test('rejects an unknown option with a message', async ({ expect }) => {
    const { code, stdout, stderr } = await runScript(script, ['--loud']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("Unknown option '--loud'");
    expect(stderr).toContain(`Usage: npm run ${command}`);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test.each([
  ['the time now', ['20260102030405_first'], '20260301120000_next'],
  [
    'the second after the last, where a clock was ahead',
    ['20261231235959_last'],
    '20270101000000_next',
  ],
  ['the time now where there is none', ['migration_lock.toml'], '20260301120000_next'],
])('a new migration is named after %s', (_, existing, name) => {
  expect(nextMigrationName(existing, 'next', new Date('2026-03-01T12:00:00Z'))).toBe(name);
});

const shapeless = /is no name of a resource: give a plural noun in kebab-case/;

test.each([
  ['', shapeless],
  ['purchase-order', shapeless],
  ['PurchaseOrders', shapeless],
  ['purchaseOrders', shapeless],
  ['purchase_orders', shapeless],
  ['purchase orders', shapeless],
  ['purchase--orders', shapeless],
  ['-orders', shapeless],
  ['orders2', shapeless],
  ['../orders', shapeless],
  ['class', shapeless],
  ['clients', /There is already a model Client\. Choose another name than clients\./],
  ['line-item-types', /There is already a model LineItemType\./],
  ['platforms', null],
  ['serializers', null],
  [
    'reports',
    /There is already src\/domain\/reports, src\/schema\/resources\/reports\.ts\. Choose another name/,
  ],
  ['queries', /The schema has type Query already\./],
  ['nodes', /The schema has interface Node already\./],
  ['dates', /The schema has scalar Date already\./],
  ['client-edges', /The schema has type ClientEdge already\./],
  ['contexts', /Context means something else in the code already\./],
  ['promises', /Promise means something else in the code already\./],
])('a new resource called "%s" is rejected', (name, problem) => {
  const names = () => newResourceNames(name, packageRoot);
  if (problem) expect(names).toThrow(problem);
  else expect(names()).toMatchObject({ fileName: name });
});

test('a resource has the same words everywhere, and its own prefix of three letters for ids', () => {
  expect(newResourceNames('purchase-orders', packageRoot)).toEqual({
    fileName: 'purchase-orders',
    model: 'PurchaseOrder',
    pluralModel: 'PurchaseOrders',
    list: 'purchaseOrders',
    singular: 'purchase order',
    plural: 'purchase orders',
    prefix: 'pur',
  });
  expect(newResourceNames('client-boxes', packageRoot)).toMatchObject({
    model: 'ClientBox',
    prefix: 'cln',
  });
});

describe('a new resource in a copy of the project', () => {
  const copy = mkdtempSync(join(tmpdir(), 'actiongraph-scripts-'));
  beforeAll(() => {
    const modules = ['config', 'domain', 'platform', 'rest', 'schema/resources'];
    const folders = ['prisma', 'scripts', ...modules.map((name) => `src/${name}`)];
    const files = ['biome.json', 'package.json', 'schema.graphql', 'tsconfig.json'];
    for (const path of [...folders, ...files]) {
      cpSync(join(packageRoot, path), join(copy, path), { recursive: true });
    }
    symlinkSync(join(packageRoot, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const texts = () => {
    const entries = ['prisma', 'scripts', 'src', 'test'].flatMap((folder) =>
      existsSync(join(copy, folder))
        ? readdirSync(join(copy, folder), { recursive: true, withFileTypes: true })
        : [],
    );
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(copy, join(parentPath, name)));
    return Object.fromEntries(
      paths.map((path) => [path, readFileSync(join(copy, path), 'utf8')] as const),
    );
  };

  test('changes nothing if its name is rejected', async () => {
    const before = texts();
    const { code, stdout, stderr } = await runScript('new-resource.ts', ['clients'], copy);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is already a model Client. Choose another name than clients.\n',
    });
    expect(texts()).toEqual(before);
  });

  test('is written once: a second call changes nothing', async () => {
    const before = texts();
    const first = await runScript('new-resource.ts', ['purchase-orders'], copy);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('Left to do:') });
    const after = texts();
    const added = Object.keys(after).filter((path) => !(path in before));
    expect(added.sort()).toEqual([
      'prisma/models/purchase-orders.prisma',
      'src/domain/purchase-orders/create.ts',
      'src/domain/purchase-orders/delete.ts',
      'src/domain/purchase-orders/fields.ts',
      'src/domain/purchase-orders/list.ts',
      'src/domain/purchase-orders/rules.ts',
      'src/domain/purchase-orders/update.ts',
      'src/operations/purchase-orders.ts',
      'src/rest/resources/purchase-orders.ts',
      'src/schema/resources/purchase-orders.ts',
      'test/rest/purchase-orders.test.ts',
    ]);
    const again = await runScript('new-resource.ts', ['purchase-orders'], copy);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toContain('There is already a model PurchaseOrder.');
    expect(texts()).toEqual(after);
  });
});
