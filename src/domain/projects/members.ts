import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { email, list, userNumber } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { resolveUsers } from '../workspaces/user-references.ts';

const limit = { max: 100 };

export const setProjectMembersInput = inputObject(
  'SetProjectMembers',
  'Users who are assigned to the whole project. If both fields are omitted: nobody.',
  {
    memberEmails: nullable(list(email, limit), 'E-mail addresses of the users.'),
    memberIds: nullable(
      list(userNumber, limit),
      'Ids of users, instead of or in addition to e-mail addresses.',
    ),
  },
);

/**
 * A member sees the projects that are assigned to it, as a whole or by a deliverable.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input; conflicting_state for a new member
 * who is inactive
 */
export const setProjectMembers = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof setProjectMembersInput>,
): Promise<{ id: string }> =>
  updateWithInput(
    context,
    { model: 'Project', schema: setProjectMembersInput, input, mode: 'replace' },
    async (tx, { memberEmails: emails, memberIds: ids }, { id }) => {
      const fields = { emailsField: 'memberEmails', idsField: 'memberIds' };
      await replaceMembers(tx, id, (await resolveUsers(tx, { ...fields, emails, ids })) ?? []);
      return {};
    },
  );

async function replaceMembers(
  tx: WriteContext,
  projectId: string,
  userIds: readonly number[],
): Promise<void> {
  const before = await tx.lockAll('ProjectMember', Prisma.sql`"projectId" = ${projectId}`);
  const added = userIds.filter((id) => !before.some(({ userId }) => userId === id));
  const inactive = { accountId: tx.accountId, active: false, id: { in: added } };
  if (added.length > 0 && (await tx.db.user.findFirst({ where: inactive, select: { id: true } }))) {
    throw new ActionError('conflicting_state', 'An inactive user cannot be assigned to a project.');
  }
  const removed = before.filter(({ userId }) => !userIds.includes(userId));
  tx.delete('ProjectMember', removed);
  tx.insertAll(
    'ProjectMember',
    added.map((userId) => ({ projectId, userId })),
  );
}
