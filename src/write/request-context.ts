import type { PrismaClient } from '../generated/prisma/client.ts';
import { createFilteredClient } from '../platform/access-policies/policy-client.ts';
import type { ChangeOrigin } from '../platform/audit-log/change-collector.ts';
import type { Context, Services } from '../platform/context/context.ts';
import { createNameResolver } from '../platform/names/name-resolver.ts';

export function createContext(
  parts: Omit<
    Context,
    'db' | 'names' | 'sendsMail' | 'isAllowedLinkTarget' | 'services' | 'origin' | 'changeCollector'
  > & {
    root: PrismaClient;
    sendsMail?: boolean;
    isAllowedLinkTarget?: Context['isAllowedLinkTarget'];
    services?: Services;
    origin?: ChangeOrigin;
  },
): Context {
  const { root, accountId, actor, sendsMail = false, services = {} as Services } = parts;
  const { isAllowedLinkTarget = () => false } = parts;
  const { origin = { operation: 'none', address: null } } = parts;
  const db = createFilteredClient(root, accountId, actor);
  const names = createNameResolver({ ...parts, db });
  const context: Context = {
    ...parts,
    origin,
    sendsMail,
    isAllowedLinkTarget,
    services,
    db,
    names,
  };
  return context;
}

/** Clears the cache of names. */
export function refreshContext<C extends Context>(
  context: C,
  parts: Pick<Context, 'actor' | 'workspace' | 'now'>,
): C {
  const db = createFilteredClient(context.db, context.accountId, parts.actor);
  return {
    ...context,
    ...parts,
    db,
    names: createNameResolver({ ...context, actor: parts.actor, db }),
  };
}
