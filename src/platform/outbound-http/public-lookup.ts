import type { LookupAddress, LookupOptions } from 'node:dns';
import { promises, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { AllowedHosts } from './allowed-hosts.ts';
import { isPublicAddress, literalAddressOf } from './allowed-hosts.ts';
import { OutboundError } from './outbound-error.ts';

export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

/** `dns.lookup` runs in a pool of four threads, which names without an answer would occupy. */
export function createNameResolver(): ResolveName {
  const resolver = new promises.Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const results = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    return results.flatMap((result, index) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
  };
}

const isUsable = (address: string, allowed: AllowedHosts) =>
  isPublicAddress(address) || allowed.includesAddress(address);

/** Limits the time of an API request that checks a name. */
const checkTimeoutMs = 2_000;

/** A name without an address within two seconds is usable: the receiver can be set up later. */
export async function hasOnlyUsableAddresses(
  hostname: string,
  allowed: AllowedHosts,
  resolve: ResolveName,
): Promise<boolean> {
  if (allowed.includesHost(hostname) || literalAddressOf(hostname) !== undefined) return true;
  const none = setTimeout(checkTimeoutMs, [] as LookupAddress[], { ref: false });
  const addresses = await Promise.race([resolve(hostname), none]);
  return addresses.every(({ address }) => isUsable(address, allowed));
}

/**
 * The socket connects to the checked addresses, so a name cannot resolve to another one in between. Node calls it for
 * names only.
 */
export function createPublicLookup(allowed: AllowedHosts, resolve: ResolveName): LookupFunction {
  const lookup = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(hostname);
    if (addresses.length === 0)
      throw new OutboundError('dns', `The name ${hostname} could not be resolved.`);
    for (const { address } of addresses) {
      if (!isUsable(address, allowed))
        throw new OutboundError(
          'blocked',
          `The name ${hostname} has an address that is not public.`,
        );
    }
    return addresses;
  };
  return (hostname, options: LookupOptions, callback) => {
    if (allowed.includesHost(hostname)) {
      systemLookup(hostname, options as never, callback as never);
      return;
    }
    lookup(hostname).then(
      (addresses) => {
        const [first] = addresses as [LookupAddress];
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}
