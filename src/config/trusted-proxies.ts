import { isIP, isIPv6 } from 'node:net';

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function parseNetwork(entry: string): Network | undefined {
  const [address = '', prefixText, ...extraParts] = entry.split('/');
  const maxPrefix = isIPv6(address) ? 128 : 32;
  const prefix = prefixText === undefined ? maxPrefix : Number(prefixText);
  const isValid = isIP(address) && extraParts.length === 0 && /^\d+$/.test(prefixText ?? '0');
  if (!isValid || prefix > maxPrefix) return undefined;
  return { address, prefix, family: maxPrefix === 128 ? 'ipv6' : 'ipv4' };
}

export const isAddressOrNetwork = (entry: string): boolean => parseNetwork(entry) !== undefined;

/** Parses addresses and networks, like 10.0.0.5 and 10.0.0.0/8. Ignores all other entries. */
export function parseNetworks(entries: readonly string[]): Network[] {
  return entries.map(parseNetwork).filter((network) => network !== undefined);
}
