import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { readLogoFile } from '../../src/documents/request-pdf.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startServer } from '../../src/server.ts';
import { untilContinue } from '../support/continue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { pngFile } from '../support/images.ts';
import { killProcess } from '../support/kill.ts';
import { type Service, useDataFolder } from '../support/service.ts';

const folder = useDataFolder();
const unfinished = useDataFolder();

interface Demo {
  accountId: number;
  key: string;
}

/** A request whose headers the service has read, and which waits for the rest of its body. */
async function sendHalf(url: string, key: string): Promise<{ half: ClientRequest; rest: string }> {
  const body = JSON.stringify({ name: 'Sent while it stopped' });
  const half = request(`${url}/public/action/clients/create`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'keep-alive',
      expect: '100-continue',
    },
  });
  half.flushHeaders();
  await untilContinue(half);
  half.write(body.slice(0, 10));
  return { half, rest: body.slice(10) };
}

/** Resolves when no process listens any more. */
async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.destroy();
    } catch {
      return;
    }
  }
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return JSON.parse(text);
}

/** The service that one test leaves to the next, so that fewer have to be started. */
let service: Service;

const demo = () => JSON.parse(readFileSync(join(folder.path, 'demo.json'), 'utf8')) as Demo;

describe('the first start', () => {
  it('makes a demo workspace, and each command that it prints works as it is', async () => {
    const first = folder.spawn(['serve']);
    await first.said('Ctrl-C');
    const printed = first.stdout();
    expect(printed).toContain(`accountId  ${demo().accountId} `);
    expect(printed).toContain(`X-API-KEY  ${demo().key}\n`);
    const commands = printed.split('\n').filter((line) => line.startsWith('curl '));
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const quoted = (flag: string) =>
        [...command.matchAll(new RegExp(`${flag} '([^']*)'`, 'g'))].map(([, text]) => text ?? '');
      const [body] = quoted('-d');
      const [, url = ''] = /'(http[^']*)'$/.exec(command) ?? [];
      const response = await fetch(url, {
        headers: quoted('-H').map((header) => header.split(': ') as [string, string]),
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      expect([command, response.status]).toEqual([command, 200]);
    }
    expect(await first.end('SIGINT')).toMatchObject({ code: 0 });
  });

  it('stores the demo key readable by its owner only', () => {
    expect(statSync(join(folder.path, 'demo.json')).mode & 0o777).toBe(0o600);
  });

  it('is followed by starts whose banner does not show the key', async () => {
    const later = folder.spawn(['serve']);
    await later.said('Ctrl-C');
    expect(later.stdout()).toContain(`X-API-KEY  in ${join(folder.path, 'demo.json')}\n`);
    expect(later.stdout()).not.toContain(demo().key);
    await later.end('SIGTERM');
  });

  it('is followed by starts that return the same key', async () => {
    service = await folder.serve();
    expect(service).toMatchObject(demo());
    expect(await folder.json(['workspace', 'list'])).toHaveLength(1);
  });
});

describe('on SIGHUP', () => {
  it('continues and logs it, because one process has no workers to replace', async () => {
    killProcess(service.pid, 'SIGHUP');
    await service.logged('WORKERS is 1');
    expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  });
});

