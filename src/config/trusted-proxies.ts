import { isIP, isIPv6 } from 'node:net';

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function networkOf(entry: string): Network | undefined {
  const [address = '', written, ...more] = entry.split('/');
  const most = isIPv6(address) ? 128 : 32;
  const prefix = written === undefined ? most : Number(written);
  const isRight = isIP(address) && more.length === 0 && /^\d+$/.test(written ?? '0');
  if (!isRight || prefix > most) return undefined;
  return { address, prefix, family: most === 128 ? 'ipv6' : 'ipv4' };
}

/** Whether an entry of TRUSTED_PROXIES is an address or a network. */
export const isAddressOrNetwork = (entry: string): boolean => networkOf(entry) !== undefined;

/** Addresses and networks, like 10.0.0.5 and 10.0.0.0/8; what is neither is left out. */
export function parseNetworks(entries: readonly string[]): Network[] {
  return entries.map(networkOf).filter((network) => network !== undefined);
}
