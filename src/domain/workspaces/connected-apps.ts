import type { Context } from '../../platform/context/context.ts';

/** A user who returns to the workspace has to allow apps again. */
export async function endConnectedApps(
  { accountId, db }: Context,
  personId: string,
): Promise<void> {
  await db.oAuthGrant.deleteMany({ where: { personId, onlyIn: accountId } });
}
