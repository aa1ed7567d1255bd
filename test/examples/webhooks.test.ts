import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { useTestApi } from '../support/api.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const folder = join(packageRoot, 'examples/webhooks');
const guide = readFileSync(join(packageRoot, 'docs/webhooks.md'), 'utf8');
const languages: Record<string, string> = { '.mjs': 'js', '.py': 'python', '.php': 'php' };

const api = useTestApi();

// biome-ignore lint/style/noProcessEnv: the programs need PATH.
const environment = process.env;

/** The reason to skip a test, if the program is absent. */
const missing = (program: string, argument = '--version') =>
  spawnSync(program, [argument]).status === 0 ? undefined : `${program} is not installed`;

const missingPython = missing('python3');

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 50_000, interval: 20 });

test.each(readdirSync(folder))('the page has examples/webhooks/%s as it is', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(guide).toContain(`\`\`\`${languages[extname(file)]}\n${text}\`\`\``);
});

interface SignedRequest {
  headers: IncomingHttpHeaders;
  text: string;
}

const name = 'Żółć – 株式会社 🦊 "€"';

/** Names of clients are unique. */
let clientCount = 0;

/** An endpoint without deliveries. */
async function addEndpoint(
  url = 'http://127.0.0.1:9999/',
): Promise<{ id: string; secret: string }> {
  const input = { url, types: ['client.created'], enabled: false };
  const { body } = await api.ours.post('webhooks/create', input);
  onTestFinished(async () => {
    await api.ours.delete(`webhooks/${body.id}`);
  });
  return body;
}

/** Enables the endpoint, and creates a client. Returns its id. */
async function triggerDelivery(id: string, url: string): Promise<string> {
  expect((await api.ours.patch('webhooks/update', { id, url })).status).toBe(200);
  expect((await api.ours.post('webhooks/enable', { id, after: 'now' })).status).toBe(200);
  clientCount += 1;
  const { body, status } = await api.ours.post('clients/create', {
    name: `${name} ${clientCount}`,
  });
  expect(status).toBe(200);
  return body.id;
}

async function captureDelivery(id: string): Promise<SignedRequest> {
  const receiver = await useReceiver();
  await triggerDelivery(id, receiver.url);
  await until(() => expect(receiver.requests).toHaveLength(1));
  const [request] = receiver.requests;
  return request as SignedRequest;
}

