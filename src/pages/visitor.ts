import { BlockList, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Addresses of the same machine or network, where a reverse proxy stands. */
const nearby = new BlockList();
for (const [network, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const) {
  nearby.addSubnet(network, prefix, family);
}

/**
 * The address a request comes from. A reverse proxy nearby is believed the one address that it added itself, the last
 * of X-Forwarded-For; anybody else's header is not, since they could write what they like.
 */
export function visitorAddress({ headers }: Request, connection: object | undefined): string {
  const peer = peerAddress(connection);
  if (!nearby.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4')) return peer;
  return headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || peer;
}

/** The address of a connection, as the server's adapter has it; there is none where a request is handed to the app directly. */
function peerAddress(env: object | undefined): string {
  const isConnected = env !== undefined && 'incoming' in env;
  const address = isConnected ? getConnInfo({ env } as Context).remote.address : undefined;
  return address?.replace(/^::ffff:|%.*$/g, '') ?? '127.0.0.1';
}
