import { Prisma } from '../generated/prisma/client.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { lockWorkspaceRow } from './lock-records.ts';
import type { WriteContext } from './unit-of-work.ts';

/** The tables with one default record in each workspace, and the column of its flag. */
const defaultColumns = {
  ProjectType: 'isDefaultProjectType',
  InvoiceTemplate: 'isDefault',
  EmailTemplate: 'isDefault',
} as const;

export type TypeWithDefault = keyof typeof defaultColumns;

/**
 * Takes the flag from the default record of the workspace, or from that of a kind. The lock of the workspace makes concurrent callers
 * wait, and comes before those of records.
 */
export async function unsetDefault(
  tx: WriteContext,
  type: TypeWithDefault,
  kind?: MailKind,
): Promise<void> {
  const column = defaultColumns[type];
  const ofKind = kind ? Prisma.sql`AND kind = ${kind}::"MailKind"` : Prisma.empty;
  await lockWorkspaceRow(tx);
  const rows = await tx.lockAll(type, Prisma.sql`${Prisma.raw(`"${column}"`)} ${ofKind}`);
  tx.updateAll(type, rows, { [column]: false });
}

/** The error of a change that would leave the workspace without a default record of a type. */
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
