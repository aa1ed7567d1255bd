import { expect, test } from 'vitest';
import { createClientAddressResolver } from '../../src/http/client-address.ts';

const from = (peer: string) => ({
  incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } },
});

/** Where a request seems to come from. */
const found = (peer: string, forwarded: string, trusted?: readonly string[]) =>
  createClientAddressResolver(trusted)(
    new Request('http://actiongraph.test/', { headers: { 'x-forwarded-for': forwarded } }),
    from(peer),
  );

test.each([
  ['a stranger’s header is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [
    'a proxy on the same machine is believed the last address',
    '127.0.0.1',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['and no more than that', '127.0.0.1', '1.1.1.1, 127.0.0.77', '127.0.0.77'],
  ['one in the same network is not', '10.0.0.5', '198.51.100.1', '10.0.0.5'],
  ['nor in one of IPv6', 'fe80::5', '198.51.100.1', 'fe80::5'],
  ['what is no address counts for nothing', '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
  ['a port is no part of it', '127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
  ['nor of one of IPv6', '::1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['nor is a zone, which is any text', '127.0.0.1', 'fe80::1%<b>any</b>', 'fe80::1'],
  ['IPv4 in IPv6 is the same address', '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
])('where no proxy is named, %s', (_, peer, forwarded, address) => {
  expect(found(peer, forwarded)).toBe(address);
});

test.each([
  ['one that is not named is not believed', '10.0.0.5', '198.51.100.1', '10.0.0.5'],
  ['several in a row are', '192.0.2.1', '1.1.1.1, 198.51.100.1, 192.0.2.7', '198.51.100.1'],
  [
    'what stands before the visitor is the visitor’s to write',
    '192.0.2.1',
    '192.0.2.7, 198.51.100.1',
    '198.51.100.1',
  ],
  ['what is no address ends the way', '192.0.2.1', '198.51.100.1, x, 192.0.2.7', '192.0.2.7'],
  ['networks of IPv6 count', '2001:db8:1::5', '198.51.100.1', '198.51.100.1'],
])('where proxies are named, %s', (_, peer, forwarded, address) => {
  expect(found(peer, forwarded, ['192.0.2.0/24', '2001:db8:1::/48'])).toBe(address);
});

test('where none is to be believed, none is', () => {
  expect(found('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
});

test('an untrusted private address is reported once, unless the setting names the trusted ones', () => {
  const received: string[] = [];
  for (const trusted of [undefined, [], ['10.0.0.5']]) {
    const rule = createClientAddressResolver(trusted, (peer) => received.push(peer));
    const headers = { 'x-forwarded-for': '198.51.100.1' };
    const ask = (peer: string, sent: Record<string, string> = headers) =>
      rule(new Request('http://actiongraph.test/', { headers: sent }), from(peer));
    ask('203.0.113.9');
    ask('172.18.0.7', {});
    for (const peer of ['172.18.0.1', '10.0.0.6']) ask(peer);
  }
  expect(received).toEqual(['172.18.0.1']);
});
