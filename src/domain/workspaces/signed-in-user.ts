import type { User } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';

/** Null for keys. A caller may always read itself. */
export async function findSignedInUser({ accountId, actor, db }: Context): Promise<User | null> {
  if (!actor.person) return null;
  const where = { accountId_id: { accountId, id: actor.person.userId } };
  return unfilteredClient(db).user.findUnique({ where });
}
