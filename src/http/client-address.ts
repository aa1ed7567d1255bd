import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseNetworks } from '../config/trusted-proxies.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { HttpRequest } from './http-request.ts';

/** The same machine, on which a reverse proxy is believed without being named. */
const sameMachine = listOf(['127.0.0.0/8', '::1/128']);

/** Networks of one's own, in which everybody could write the header: there a proxy is to be named. */
const nearby = listOf([
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
]);

/** The address a request comes from, by the request and what the server says of its connection. */
export type ResolveClientAddress = (request: HttpRequest, connection: object | undefined) => string;

/**
 * The one rule by which the house knows where a request comes from. A proxy that TRUSTED_PROXIES names is believed the
 * addresses that it and other named ones added to X-Forwarded-For, from the last one on: the first that is no proxy's is
 * the visitor's. Where the setting is left out, a proxy on the same machine is believed the one address that it added itself,
 * the last. Anybody else's header is not, since they could write what they like, and nor is what is no address. `onIgnored` is told
 * once, of the first address nearby whose header was not believed while the setting was left out: it may be a proxy.
 */
export function createClientAddressResolver(
  trustedProxies?: readonly string[],
  onIgnored: (peer: string) => void = () => undefined,
): ResolveClientAddress {
  let isTold = false;
  const trusted = trustedProxies && listOf(trustedProxies);
  // Every request asks for it, and most come from few peers: to look into the lists takes as long as many things together.
  const peerOf = memoizeByName((remote) => {
    const peer = remote.replace(/^::ffff:|%.*$/g, '');
    return { peer, isProxy: contains(trusted ?? sameMachine, peer) };
  });
  return ({ headers }, connection) => {
    const { peer, isProxy } = peerOf(remoteAddress(connection));
    const header = headers.get('x-forwarded-for');
    if (header === null) return peer;
    if (!isProxy) {
      if (!trusted && !isTold && contains(nearby, peer)) {
        isTold = true;
        onIgnored(peer);
      }
      return peer;
    }
    const forwarded = header.split(',').map(asAddress).reverse();
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
  for (const { address, prefix, family } of parseNetworks(networks)) {
    list.addSubnet(address, prefix, family);
  }
  return list;
}

const contains = (list: BlockList, address: string) =>
  list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** An entry of the header as an address; some proxies write the port behind it. A zone is any text, and no part of who it is. */
function asAddress(entry: string): string | undefined {
  const [, v4, v6] = /^(\d+(?:\.\d+){3}):\d+$|^\[([^\]]+)\](?::\d+)?$/.exec(entry.trim()) ?? [];
  const address = (v4 ?? v6 ?? entry.trim()).replace(/^::ffff:(?=\d+\.)|%.*$/gi, '');
  return isIP(address) ? address : undefined;
}

/** The address of a connection, as the server's adapter has it; there is none where a request is handed to the app directly. */
function remoteAddress(env: object | undefined): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  return incoming?.socket?.remoteAddress ?? '127.0.0.1';
}
