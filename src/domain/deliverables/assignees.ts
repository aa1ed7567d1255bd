import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { UserNumber } from '../../platform/input/field-types.ts';
import { email, list, userNumber } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { resolveUsers } from '../workspaces/user-references.ts';

const limit = { max: 100 };

export const assigneeFields = {
  assigneeEmails: nullable(
    list(email, limit),
    'E-mail addresses of the assigned users. Together with assigneeIds, the list replaces the previous one.',
  ),
  assigneeIds: nullable(
    list(userNumber, limit),
    'Ids of the assigned users, instead of or in addition to e-mail addresses.',
  ),
};

interface Assignees {
  assigneeEmails?: string[] | null | undefined;
  assigneeIds?: UserNumber[] | null | undefined;
}

/**
 * Undefined if both fields are omitted.
 * @throws ActionError as resolveUsers
 */
export const resolveAssignees = (
  context: Context,
  { assigneeEmails, assigneeIds }: Assignees,
): Promise<number[] | undefined> =>
  resolveUsers(context, {
    emails: assigneeEmails,
    emailsField: 'assigneeEmails',
    ids: assigneeIds,
    idsField: 'assigneeIds',
  });

/**
 * Replaces the assigned users. Returns whether they changed.
 * @throws ActionError conflicting_state for a new one who is inactive
 */
export async function setDeliverableAssignees(
  tx: WriteContext,
  deliverableId: string,
  userIds: readonly number[],
): Promise<boolean> {
  const condition = Prisma.sql`"deliverableId" = ${deliverableId}`;
  const before = await tx.lockAll('DeliverableAssignee', condition);
  const added = userIds.filter((id) => !before.some(({ userId }) => userId === id));
  const removed = before.filter(({ userId }) => !userIds.includes(userId));
  const inactive = await tx.db.user.findFirst({
    where: { accountId: tx.accountId, active: false, id: { in: added } },
    select: { email: true },
  });
  if (inactive) {
    const user = canRead(tx, 'people') ? `The user ${inactive.email}` : 'A user';
    throw new ActionError(
      'conflicting_state',
      `${user} is inactive and cannot be assigned to a deliverable.`,
    );
  }
  tx.delete('DeliverableAssignee', removed);
  tx.insertAll(
    'DeliverableAssignee',
    added.map((userId) => ({ deliverableId, userId })),
  );
  return removed.length > 0 || added.length > 0;
}
