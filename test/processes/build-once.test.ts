import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';

let root: string;

/** A checkout whose build only notes that it ran. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'actiongraph-checkout-'));
  mkdirSync(join(root, 'scripts'));
  mkdirSync(join(root, 'src/generated'), { recursive: true });
  mkdirSync(join(root, 'dist'));
  cpSync(join(packageRoot, 'scripts/build-once.mjs'), join(root, 'scripts/build-once.mjs'));
  writeFileSync(join(root, 'src/cli.ts'), '');
  const build = `node -e "fs.writeFileSync('built', ''); fs.writeFileSync('dist/.built', '')"`;
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { build } }));
});
afterEach(() => rmSync(root, { recursive: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/build-once.mjs'), ...args], {
    encoding: 'utf8',
  });

const hasBuilt = () => existsSync(join(root, 'built'));

function installBuildTools(): void {
  for (const name of ['typescript', 'rolldown', 'prisma', '@scalar/api-reference']) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
  }
}

function writeLater(file: string): void {
  writeFileSync(join(root, file), '');
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(root, file), later, later);
}

describe('with the build tools', () => {
  beforeEach(installBuildTools);

  test('the program is built the first time, and not again without newer sources', () => {
    expect(run().status).toBe(0);
    expect(hasBuilt()).toBe(true);
    rmSync(join(root, 'built'));
    writeLater('dist/.built');
    writeLater('src/generated/client.ts');
    expect(run().status).toBe(0);
    expect(hasBuilt()).toBe(false);
  });

  test('it is built again if a source is newer', () => {
    writeFileSync(join(root, 'dist/.built'), '');
    writeLater('src/cli.ts');
    expect(run().status).toBe(0);
    expect(hasBuilt()).toBe(true);
  });

  test('a failed build ends the start', () => {
    writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts: { build: 'exit 3' } }));
    expect(run().status).toBe(3);
  });
});

describe('without the build tools', () => {
  test('an install succeeds and reports the missing tools, a start fails with the same message', () => {
    const [installed, started] = [run('--after-install'), run()];
    expect([installed.status, started.status]).toEqual([0, 1]);
    for (const { stderr } of [installed, started]) {
      expect(stderr).toContain('There is no build here');
      expect(stderr).toContain('docs/operating.md');
    }
  });

  test('an existing build is used unchanged', () => {
    writeFileSync(join(root, 'dist/.built'), '');
    writeLater('src/cli.ts');
    const { status, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
