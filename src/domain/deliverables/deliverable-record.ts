import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { toSingleLine } from '../../platform/text/sanitize-text.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import type { ToDoItem } from '../to-do-items/fields.ts';

/** A deliverable as it is shown: custom values named, to-do items read. */
export type DeliverableRecord = Omit<WithCustomValues<Deliverable>, 'toDos'> & {
  toDos: readonly ToDoItem[];
  project: { id: string; name: string };
};

/** The numbers of the users who work on the deliverable under an alias, as a statement writes them. */
export const assigneesSql = (alias: string): string => `ARRAY(
  SELECT a."userId" FROM "DeliverableAssignee" a
  WHERE a."accountId" = $1 AND a."deliverableId" = ${alias}.id ORDER BY a."userId")`;

/** By project and in the project's order. */
export const deliverableOrder: ListQuery['orderBy'] = [
  { column: 'projectId' },
  { column: 'position' },
  { column: 'id' },
];

/** The unique constraints of a deliverable of a project that gets a name. */
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
