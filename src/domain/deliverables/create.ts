import type { z } from 'zod';
import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import { createProjectFinder, isProjectWithoutClient } from '../projects/unique-project-names.ts';
import { maxToDoItems, newToDoItem, toDoItemsToJson } from '../to-do-items/fields.ts';
import { resolveAssignees, setDeliverableAssignees } from './assignees.ts';
import { deliverableNameTakenMessage } from './deliverable-record.ts';
import { findLastDeliverablePosition, resolveDeliverableStatus } from './deliverable-status.ts';
import { createDeliverableInput } from './fields.ts';
import type { WorkReference } from './work-references.ts';
import { resolveWork, validateWorkReference } from './work-references.ts';

type NewDeliverable = z.output<typeof createDeliverableInput>;

/** What a new deliverable's project has to be named by. */
function projectFaults(fields: Partial<NewDeliverable>): FieldError[] {
  const message = 'is required, or projectId';
  if (!fields.projectName && !fields.projectId) {
    return [{ path: 'projectName', code: 'required', message }];
  }
  return isProjectWithoutClient(fields) ? [] : validateWorkReference(fields);
}

/** Items and names together are no more than an update takes again. */
function toDoFaults({ toDos, toDoNames }: Partial<NewDeliverable>): FieldError[] {
  if ((toDos?.length ?? 0) + (toDoNames?.length ?? 0) <= maxToDoItems) return [];
  const message = `must have at most ${maxToDoItems} entries including toDos`;
  return [{ path: 'toDoNames', code: 'invalid_length', message }];
}

/**
 * Makes a deliverable. A project that is named without a client is the one of that name, where only one client that is
 * not archived has one.
 * @param unknownStatus whether a label that no status has is refused, or stands for the first status
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for project, status and users;
 * conflicting_state where the project's type has no status, or for a user who is inactive
 */
export async function createDeliverable(
  context: Context,
  input: InputOf<typeof createDeliverableInput>,
  unknownStatus: 'refused' | 'first' = 'refused',
): Promise<Deliverable> {
  const look = (named: Partial<z.output<typeof createDeliverableInput>>) => {
    const { clientName = null, clientId = null, projectName = null, projectId = null } = named;
    const { assigneeEmails, assigneeIds } = named;
    return [
      ownerOf(context, { clientName, clientId, projectName, projectId }),
      resolveAssignees(context, { assigneeEmails, assigneeIds }),
    ] as const;
  };
  const parsed = await parseOrCollectErrors(
    () =>
      parseInput(createDeliverableInput, input, (fields) => [
        ...projectFaults(fields),
        ...toDoFaults(fields),
      ]),
    (rest) => {
      const [owner, users] = look(rest);
      return [
        owner,
        users,
        owner.then<unknown>((id) => id && statusOf(context, id, rest, unknownStatus)),
      ];
    },
  );
  const {
    clientName: _client,
    clientId: _c,
    projectName: _project,
    projectId: _p,
    ...rest
  } = parsed;
  const { statusName, statusId, assigneeEmails: _emails, assigneeIds: _ids, ...more } = rest;
  const { position, toDos, toDoNames, customValues, ...fields } = more;
  const [owner, users] = await awaitLookups<
    [Awaited<ReturnType<typeof ownerOf>>, Awaited<ReturnType<typeof resolveAssignees>>]
  >(look(parsed));
  const taken = (again = context) => deliverableNameTakenMessage(again, { id: owner }, fields.name);
  return withUniqueConflict('name', taken, () =>
    inTransaction(context, async (tx) => {
      const { last, status } = await statusOf(tx, owner, { statusName, statusId }, unknownStatus);
      const stored = await resolveCustomValueMap(tx, 'DELIVERABLE', customValues);
      const deliverable = await tx.db.deliverable.create({
        data: {
          ...fields,
          accountId: tx.accountId,
          id: newRecordId(tx, 'Deliverable'),
          projectId: owner,
          statusId: status.id,
          completedAt: status.complete ? tx.now : null,
          position: position ?? last + 1,
          toDos: toDoItemsToJson([...toDos, ...(toDoNames ?? []).map(newToDoItem)]),
          customValues: stored as Prisma.InputJsonObject,
        },
      });
      if (users && users.length > 0) await setDeliverableAssignees(tx, deliverable.id, users);
      return deliverable;
    }),
  );
}

/** The status that a new deliverable of a project has, and the position of the last one there is. */
async function statusOf(
  context: Context,
  projectId: string,
  { statusId = null, statusName = null }: { statusName?: string | null; statusId?: string | null },
  unknown: 'refused' | 'first',
) {
  const { projectTypeId, last } = await findLastDeliverablePosition(context, projectId);
  const wanted = { name: statusName, id: statusId, unknown };
  return { last, status: await resolveDeliverableStatus(context, projectTypeId, wanted) };
}

/** The project that a new deliverable is of. @throws ActionError as {@link resolveWork} and {@link createProjectFinder} */
async function ownerOf(context: Context, work: WorkReference): Promise<string> {
  const { projectName } = work;
  if (projectName && isProjectWithoutClient(work)) return createProjectFinder(context)(projectName);
  return (await resolveWork(context, work))?.projectId ?? '';
}
