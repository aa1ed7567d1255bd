import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseNetworks } from '../config/trusted-proxies.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { HttpRequest } from './http-request.ts';

const loopbackNetworks = createBlockList(['127.0.0.0/8', '::1/128']);

/** Any machine of a private network can forge the header. */
const privateNetworks = createBlockList([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
]);

export type ResolveClientAddress = (request: HttpRequest, connection: object | undefined) => string;

/**
 * The client is the last address in X-Forwarded-For that is no trusted proxy. By default only a local proxy is
 * trusted.
 * @param onIgnored called once for a header from a private address
 */
export function createClientAddressResolver(
  trustedProxies?: readonly string[],
  onIgnored: (peer: string) => void = () => undefined,
): ResolveClientAddress {
  let isReported = false;
  const trustedNetworks = trustedProxies && createBlockList(trustedProxies);
  const resolvePeer = memoizeByName((remoteAddress) => {
    const peer = remoteAddress.replace(/^::ffff:|%.*$/g, '');
    return { peer, isProxy: contains(trustedNetworks ?? loopbackNetworks, peer) };
  });
  return ({ headers }, connection) => {
    const { peer, isProxy } = resolvePeer(remoteAddressOf(connection));
    const header = headers.get('x-forwarded-for');
    if (header === null) return peer;
    if (!isProxy) {
      if (!trustedNetworks && !isReported && contains(privateNetworks, peer)) {
        isReported = true;
        onIgnored(peer);
      }
      return peer;
    }
    const forwardedAddresses = header.split(',').map(parseAddress).reverse();
    let clientAddress = peer;
    for (const address of trustedNetworks ? forwardedAddresses : forwardedAddresses.slice(0, 1)) {
      if (address === undefined) break;
      clientAddress = address;
      if (trustedNetworks && !contains(trustedNetworks, address)) break;
    }
    return clientAddress;
  };
}

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix, family } of parseNetworks(networks)) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}

const contains = (list: BlockList, address: string) =>
  list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Some proxies add a port. */
function parseAddress(entry: string): string | undefined {
  const [, v4, v6] = /^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]+)\](?::\d+)?$/.exec(entry.trim()) ?? [];
  const address = (v4 ?? v6 ?? entry.trim()).replace(/^::ffff:(?=\d+\.)|%.*$/gi, '');
  return isIP(address) ? address : undefined;
}

/** The local address if there is no connection. */
function remoteAddressOf(connection: object | undefined): string {
  const { incoming } = (connection ?? {}) as {
    incoming?: { socket?: { remoteAddress?: string } };
  };
  return incoming?.socket?.remoteAddress ?? '127.0.0.1';
}
