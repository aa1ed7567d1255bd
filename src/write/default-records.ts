import { Prisma } from '../generated/prisma/client.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import type { Context } from '../platform/context/context.ts';
import { changeCollectorOf } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { lockWorkspaceRow } from './lock-records.ts';

/** The tables of which exactly one record is the workspace's default, and the column that says so. */
const defaultColumns = {
  ProjectType: 'isDefaultProjectType',
  InvoiceTemplate: 'isDefault',
  EmailTemplate: 'isDefault',
} as const;

export type TypeWithDefault = keyof typeof defaultColumns;

/**
 * Takes the flag from the workspace's default record, of that kind where there is one of each, for another to have. Takers go one after the other; the lock is
 * the workspace's, so it comes before those of records.
 */
export async function unsetDefault(
  context: Context,
  type: TypeWithDefault,
  kind?: MailKind,
): Promise<void> {
  const column = Prisma.raw(`"${defaultColumns[type]}"`);
  const ofKind = kind ? Prisma.sql`AND kind = ${kind}::"MailKind"` : Prisma.empty;
  await lockWorkspaceRow(context);
  const rows = await context.db.$queryRaw<DatabaseRow[]>`
    UPDATE ${Prisma.raw(`"${type}"`)} SET ${column} = false
    WHERE "accountId" = ${context.accountId} AND ${column} ${ofKind} RETURNING *`;
  for (const row of rows)
    changeCollectorOf(context).updated(type, row, { ...row, [defaultColumns[type]]: true });
}

/** The answer for a change after which the workspace would have no default record of a type. */
export function defaultRequiredError(type: TypeWithDefault): ActionError {
  return new ActionError(
    'conflicting_state',
    'The workspace needs a default. Make another one the default instead.',
    {
      errors: [
        { path: defaultColumns[type], code: 'default_needed', message: 'is the default one' },
      ],
    },
  );
}
