import { Prisma } from '../generated/prisma/client.ts';
import type { MailKind } from '../generated/prisma/enums.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import { lockWorkspaceRow } from './lock-records.ts';
import type { WriteContext } from './unit-of-work.ts';

const defaultColumns = {
  ProjectType: 'isDefaultProjectType',
  InvoiceTemplate: 'isDefault',
  EmailTemplate: 'isDefault',
} as const;

export type TypeWithDefault = keyof typeof defaultColumns;

/** Clears the flag of the default record. It locks the workspace row first, so that concurrent callers wait. */
export async function unsetDefault(
  tx: WriteContext,
  type: TypeWithDefault,
  kind?: MailKind,
): Promise<void> {
  const column = defaultColumns[type];
  const kindCondition = kind ? Prisma.sql`AND kind = ${kind}::"MailKind"` : Prisma.empty;
  await lockWorkspaceRow(tx);
  const rows = await tx.lockAll(type, Prisma.sql`${Prisma.raw(`"${column}"`)} ${kindCondition}`);
  tx.updateAll(type, rows, { [column]: false });
}

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
