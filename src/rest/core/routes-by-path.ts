import { ActionError } from '../../platform/errors/action-error.ts';
import { addressOf } from '../index.ts';
import type { Method, Route } from './route.ts';

/** An address with what can be done there. */
interface Address extends Pick<Route, 'base' | 'path'> {
  byMethod: Map<Method, Route>;
}

/** The routes by where they stand. */
export function groupByAddress(table: readonly Route[]): Iterable<Address> {
  const addresses = new Map<string, Address>();
  for (const route of table) {
    const { base, path } = route;
    const address = addresses.get(addressOf(route)) ?? { base, path, byMethod: new Map() };
    address.byMethod.set(route.method, route);
    addresses.set(addressOf(route), address);
  }
  return addresses.values();
}

/** @throws ActionError method_not_allowed */
export async function refuseMethod(
  method: string,
  byMethod: ReadonlyMap<Method, Route>,
): Promise<never> {
  const methods = [...byMethod.keys()];
  const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ');
  throw new ActionError('method_not_allowed', `${method} is not allowed here; use ${allowed}.`, {
    allow: allowed,
  });
}
