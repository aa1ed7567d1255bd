import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  isPublicAddress,
  parseAllowedHosts,
} from '../../../src/platform/outbound-http/allowed-hosts.ts';
import type { OutboundHttpOptions } from '../../../src/platform/outbound-http/outbound-http.ts';
import { createOutboundHttp } from '../../../src/platform/outbound-http/outbound-http.ts';
import { outboundUrlError } from '../../../src/platform/outbound-http/url-rules.ts';

const pem = (name: string) =>
  readFileSync(new URL(`../../support/tls/${name}.pem`, import.meta.url), 'utf8');

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

const receive = (listener: RequestListener) => listen(createServer(listener));

const receiveTls = (listener: RequestListener) =>
  listen(createTlsServer({ key: pem('receiver-key'), cert: pem('receiver') }, listener));

function outbound(allowed: string[], options: Partial<OutboundHttpOptions> = {}) {
  const http = createOutboundHttp({ allowed: parseAllowedHosts(allowed), ...options });
  closers.push(http.close);
  return http;
}

const post = (url: string) => ({
  method: 'POST' as const,
  url,
  headers: {},
  body: Buffer.from('{}'),
});

const answering = (...addresses: string[]) => ({
  resolve: async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

const nonPublicHosts = [
  ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '１２７.0.0.1', '0.0.0.0'],
  ...['[::1]', '[::]', '[::ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]'],
  ...['10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1'],
  ...['192.0.0.1', '192.0.2.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...[
    '[fc00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[ff02::1]',
  ],
  ...['[2001::1]', '[5f00::1]', '[::ffff:0:7f00:1]', '127.0.0.1.'],
];

describe('addresses', () => {
  test.each(nonPublicHosts)('%s is rejected at saving and at sending', async (host) => {
    const url = `https://${host}:8443/hook`;
    expect(outboundUrlError(url, parseAllowedHosts([]))).toBe('must have a public address');
    await expect(outbound([]).send(post(url))).rejects.toMatchObject({ code: 'blocked' });
  });

  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    ['http://example.com/', 'must begin with https://'],
    ['ftp://example.com/', 'must begin with https://'],
    ['https://user:pw@example.com/', 'must not contain a user name or a password'],
    ['https://example.com:22/', 'must have the port 80, 443, or one from 1024'],
    ['example.com', 'must be a URL like https://example.com/webhooks'],
    [`https://example.com/${'x'.repeat(2_048)}`, 'must have at most 2048 characters'],
  ])('%s is rejected', (url, problem) => {
    expect(outboundUrlError(url, parseAllowedHosts([]))).toBe(problem);
  });

  test('an allowed host or network can be private and without TLS', () => {
    const allowed = parseAllowedHosts(['hooks.internal', '10.0.0.0/8', '127.0.0.1']);
    for (const host of ['hooks.internal', '10.1.2.3', '127.0.0.1', '[::ffff:10.0.0.1]'])
      expect(outboundUrlError(`http://${host}/`, allowed)).toBeUndefined();
    expect(outboundUrlError('https://192.168.0.1/', allowed)).toBe('must have a public address');
    expect(outboundUrlError('http://other.internal/', allowed)).toBe('must begin with https://');
  });
});

describe('names', () => {
  test('a name with any address that is not public is blocked', async () => {
    const url = 'https://receiver.test:8443/';
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['8.8.8.8', '::1']]) {
      const sending = outbound([], answering(...addresses)).send(post(url));
      await expect(sending).rejects.toMatchObject({ code: 'blocked' });
    }
  });

  test('a name that resolves to another address the second time is blocked', async () => {
    let requests = 0;
    const port = await receiveTls((_, response) => {
      requests += 1;
      response.setHeader('Connection', 'close').end();
    });
    const answers = ['127.0.0.2', '127.0.0.1'];
    const resolve = async () => [{ address: answers.pop() ?? '', family: 4 }];
    const http = outbound(['127.0.0.1/32'], { resolve, ca: pem('receiver') });
    const url = `https://receiver.test:${port}/`;
    expect(await http.send(post(url))).toMatchObject({ statusCode: 200 });
    await expect(http.send(post(url))).rejects.toMatchObject({ code: 'blocked' });
    expect(requests).toBe(1);
  });

  test('a name without an address', async () => {
    const sending = outbound([], answering()).send(post('https://receiver.test/'));
    await expect(sending).rejects.toMatchObject({ code: 'dns' });
  });
});

describe('responses', () => {
  test('a response over TLS, with a verified certificate', async () => {
    const port = await receiveTls((_, response) => response.writeHead(202).end('ok'));
    const url = `https://127.0.0.1:${port}/`;
    await expect(outbound(['127.0.0.1']).send(post(url))).rejects.toMatchObject({ code: 'tls' });
    const response = await outbound(['127.0.0.1'], { ca: pem('receiver') }).send(post(url));
    expect({ ...response, body: String(response.body) }).toMatchObject({
      statusCode: 202,
      body: 'ok',
    });
  });

  test('redirects are not followed', async () => {
    const paths: (string | undefined)[] = [];
    const port = await receive((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { Location: '/elsewhere' }).end();
    });
    const response = await outbound(['127.0.0.1']).send(post(`http://127.0.0.1:${port}/first`));
    expect(response.statusCode).toBe(307);
    expect(paths).toEqual(['/first']);
  });

  test('a trickling receiver does not outlast the deadline', async () => {
    const port = await receive((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const http = outbound(['127.0.0.1'], { deadlineMs: 300 });
    const url = `http://127.0.0.1:${port}/`;
    await expect(http.send(post(url))).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a receiver without a response', async () => {
    const port = await receive(() => undefined);
    const http = outbound(['127.0.0.1'], { deadlineMs: 200 });
    const url = `http://127.0.0.1:${port}/`;
    await expect(http.send(post(url))).rejects.toMatchObject({ code: 'timeout' });
    const signal = AbortSignal.abort();
    await expect(http.send({ ...post(url), signal })).rejects.toMatchObject({ code: 'connection' });
  });

  test('a receiver that switches protocols', async () => {
    const server = createServer();
    server.on('connection', (socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      ),
    );
    const port = await listen(server);
    const sending = outbound(['127.0.0.1']).send(post(`http://127.0.0.1:${port}/`));
    await expect(sending).rejects.toMatchObject({ code: 'connection' });
  });

  test('a response is read up to the limit', async () => {
    const port = await receive((_, response) => {
      response.on('error', () => undefined);
      const write = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', write);
      };
      write();
    });
    const { body } = await outbound(['127.0.0.1']).send(post(`http://127.0.0.1:${port}/`));
    expect(body.length).toBe(65_536);
  });

  test('an idle connection that the receiver closed is replaced', async () => {
    const server = createServer((_, response) => response.end('ok'));
    const port = await listen(server);
    const http = outbound(['127.0.0.1']);
    const url = `http://127.0.0.1:${port}/`;
    await http.send(post(url));
    server.closeIdleConnections();
    expect(await http.send(post(url))).toMatchObject({ statusCode: 200 });
  });

  test('a refused connection', async () => {
    const server = createServer();
    const port = await listen(server);
    await closers.pop()?.();
    const sending = outbound(['127.0.0.1']).send(post(`http://127.0.0.1:${port}/`));
    await expect(sending).rejects.toMatchObject({ code: 'connection' });
  });
});
