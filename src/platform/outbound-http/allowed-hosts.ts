import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddressOrNetwork, parseNetworks } from '../../config/trusted-proxies.ts';

/** Hosts that an operator allows although their addresses are not public. */
export interface AllowedHosts {
  /** Whether the host is a listed name, or a literal address in a listed network. */
  includesHost(hostname: string): boolean;
  includesAddress(address: string): boolean;
}

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Names, addresses and networks, for example `hooks.internal` and `10.0.0.0/8`. */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const names = new Set(
    entries.filter((entry) => !isAddressOrNetwork(entry)).map((name) => name.toLowerCase()),
  );
  const networks = new BlockList();
  for (const { address, prefix, family } of parseNetworks(entries))
    networks.addSubnet(address, prefix, family);
  const includesAddress = (address: string): boolean => {
    if (!isIP(address)) return false;
    const parsed = ipaddr.process(address);
    return networks.check(parsed.toString(), parsed.kind());
  };
  return {
    includesAddress,
    includesHost: (hostname) =>
      names.has(hostname) || includesAddress(literalAddressOf(hostname) ?? ''),
  };
}

/** @param hostname of a `URL`, which normalizes all notations of an IPv4 address */
export function literalAddressOf(hostname: string): string | undefined {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) ? address : undefined;
}

/** `ipaddr.js` calls ::127.0.0.1 unicast, so an IPv6 address must also be global. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(globalUnicast);
}
