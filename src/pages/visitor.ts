import { BlockList, isIP, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { networksOf } from '../trusted-proxies.ts';

/** Addresses of the same machine or network, where a reverse proxy stands. */
const nearby = listOf([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/** The address a request comes from, by the request and what the server says of its connection. */
export type AddressOf = (request: Request, connection: object | undefined) => string;

/**
 * The one rule by which the house knows where a request comes from. A proxy that TRUSTED_PROXIES names is believed the
 * addresses that it and other named ones added to X-Forwarded-For, from the last one on: the first that is no proxy's is
 * the visitor's. Where the setting is left out, a proxy nearby is believed the one address that it added itself, the last.
 * Anybody else's header is not, since they could write what they like, and nor is what is no address.
 */
export function createAddressRule(trustedProxies?: readonly string[]): AddressOf {
  const trusted = trustedProxies && listOf(trustedProxies);
  return ({ headers }, connection) => {
    const peer = peerAddress(connection);
    if (!contains(trusted ?? nearby, peer)) return peer;
    const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map(asAddress).reverse();
    let visitor = peer;
    for (const address of trusted ? forwarded : forwarded.slice(0, 1)) {
      if (address === undefined) break;
      visitor = address;
      if (trusted && !contains(trusted, address)) break;
    }
    return visitor;
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of networksOf(networks)) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}

const contains = (list: BlockList, address: string) =>
  list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** An entry of the header as an address; some proxies write the port behind it. */
function asAddress(entry: string): string | undefined {
  const [, v4, v6] = /^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]+)\](?::\d+)?$/.exec(entry.trim()) ?? [];
  const address = (v4 ?? v6 ?? entry.trim()).replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) ? address : undefined;
}

/** The address of a connection, as the server's adapter has it; there is none where a request is handed to the app directly. */
function peerAddress(env: object | undefined): string {
  const isConnected = env !== undefined && 'incoming' in env;
  const address = isConnected ? getConnInfo({ env } as Context).remote.address : undefined;
  return address?.replace(/^::ffff:|%.*$/g, '') ?? '127.0.0.1';
}
