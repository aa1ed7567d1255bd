import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { UserNumber } from '../../platform/input/field-types.ts';
import { email, list, userNumber } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { resolveUsers } from '../workspaces/user-references.ts';

const limit = { max: 100 };

/** How inputs say who works on a deliverable. */
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

/** Who works on a deliverable, as a change says it; undefined says nothing. */
interface Assignees {
  assigneeEmails?: string[] | null | undefined;
  assigneeIds?: UserNumber[] | null | undefined;
}

/**
 * The numbers of the users who are named, each once; undefined where neither field is there.
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
 * Makes these users, and no others, those who work on a deliverable; answers whether there were others.
 * @throws ActionError conflicting_state for one who is new to it and inactive
 */
export async function setDeliverableAssignees(
  context: Context,
  deliverableId: string,
  userIds: readonly number[],
): Promise<boolean> {
  const { accountId, db } = context;
  const before = await db.deliverableAssignee.findMany({
    where: { accountId, deliverableId },
    select: { userId: true },
  });
  const added = userIds.filter((id) => !before.some(({ userId }) => userId === id));
  const inactive = await db.user.findFirst({
    where: { accountId, active: false, id: { in: added } },
    select: { email: true },
  });
  if (inactive) {
    const user = canRead(context, 'people') ? `The user ${inactive.email}` : 'A user';
    throw new ActionError(
      'conflicting_state',
      `${user} is inactive and cannot be assigned to a deliverable.`,
    );
  }
  const { count } = await db.deliverableAssignee.deleteMany({
    where: { accountId, deliverableId, userId: { notIn: [...userIds] } },
  });
  await db.deliverableAssignee.createMany({
    data: added.map((userId) => ({ accountId, deliverableId, userId })),
    skipDuplicates: true,
  });
  return count > 0 || added.length > 0;
}
