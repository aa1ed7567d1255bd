import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { resolveCustomValueMap } from '../custom-fields/values.ts';
import { createProjectFinder, isProjectWithoutClient } from '../projects/unique-project-names.ts';
import { maxToDoItems, newToDoItem, toDoItemsToJson } from '../to-do-items/fields.ts';
import { resolveAssignees, setDeliverableAssignees } from './assignees.ts';
import { deliverableConstraints } from './deliverable-record.ts';
import { findLastDeliverablePosition, resolveDeliverableStatus } from './deliverable-status.ts';
import { createDeliverableInput } from './fields.ts';
import type { WorkReference } from './work-references.ts';
import { resolveWork, validateWorkReference } from './work-references.ts';

type NewDeliverable = z.output<typeof createDeliverableInput>;

function projectErrors(fields: Partial<NewDeliverable>): FieldError[] {
  const message = 'is required, or projectId';
  if (!fields.projectName && !fields.projectId) {
    return [{ path: 'projectName', code: 'required', message }];
  }
  return isProjectWithoutClient(fields) ? [] : validateWorkReference(fields);
}

/** The limit of updates. */
function toDoErrors({ toDos, toDoNames }: Partial<NewDeliverable>): FieldError[] {
  if ((toDos?.length ?? 0) + (toDoNames?.length ?? 0) <= maxToDoItems) return [];
  const message = `must have at most ${maxToDoItems} entries including toDos`;
  return [{ path: 'toDoNames', code: 'invalid_length', message }];
}

/**
 * A project can be named without its client if only one active client has a project of that name.
 * @param unknownStatus whether an unknown status label is an error, or means the first status
 * @throws ActionError invalid_input, name_taken, name_not_found, record_not_found; conflicting_state if the project's
 * type has no status, or a user is inactive
 */
export const createDeliverable = (
  context: Context,
  input: InputOf<typeof createDeliverableInput>,
  unknownStatus: 'refused' | 'first' = 'refused',
): Promise<InsertedRow<'Deliverable'>> =>
  write(context, async (tx) => {
    const parsed = await parseDeliverable(tx, input, unknownStatus);
    const [projectId, users] = await awaitLookups<
      [Awaited<ReturnType<typeof resolveProject>>, Awaited<ReturnType<typeof resolveAssignees>>]
    >(startLookups(tx, parsed));
    const { lastPosition, status } = await statusOf(tx, projectId, parsed, unknownStatus);
    const {
      clientName: _client,
      clientId: _c,
      projectName: _project,
      projectId: _p,
      ...rest
    } = parsed;
    const { statusName: _status, statusId: _s, assigneeEmails: _e, assigneeIds: _i, ...own } = rest;
    const { position, toDos, toDoNames, customValues, ...fields } = own;
    const stored = await resolveCustomValueMap(tx, 'DELIVERABLE', customValues);
    const deliverable = tx.insert(
      'Deliverable',
      {
        ...fields,
        id: newRecordId(tx, 'Deliverable'),
        projectId,
        statusId: status.id,
        completedAt: status.complete ? tx.now : null,
        position: position ?? lastPosition + 1,
        toDos: toDoItemsToJson([...toDos, ...(toDoNames ?? []).map(newToDoItem)]),
        customValues: stored as Prisma.InputJsonObject,
      },
      deliverableConstraints({ id: projectId }, fields.name),
    );
    if (users && users.length > 0) await setDeliverableAssignees(tx, deliverable.id, users);
    return deliverable;
  });

const parseDeliverable = (
  context: Context,
  input: InputOf<typeof createDeliverableInput>,
  unknownStatus: 'refused' | 'first',
): Promise<NewDeliverable> =>
  parseOrCollectErrors(
    () =>
      parseInput(createDeliverableInput, input, (fields) => [
        ...projectErrors(fields),
        ...toDoErrors(fields),
      ]),
    (validFields) => {
      const [projectId, users] = startLookups(context, validFields);
      const status = projectId.then<unknown>(
        (id) => id && statusOf(context, id, validFields, unknownStatus),
      );
      return [projectId, users, status];
    },
  );

function startLookups(context: Context, references: Partial<NewDeliverable>) {
  const { clientName = null, clientId = null, projectName = null, projectId = null } = references;
  const { assigneeEmails, assigneeIds } = references;
  return [
    resolveProject(context, { clientName, clientId, projectName, projectId }),
    resolveAssignees(context, { assigneeEmails, assigneeIds }),
  ] as const;
}

async function statusOf(
  context: Context,
  projectId: string,
  { statusId = null, statusName = null }: { statusName?: string | null; statusId?: string | null },
  unknown: 'refused' | 'first',
) {
  const { projectTypeId, last: lastPosition } = await findLastDeliverablePosition(
    context,
    projectId,
  );
  const reference = { name: statusName, id: statusId, unknown };
  return {
    lastPosition,
    status: await resolveDeliverableStatus(context, projectTypeId, reference),
  };
}

/** @throws ActionError as {@link resolveWork} and {@link createProjectFinder} */
async function resolveProject(context: Context, work: WorkReference): Promise<string> {
  const { projectName } = work;
  if (projectName && isProjectWithoutClient(work)) return createProjectFinder(context)(projectName);
  return (await resolveWork(context, work))?.projectId ?? '';
}