describe('a second service', () => {
  it('is rejected on the same DATA_DIR, and leaves the first alone', async () => {
    const { code, stdout, stderr } = await folder.run(['serve']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Another service (process ${service.pid}) is running on DATA_DIR`);
    expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  });
});

describe('stopping', () => {
  it('responds to accepted requests, accepts no more, and ends with 0 and without its database', async () => {
    const idle = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(idle, 'connect');
    const { half, rest } = await sendHalf(service.url, service.key ?? '');
    const ended = service.end('SIGTERM');
    await refusesConnections(service.url);
    half.end(rest);
    const [response] = (await once(half, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(response.headers.connection).toBe('close');
    expect(await readBody(response)).toMatchObject({ name: 'Sent while it stopped' });
    expect(await ended).toMatchObject({ code: 0 });
    expect(folder.postmaster()).toBeNull();
  });

  it('in the middle of the first start leaves a folder that the next start takes', async () => {
    const fresh = unfinished.spawn(['serve']);
    await fresh.said('Creating a database');
    expect(await fresh.end('SIGTERM')).toMatchObject({ code: 0 });
    const next = await unfinished.serve();
    expect(next.key).toMatch(/^ag_/);
    expect(await next.end('SIGTERM')).toMatchObject({ code: 0 });
  });

  it('happens when npx, which started it, ends', async () => {
    // On SIGTERM, npx ends the shell in which it started the service, and not the service.
    const shell = unfinished.behind(['sh', '-c', '"$@" & wait', 'sh']);
    const started = await shell.serve({ npm_lifecycle_event: 'npx' });
    expect((await started.end('SIGTERM')).stderr).toContain('stopped');
    expect(unfinished.postmaster()).toBeNull();
  });
});

describe('starting', () => {
  it('shows the path of the demo key instead of the key if there is another workspace', async () => {
    const other = ['--name', 'In earnest', '--owner-email', 'ada@earnest.example'];
    await folder.json(['workspace', 'create', ...other]);
    const later = folder.spawn(['serve']);
    await later.said('Ctrl-C');
    expect(later.stdout()).toContain(
      `workspace ${demo().accountId}; its key is in ${join(folder.path, 'demo.json')}`,
    );
    expect(later.stdout()).not.toContain(demo().key);
    expect(later.stdout()).not.toContain('/auth/invitation');
    await later.end('SIGTERM');
  });

  it('reports that the demo key was revoked', async () => {
    const workspace = ['--workspace', String(demo().accountId)];
    const [key] = await folder.json<{ id: string }[]>(['keys', 'list', ...workspace]);
    await folder.runHere(['keys', 'revoke', key?.id ?? '', ...workspace]);
    const revoked = folder.spawn(['serve']);
    await revoked.said('Ctrl-C');
    expect(revoked.stdout()).toContain('The demo key was revoked.');
    expect(revoked.stdout()).not.toContain(demo().key);
    await revoked.end('SIGTERM');
  });

  it('names every wrong setting, before anything is touched', async () => {
    const wrong = { PORT: 'http', LOG_LEVEL: 'loud', WORKERS: '0', DATA_DIR: '/nowhere' };
    const { code, stdout, stderr } = await folder.run(['serve'], wrong);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const name of ['PORT=http', 'LOG_LEVEL=loud', 'WORKERS=0']) {
      expect(stderr).toContain(`  ${name}: must be `);
    }
  });

  it('on a used port names it, ends with 1 and leaves no database running', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    const { code, stdout, stderr } = await folder.run(['serve', '--json'], { PORT: String(port) });
    squatter.close();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    expect(folder.postmaster()).toBeNull();
  });
});

describe('in this process', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** A service with its own database, and its log lines. */
  async function startHere() {
    const lines: string[] = [];
    const log = createLogger('trace', { write: (line) => lines.push(line) });
    const config = readConfig({ PORT: '0', DATABASE_URL: database.url });
    const service = await startServer(config, { log, drainTimeoutMs: 50 });
    return { service, lines, log };
  }

  async function makeKey(): Promise<string> {
    const settings = { name: 'Logs', ownerEmail: 'l@logs.example' };
    return (await createWorkspace(database.database.prisma, settings, new Date())).key;
  }

  it('stops although a request never ends, and logs how many it cut', async () => {
    const { service, lines } = await startHere();
    const { half } = await sendHalf(service.url, await makeKey());
    const cut = once(half, 'error');
    await service.close();
    expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(lines.join('')).toContain('"requests":1,"msg":"requests were aborted');
  });

  it('stops although documents are pending, and creates no more of them', async () => {
    const { service } = await startHere();
    const file = pngFile({ width: 1_000, height: 1_000 });
    const orders = Promise.allSettled(Array.from({ length: 50 }, () => readLogoFile(file)));
    await service.close();
    expect((await orders).at(-1)).toMatchObject({ reason: { code: 'too_many_requests' } });
  });

  it('logs id, workspace, caller, operation, path, status, time and statements of each request', async () => {
    const { service, lines } = await startHere();
    const key = await makeKey();
    const headers = { 'x-api-key': key, 'x-request-id': 'order-4711' };
    await fetch(`${service.url}/public/action/clients/search?query=secret`, { headers });
    await service.close();
    const line = lines.find((one) => one.includes('order-4711')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      requestId: 'order-4711',
      accountId: expect.any(Number),
      method: 'GET',
      path: '/public/action/clients/search',
      status: 200,
      durationMs: expect.any(Number),
      caller: expect.stringMatching(/^key_/),
      operation: 'GET clients/search',
      statements: expect.any(Number),
      databaseMs: expect.any(Number),
    });
    expect(line).not.toContain('secret');
  });

  it('never logs a key, wherever the request contains it', async () => {
    const { service, lines, log } = await startHere();
    const key = await makeKey();
    const send = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);
    const headers = { 'x-api-key': key, 'x-request-id': key, 'content-type': 'application/json' };
    await send(`/public/action/clients/list?apiKey=${key}`, { headers });
    await send(`/public/action/${key}`, { headers });
    await send(`/${key}`, { headers });
    const path = '/public/action/clients/create';
    await send(path, { method: 'POST', headers, body: `{"name": ${key}` });
    await send(path, { method: 'POST', headers, body: JSON.stringify({ name: key, notes: key }) });
    const cause = new Error(`GET https://app:hunter2@api.example/?key=${key}`);
    log.error({ err: new Error(`refused: ${key}`, { cause }), headers, url: `/?${key}` }, key);
    await service.close();
    const secret = key.slice(-40);
    expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBe(5);
    expect(lines.join('')).toContain('[redacted]');
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).not.toContain('hunter2');
  });
});
