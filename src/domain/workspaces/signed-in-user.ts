import type { User } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';

/**
 * The user as whom somebody signed in; null for keys. Whoever asks may see itself, whatever else it may see. One statement.
 */
export async function findSignedInUser({ accountId, actor, db }: Context): Promise<User | null> {
  if (!actor.person) return null;
  const where = { accountId_id: { accountId, id: actor.person.userId } };
  return unfilteredClient(db).user.findUnique({ where });
}
