import { expect, test } from 'vitest';
import { createAddressRule } from '../../src/pages/visitor.ts';

const from = (peer: string) => ({
  incoming: { socket: { remoteAddress: peer, remotePort: 1, remoteFamily: 'IPv4' } },
});

/** Where a request seems to come from. */
const seen = (peer: string, forwarded: string, trusted?: readonly string[]) =>
  createAddressRule(trusted)(
    new Request('http://actiongraph.test/', { headers: { 'x-forwarded-for': forwarded } }),
    from(peer),
  );

test.each([
  ['a stranger’s header is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  [
    'a proxy nearby is believed the last address',
    '10.0.0.5',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['and no more than that, also where it is nearby', '10.0.0.5', '1.1.1.1, 10.0.0.77', '10.0.0.77'],
  ['what is no address counts for nothing', '10.0.0.5', '198.51.100.1, unknown', '10.0.0.5'],
  ['a port is no part of it', '10.0.0.5', '198.51.100.1:4711', '198.51.100.1'],
  ['nor of one of IPv6', '::1', '[2001:db8::1]:4711', '2001:db8::1'],
  ['IPv4 in IPv6 is the same address', '::ffff:10.0.0.5', '::ffff:198.51.100.1', '198.51.100.1'],
])('where no proxy is named, %s', (_, peer, forwarded, address) => {
  expect(seen(peer, forwarded)).toBe(address);
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
  expect(seen(peer, forwarded, ['192.0.2.0/24', '2001:db8:1::/48'])).toBe(address);
});

test('where none is to be believed, none is', () => {
  expect(seen('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
});
