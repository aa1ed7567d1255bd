import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import { withCustomValues } from '../custom-fields/values.ts';
import type { Context } from '../kernel/context.ts';
import { recordNotFound } from '../kernel/records.ts';
import type { ToDoItem } from '../to-do-items.ts';
import { readToDos } from '../to-do-items.ts';

/** A deliverable as both doors answer it: custom values named, to-do items read. */
export type DeliverableRecord = Omit<WithCustomValues<Deliverable>, 'toDos'> & {
  toDos: ToDoItem[];
  clientId: string;
  /** Label of its status. */
  status: string;
  /** The users who work on it. */
  assignedToList: number[];
  project: { id: string; name: string; projectTypeId: string };
  client: { id: string; name: string };
};

/** What is read with a deliverable for an answer. */
const shown = {
  status: { select: { label: true } },
  assignees: { select: { userId: true }, orderBy: { userId: 'asc' } },
  project: {
    select: {
      id: true,
      name: true,
      projectTypeId: true,
      client: { select: { id: true, name: true } },
    },
  },
} as const satisfies Prisma.DeliverableInclude;

/** The deliverable with that id, archived or not. @throws ActionError record_not_found */
export async function findDeliverable(context: Context, id: string): Promise<DeliverableRecord> {
  const [found] = await findDeliverables(context, { id });
  if (found === undefined) throw recordNotFound('Deliverable', id);
  return found;
}

/**
 * The workspace's deliverables that match, by project and in the project's order; the same statements, however many
 * they are.
 */
export async function findDeliverables(
  context: Context,
  where: Prisma.DeliverableWhereInput,
): Promise<DeliverableRecord[]> {
  const { accountId, db } = context;
  const rows = await db.deliverable.findMany({
    where: { AND: [{ accountId }, where] },
    include: shown,
    orderBy: [{ projectId: 'asc' }, { position: 'asc' }, { id: 'asc' }],
  });
  const named = await withCustomValues(context, 'DELIVERABLE', rows);
  return named.map(({ assignees, project: found, status, toDos, ...deliverable }) => {
    const { client, ...project } = found;
    return {
      ...deliverable,
      toDos: readToDos(toDos),
      status: status.label,
      project,
      client,
      clientId: client.id,
      assignedToList: assignees.map(({ userId }) => userId),
    };
  });
}

/**
 * What a name that another deliverable of the project has is answered with: an archived one, which lists do not show,
 * keeps its own.
 */
export async function nameTaken(
  { accountId, db }: Context,
  project: Prisma.ProjectWhereInput,
  asked: unknown,
): Promise<string> {
  const name = String(asked).trim();
  const archived = await db.deliverable.findFirst({
    where: { accountId, project, name, archived: true },
    select: { id: true },
  });
  const taken = `The project already has a deliverable named "${name}"`;
  if (!archived) return `${taken}.`;
  return `${taken}, which is archived: take it out of the archive, or choose another name.`;
}
