import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientFiles } from '../../scripts/print-client.ts';
import { packageRoot } from '../../src/config/package-root.ts';

const run = promisify(execFile);
const source = join(packageRoot, 'client');
const project = mkdtempSync(join(tmpdir(), 'actiongraph-client-'));
const installed = join(project, 'node_modules/@actiongraph/client');
/** The TypeScript of the documentation. */
const examples = ['README.md', '../docs/client.md'].flatMap((file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, text]) => text,
  ),
);
const maxSizeBytes = 7_000;

interface Packed {
  filename: string;
  files: { path: string }[];
}
let packed: Packed;

beforeAll(async () => {
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', project];
  const { stdout } = await run('npm', pack, { cwd: source });
  [packed] = JSON.parse(stdout);
  mkdirSync(installed, { recursive: true });
  const archive = join(project, packed.filename);
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components=1']);
});
afterAll(() => rmSync(project, { recursive: true }));

async function bundle(format: 'esm' | 'iife'): Promise<string> {
  const built = await rolldown({ input: join(installed, 'dist/index.js'), platform: 'neutral' });
  const { output } = await built.generate({ format, minify: true, name: 'client' });
  await built.close();
  return output[0].code;
}

test('the generated types are those of the declarations', () => {
  for (const [file, text] of clientFiles()) expect(readFileSync(file, 'utf8'), file).toBe(text);
});

test('the generated types of GraphQL are those of the schema', async () => {
  const codegen = join(packageRoot, 'node_modules/.bin/graphql-codegen');
  const check = run(codegen, ['--config', 'codegen.ts', '--check'], { cwd: packageRoot });
  await expect(check).resolves.toBeDefined();
}, 60_000);

test('the package has the program, its types, the README and the licence, and no dependencies', () => {
  const other = packed.files
    .map(({ path }) => path)
    .filter((path) => !/^dist\/.*\.d\.ts$/.test(path));
  expect(other.sort()).toEqual(['LICENSE', 'README.md', 'dist/index.js', 'package.json']);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(manifest).not.toHaveProperty(kind);
  expect(manifest.version).toBe(
    JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version,
  );
});

test('the client has at most 7 kB, minified and compressed, and imports nothing', async () => {
  const code = await bundle('esm');
  expect(code).not.toMatch(/\bimport\b/);
  expect(gzipSync(code).length).toBeLessThanOrEqual(maxSizeBytes);
});

test.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'a program and the examples of the documentation compile with the module setting %s',
  async (module, moduleResolution) => {
    for (const file of ['consumer.ts', 'example-globals.d.ts'])
      copyFileSync(join(source, 'test', file), join(project, file));
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
    for (const [index, text] of examples.entries())
      writeFileSync(join(project, `example-${index}.ts`), `${text}\nexport {};\n`);
    const compilerOptions = {
      ...{
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.asynciterable'],
      },
      ...{ strict: true, noEmit: true, types: [], exactOptionalPropertyTypes: true },
    };
    const settings = { compilerOptions, include: ['*.ts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(packageRoot, 'node_modules/.bin/tsc');
    const { stdout } = await run(compiler, ['-p', project]).catch((error) => error);
    expect(stdout).toBe('');
  },
);

test('Node loads the package with import and with require', async () => {
  const { stdout } = await run(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createRequire } from 'node:module';
       import { Actiongraph } from '@actiongraph/client';
       const required = createRequire(import.meta.url)('@actiongraph/client');
       console.log(required.Actiongraph === Actiongraph, typeof Actiongraph);`,
    ],
    { cwd: project },
  );
  expect(stdout).toBe('true function\n');
});

/** What browsers and edge runtimes have in common. */
const webGlobals = {
  ...{ AbortController, Blob, FormData, Headers, Response, TextDecoder, TextEncoder, URL },
  URLSearchParams,
  ...{ atob, clearTimeout, crypto, setTimeout },
};

test('the client runs with nothing but the globals of browsers and edge runtimes', async () => {
  const requests: string[] = [];
  const fetch = async (url: string, { headers, method }: RequestInit) => {
    requests.push(`${method} ${url}`);
    const stream = 'event: next\nid: 1-a\ndata: {"data":{"n":1}}\n\nevent: complete\ndata:\n\n';
    return new Headers(headers).get('accept') === 'text/event-stream'
      ? new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
      : new Response('{"data":{"events":{"place":"1-0"}},"id":"cli_1"}');
  };
  const program = `${await bundle('iife')}
    (async () => {
      const { Actiongraph, verifyWebhook } = client;
      const api = new Actiongraph({ url: 'https://api.example', apiKey: 'ag_1' });
      const { id } = await api.rest.createClient({ name: 'Ada' });
      const events = [];
      for await (const event of api.subscribe('subscription { n }')) events.push(event.n);
      const headers = { 'webhook-id': 'a', 'webhook-timestamp': String(Date.now() / 1000), 'webhook-signature': 'v1,eA==' };
      const { code } = await verifyWebhook('{}', headers, 'whsec_eHg=').catch((error) => error);
      return JSON.stringify([id, events, code]);
    })()`;
  const result = await runInNewContext(program, { ...webGlobals, fetch });
  expect(JSON.parse(result)).toEqual(['cli_1', [1], 'invalid_signature']);
  expect(requests).toEqual([
    'POST https://api.example/public/action/clients/create',
    'POST https://api.example/graphql',
    'POST https://api.example/graphql',
  ]);
});
