import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import type { ToDoItem } from '../to-do-items/fields.ts';

export type DeliverableRecord = Omit<WithCustomValues<Deliverable>, 'toDos'> & {
  toDos: readonly ToDoItem[];
  project: { id: string; name: string };
};

/** The ids of the assigned users. `alias` is the deliverable's table, `$1` the workspace. */
export const assigneesSql = (alias: string): string => `ARRAY(
  SELECT a."userId" FROM "DeliverableAssignee" a
  WHERE a."accountId" = $1 AND a."deliverableId" = ${alias}.id ORDER BY a."userId")`;

export const deliverableOrder: ListQuery['orderBy'] = [
  { column: 'projectId' },
  { column: 'position' },
  { column: 'id' },
];

export const deliverableConstraints = (
  project: Prisma.ProjectWhereInput,
  name: unknown,
): ConstraintErrors => ({
  Deliverable_accountId_projectId_name_key: {
    path: 'name',
    message: (context) => deliverableNameTakenMessage(context, project, name),
  },
});

async function deliverableNameTakenMessage(
  { accountId, db }: Context,
  project: Prisma.ProjectWhereInput,
  requestedName: unknown,
): Promise<string> {
  const name = toSingleLine(String(requestedName));
  const archived = await db.deliverable.findFirst({
    where: { accountId, project, name, archived: true },
    select: { id: true },
  });
  const taken = `The project already has a deliverable named "${name}"`;
  if (!archived) return `${taken}.`;
  return `${taken}, which is archived: take it out of the archive, or choose another name.`;
}