/** Signed six minutes ago. */
function signedEarlier(secret: string, { headers, text }: SignedRequest): SignedRequest {
  const id = String(headers['webhook-id']);
  const at = new Date(Date.now() - 360_000);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = new Webhook(secret).sign(id, at, text);
  const signed = { 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { headers: { ...headers, ...signed }, text };
}

const forged = ({ headers, text }: SignedRequest): SignedRequest[] => [
  { headers, text: text.replace('🦊', '🐺') },
  { headers: { ...headers, 'webhook-id': 'evt_1_1-mmc1xk2o' }, text },
  { headers: { ...headers, 'webhook-signature': '' }, text },
  { headers: { ...headers, 'webhook-signature': 'v1,' }, text },
];

describe.each([
  ['receiver.mjs', process.execPath, [], undefined],
  ['receiver.py', 'python3', [], missingPython],
  ['receiver.php', 'php', ['-S', '127.0.0.1:0'], missing('php')],
])('%s', (file, program, options, reason) => {
  test('accepts deliveries of the service, and nothing else', async ({ skip }) => {
    skip(reason !== undefined, reason);
    const { id, secret } = await addEndpoint();
    const env = { ...environment, PORT: '0', WEBHOOK_SECRET: secret };
    const child = spawn(program, [...options, file], {
      ...{ cwd: folder, env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => {
      child.kill();
    });
    const lines: string[] = [];
    for (const output of [child.stdout, child.stderr])
      createInterface(output).on('line', (line) => lines.push(line));
    const findPort = () =>
      /(?:Listening on port |Server \(http:\/\/127\.0\.0\.1:)(\d+)/.exec(lines.join('\n'))?.[1];
    await until(() => expect(findPort()).toBeDefined());
    const url = `http://127.0.0.1:${findPort()}/`;
    startDelivery(api);
    const client = await triggerDelivery(id, url);
    await until(() => expect(lines.join('\n')).toContain(`client.created ${client}`));
    await until(async () =>
      expect((await api.ours.get('webhookDeliveries/list', { webhookId: id })).body).toMatchObject([
        { status: 'DELIVERED', statusCode: 204 },
      ]),
    );
    const delivery = await captureDelivery(id);
    const send = async ({ headers, text }: SignedRequest) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const sent = Object.fromEntries(names.map((header) => [header, String(headers[header])]));
      return (await fetch(url, { method: 'POST', headers: sent, body: text })).status;
    };
    expect(await send(delivery)).toBe(204);
    for (const request of [...forged(delivery), signedEarlier(secret, delivery)])
      expect(await send(request)).toBe(400);
  });
});

type Verify = (secret: string, request: SignedRequest) => Promise<unknown>;

const verifiedByPython: Verify = async (secret, { headers, text }) =>
  execFileSync(
    'python3',
    [
      '-c',
      'import json, sys; from receiver import verify; r = json.load(sys.stdin); verify(r["secret"], r["headers"], r["text"].encode())',
    ],
    {
      cwd: folder,
      env: { ...environment, WEBHOOK_SECRET: '', PYTHONDONTWRITEBYTECODE: '1' },
      input: JSON.stringify({ secret, headers, text }),
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );

/** HMAC (RFC 2104) with the SHA-256 of PostgreSQL. */
const verifiedBySql: Verify = async (secret, { headers, text }) => {
  const xor = (byte: number) =>
    `(SELECT string_agg(set_byte('\\x00', 0, get_byte(key, i) # ${byte}), ''::bytea ORDER BY i) FROM generate_series(0, 63) i)`;
  const { rows } = await api.owner.query(
    `SELECT 'v1,' || encode(sha256(${xor(0x5c)} || sha256(${xor(0x36)} || convert_to($2, 'UTF8'))), 'base64') AS signature
     FROM (SELECT decode(substr($1, 7), 'base64') || decode(repeat('00', 32), 'hex') AS key) AS padded`,
    [secret, `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`],
  );
  const signatures = String(headers['webhook-signature']).split(' ');
  if (!signatures.includes(rows[0].signature)) throw new Error('No signature is valid.');
};

const verifiedByOpenssl: Verify = async (secret, { headers, text }) => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex');
  const hmac = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-binary'],
    { input: `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}` },
  );
  const signatures = String(headers['webhook-signature']).split(' ');
  if (!signatures.includes(`v1,${hmac.toString('base64')}`))
    throw new Error('No signature is valid.');
};

describe.each<[string, Verify, { checksAge: boolean; reason?: string | undefined }]>([
  [
    'the library of Standard Webhooks',
    async (secret, { headers, text }) => new Webhook(secret).verify(text, headers as never),
    { checksAge: true },
  ],
  [
    'verify.mjs',
    async (secret, { headers, text }) => {
      const { verify } = await import(join(folder, 'verify.mjs'));
      return verify(secret, headers, Buffer.from(text));
    },
    { checksAge: true },
  ],
  ['Python', verifiedByPython, { checksAge: true, reason: missingPython }],
  ['OpenSSL', verifiedByOpenssl, { checksAge: false, reason: missing('openssl', 'version') }],
  ['SQL', verifiedBySql, { checksAge: false }],
])('%s', (_, verify, { checksAge, reason }) => {
  test('verifies deliveries, also with two secrets, and rejects others', async ({ skip }) => {
    skip(reason !== undefined, reason);
    const { id, secret } = await addEndpoint();
    startDelivery(api);
    const rotate = async (overlapMinutes: number): Promise<string> =>
      (await api.ours.post('webhooks/rotateSecret', { id, overlapMinutes })).body.secret;
    const second = await rotate(60);
    const delivery = await captureDelivery(id);
    expect(String(delivery.headers['webhook-signature']).split(' ')).toHaveLength(2);
    expect(JSON.parse(delivery.text).data.name).toContain(name);
    for (const valid of [secret, second]) await verify(valid, delivery);
    for (const request of forged(delivery)) await expect(verify(second, request)).rejects.toThrow();
    const third = await rotate(0);
    await expect(verify(third, delivery)).rejects.toThrow();
    const later = await captureDelivery(id);
    await verify(third, later);
    await expect(verify(second, later)).rejects.toThrow();
    if (checksAge) await expect(verify(third, signedEarlier(third, later))).rejects.toThrow();
  });
});
