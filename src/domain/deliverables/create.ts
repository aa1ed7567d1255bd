import type { z } from 'zod';
import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import { storeCustomValueMap } from '../custom-fields/values.ts';
import { allFound } from '../../platform/errors/collect-lookup-errors.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { refusingTaken } from '../../platform/records/constraint-errors.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import { isProjectAlone, uniqueProjects } from '../projects/unique-project-names.ts';
import { mostToDos, storeToDos, toDoNamed } from '../to-do-items/index.ts';
import { assign, resolveAssignees } from './assignees.ts';
import { createDeliverableInput } from './fields.ts';
import { nameTaken } from './deliverable-record.ts';
import { placeIn, resolveStatus } from './deliverable-status.ts';
import type { WorkReference } from './work-references.ts';
import { missingWorkNames, resolveWork } from './work-references.ts';

type NewDeliverable = z.output<typeof createDeliverableInput>;

/** What a new deliverable's project has to be named by. */
function projectFaults(fields: Partial<NewDeliverable>): FieldError[] {
  const message = 'is required, or projectId';
  if (!fields.projectName && !fields.projectId) {
    return [{ path: 'projectName', code: 'required', message }];
  }
  return isProjectAlone(fields) ? [] : missingWorkNames(fields);
}

/** Items and names together are no more than an update takes again. */
function toDoFaults({ toDos, toDoNames }: Partial<NewDeliverable>): FieldError[] {
  if ((toDos?.length ?? 0) + (toDoNames?.length ?? 0) <= mostToDos) return [];
  const message = `must have at most ${mostToDos} entries together with toDos`;
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
  const parsed = await readOrAll(
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
  const [owner, users] = await allFound<
    [Awaited<ReturnType<typeof ownerOf>>, Awaited<ReturnType<typeof resolveAssignees>>]
  >(look(parsed));
  const taken = (again = context) => nameTaken(again, { id: owner }, fields.name);
  return refusingTaken('name', taken, () =>
    inTransaction(context, async (tx) => {
      const { last, status } = await statusOf(tx, owner, { statusName, statusId }, unknownStatus);
      const stored = await storeCustomValueMap(tx, 'DELIVERABLE', customValues);
      const deliverable = await tx.db.deliverable.create({
        data: {
          ...fields,
          accountId: tx.accountId,
          id: idFor(tx, 'Deliverable'),
          projectId: owner,
          statusId: status.id,
          completedAt: status.complete ? tx.now : null,
          position: position ?? last + 1,
          toDos: storeToDos([...toDos, ...(toDoNames ?? []).map(toDoNamed)]),
          customValues: stored as Prisma.InputJsonObject,
        },
      });
      if (users && users.length > 0) await assign(tx, deliverable.id, users);
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
  const { projectTypeId, last } = await placeIn(context, projectId);
  const wanted = { name: statusName, id: statusId, unknown };
  return { last, status: await resolveStatus(context, projectTypeId, wanted) };
}

/** The project that a new deliverable is of. @throws ActionError as {@link resolveWork} and {@link uniqueProjects} */
async function ownerOf(context: Context, work: WorkReference): Promise<string> {
  const { projectName } = work;
  if (projectName && isProjectAlone(work)) return uniqueProjects(context)(projectName);
  return (await resolveWork(context, work))?.projectId ?? '';
}
