import { workspaceModels } from '../../database/models/foreign-key-order.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required } from '../../platform/input/fields.ts';
import { findUnusedEmailAddresses } from '../../platform/records/unused-email-addresses.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import { forgetKeysAfterwards } from './key-cache.ts';
import { requireOwner } from './owner-check.ts';
import { purgeDeletedWorkspaces } from './purge-deleted-workspaces.ts';

export const deleteWorkspaceInput = inputObject('DeleteWorkspace', 'The workspace itself.', {
  confirmName: required(
    text(),
    'The workspace’s name, exactly as it is: deleting cannot be undone.',
  ),
});

export interface WorkspaceContents {
  accountId: number;
  name: string;
  /** Models without records are omitted. */
  records: { model: string; count: number }[];
}

/**
 * Counts the records that {@link deleteWorkspace} removes.
 * @throws ActionError conflicting_state for the only workspace
 */
export async function previewWorkspaceDeletion(context: Context): Promise<WorkspaceContents> {
  const { accountId, db, workspace } = context;
  await requireAnother(context);
  const records: WorkspaceContents['records'] = [];
  for (const model of workspaceModels) {
    const [found] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(`"${model}"`)} t WHERE t."accountId" = ${accountId}`;
    if (found && found.count > 0) records.push({ model, count: found.count });
  }
  return { accountId, name: workspace.name, records };
}

/**
 * Ends the access at once: keys, sessions and mails. {@link purgeDeletedWorkspaces} removes the data later.
 * Persons who belong to no other workspace are deleted.
 * @throws ActionError invalid_input, missing_scope, not_for_role; conflicting_state for the only workspace
 */
export const deleteWorkspace = (
  context: Context,
  input: InputOf<typeof deleteWorkspaceInput>,
): Promise<WorkspaceContents> =>
  write(context, async (tx) => {
    const { confirmName } = parseInput(deleteWorkspaceInput, input);
    forgetKeysAfterwards(tx);
    const { name } = await lockWorkspaceRow(tx);
    if (toSingleLine(name) !== confirmName) {
      const message = `must be the name as it is, "${name}"`;
      throw invalidInputError([{ path: 'confirmName', code: 'not_confirmed', message }]);
    }
    requireOwner(tx, 'deletes the workspace');
    const contents = await previewWorkspaceDeletion(tx);
    await endAccess(tx);
    // Without audit entries: the audit log is deleted as well.
    await tx.db.$executeRaw`
      UPDATE "Workspace" SET "deletedAt" = ${tx.now} WHERE "accountId" = ${tx.accountId}`;
    return contents;
  });

/**
 * A service without a workspace creates the demo again, or cannot be used.
 * @throws ActionError conflicting_state
 */
async function requireAnother({ accountId, db }: Context): Promise<void> {
  const [other] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Workspace" WHERE "accountId" <> ${accountId} AND "deletedAt" IS NULL LIMIT 1`;
  if (other) return;
  throw new ActionError(
    'conflicting_state',
    'This is the only workspace of the service. Create another one first. To remove all data, delete the database.',
  );
}

async function endAccess({ accountId, db }: Context): Promise<void> {
  // Persons without another workspace are deleted with sessions and sign-in methods.
  const own = await db.$queryRaw<{ address: string; personId: string | null }[]>`
    SELECT lower(u.email) AS address, u."personId" FROM "User" u WHERE u."accountId" = ${accountId}
    UNION SELECT lower(c.email), NULL FROM "Contact" c WHERE c."accountId" = ${accountId} AND c.email IS NOT NULL`;
  // A separate statement: on Citus, global tables are not joined with distributed ones.
  const persons = await db.$queryRaw<{ address: string }[]>`
    SELECT email AS address FROM "Person" WHERE id = ANY(${own.flatMap(({ personId }) => personId ?? [])}::text[])`;
  const all = [...new Set([...own, ...persons].map(({ address }) => address))];
  const addresses = await findUnusedEmailAddresses(db, all, accountId);
  await db.$executeRaw`
    UPDATE "User" SET "personId" = NULL, active = false, "invitationHash" = NULL, "invitationExpiresAt" = NULL
    WHERE "accountId" = ${accountId}`;
  await db.$executeRaw`UPDATE "Contact" SET "portalAccess" = false WHERE "accountId" = ${accountId} AND "portalAccess"`;
  await db.$executeRaw`DELETE FROM "Person" WHERE email = ANY(${addresses}::text[])`;
  await db.$executeRaw`DELETE FROM "SignInMail" WHERE lower(recipient) = ANY(${addresses}::text[])`;
  await db.$executeRaw`DELETE FROM "OAuthGrant" WHERE "onlyIn" = ${accountId}`;
  await db.$executeRaw`DELETE FROM "ApiKey" WHERE "accountId" = ${accountId}`;
  await db.$queryRaw`
    SELECT graphile_worker.remove_job(key) IS NULL AS ended FROM graphile_worker.jobs
    WHERE key ^@ ${`${accountId}/`}::text`;
}
