import type { User } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { wholeDb } from '../../platform/access-policies/policy-client.ts';

/**
 * The user as whom somebody signed in; null for keys. Whoever asks may see itself, whatever else it may see. One statement.
 */
export async function ownUser({ accountId, actor, db }: Context): Promise<User | null> {
  if (!actor.person) return null;
  const where = { accountId_id: { accountId, id: actor.person.userId } };
  return wholeDb(db).user.findUnique({ where });
}
