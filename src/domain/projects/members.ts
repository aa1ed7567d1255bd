import type { Project } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { email, list, userNumber } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';
import { updateRecord } from '../../write/update-record.ts';
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
 * Makes these users, and no others, those to whom a project is assigned as a whole. Members see the projects that are
 * assigned to them, as a whole or by a deliverable.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input; conflicting_state for a user who is new
 * to it and inactive
 */
export async function setProjectMembers(
  context: Context,
  input: { id?: unknown } & InputOf<typeof setProjectMembersInput>,
): Promise<Project> {
  const update = {
    type: 'Project',
    schema: setProjectMembersInput,
    input,
    mode: 'replace',
  } as const;
  return updateRecord(
    context,
    update,
    async (tx, { memberEmails, memberIds }, project: Project) => {
      const fields = { emailsField: 'memberEmails', idsField: 'memberIds' };
      const userIds = await resolveUsers(tx, { ...fields, emails: memberEmails, ids: memberIds });
      await replaceMembers(tx, project.id, userIds ?? []);
      return [project];
    },
  );
}

async function replaceMembers(
  { accountId, db }: Context,
  projectId: string,
  userIds: readonly number[],
): Promise<void> {
  const where = { accountId, projectId };
  const before = await db.projectMember.findMany({ where, select: { userId: true } });
  const added = userIds.filter((userId) => !before.some((one) => one.userId === userId));
  const inactive = { accountId, active: false, id: { in: added } };
  if (added.length > 0 && (await db.user.findFirst({ where: inactive, select: { id: true } }))) {
    throw new ActionError('conflicting_state', 'An inactive user cannot be assigned to a project.');
  }
  await db.projectMember.deleteMany({ where: { ...where, userId: { notIn: [...userIds] } } });
  await db.projectMember.createMany({ data: added.map((userId) => ({ ...where, userId })) });
}
