import type { Deliverable, TaskStage } from '../../generated/prisma/client.ts';
import { changeRecord } from '../kernel/change-record.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import { ActionError } from '../kernel/errors.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, kept, nullable, parseInput, required } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { date, flag, integer, longText, place, recordId, text } from '../kernel/kinds.ts';
import { resolveReference } from '../kernel/names.ts';
import { deleteRecord, lockRecord } from '../kernel/records.ts';
import { assign, assigneeFields, resolveAssignees } from './assignees.ts';
import type { DeliverableRecord } from './index.ts';
import { findDeliverable, stageOrder } from './index.ts';
import { missingWorkNames, resolveWork, workFields } from './work.ts';

const { deliverableName: _name, deliverableId: _id, ...projectFields } = workFields;
const nameDescription = 'Name, unique in the project.';
const placeDescription = 'Place in the project.';

const deliverableFields = {
  description: nullable(longText(), 'What is to be delivered.'),
  priority: defaulted(integer(), 0, 'How urgent it is: the higher the more.'),
  approvalRequired: defaulted(flag, false, 'The client has to approve it.'),
  startDate: nullable(date, 'First day of work on it.'),
  dueDate: nullable(date, 'Day by which it is to be delivered.'),
  ticketId: nullable(text(), 'The support ticket it came from, another system’s id.'),
  ...assigneeFields,
};

export const createDeliverableInput = inputObject(
  'CreateDeliverable',
  'A new deliverable of a project, which projectName with its client, or projectId, says.',
  {
    name: required(text(), nameDescription),
    ...projectFields,
    statusName: nullable(text(), 'Label of its status; left out: the first of the project’s type.'),
    statusId: nullable(recordId, 'Id of its status, instead of the label or beside it.'),
    ...deliverableFields,
    position: nullable(place, `${placeDescription} Left out: the last.`),
  },
);

export const updateDeliverableInput = inputObject('UpdateDeliverable', 'A deliverable’s fields.', {
  name: kept(text(), nameDescription),
  statusName: nullable(text(), 'Label of the status it moves to; left out: it stays where it is.'),
  statusId: nullable(recordId, 'Id of that status, instead of the label or beside it.'),
  ...deliverableFields,
  position: kept(place, placeDescription),
});

const nameTaken = 'The project already has a deliverable of this name.';

/**
 * Makes a deliverable.
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for project, status and users;
 * conflicting_state where the project's type has no status, or for a user who is inactive
 */
export async function createDeliverable(
  context: Context,
  input: InputOf<typeof createDeliverableInput>,
): Promise<DeliverableRecord> {
  const parsed = parseInput(createDeliverableInput, input, (fields) => {
    const faults = missingWorkNames(fields);
    const isNamed = fields.projectName || fields.projectId;
    const message = 'is required, or projectId';
    return isNamed ? faults : [{ path: 'projectName', code: 'required', message }];
  });
  const { clientName, clientId, projectName, projectId, ...rest } = parsed;
  const { statusName, statusId, assigneeEmails, assigneeIds, position, ...fields } = rest;
  const [work, users] = await Promise.all([
    resolveWork(context, { clientName, clientId, projectName, projectId }),
    resolveAssignees(context, { assigneeEmails, assigneeIds }),
  ]);
  const owner = work?.projectId ?? '';
  return refusingTaken('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      const { projectTypeId, last } = await placeIn(tx, owner);
      const status = await resolveStatus(tx, projectTypeId, { name: statusName, id: statusId });
      const { id } = await tx.db.deliverable.create({
        data: {
          ...fields,
          accountId: tx.accountId,
          id: newId('Deliverable'),
          projectId: owner,
          statusId: status.id,
          completedAt: status.complete ? tx.now : null,
          position: position ?? last + 1,
        },
        select: { id: true },
      });
      if (users && users.length > 0) await assign(tx, id, users);
      return findDeliverable(tx, id);
    }),
  );
}

/** The project's type, and the highest place among its deliverables. */
async function placeIn({ accountId, db }: Context, projectId: string) {
  const project = await db.project.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: projectId } },
    select: {
      projectTypeId: true,
      deliverables: { select: { position: true }, orderBy: { position: 'desc' }, take: 1 },
    },
  });
  const { projectTypeId, deliverables } = project;
  return { projectTypeId, last: deliverables[0]?.position ?? 0 };
}

/** The status that is meant, one of the project type's; its first where none is. */
async function resolveStatus(
  { accountId, db, names }: Context,
  projectTypeId: string,
  { name, id }: { name: string | null; id: string | null },
): Promise<TaskStage> {
  const named = await resolveReference(names, 'taskStage', {
    name,
    id,
    nameField: 'statusName',
    idField: 'statusId',
    parent: projectTypeId,
  });
  const status = await db.taskStage.findFirst({
    where: { accountId, projectTypeId, ...(named !== null && { id: named }) },
    orderBy: stageOrder,
  });
  if (status) return status;
  throw new ActionError('conflicting_state', 'The project’s type has no status.');
}

/**
 * Changes a deliverable: patch keeps what is left out, replace resets it, except name, status and place. Coming into a
 * complete status it is completed now, leaving one it is not any more. It stays in its project.
 * @throws ActionError id_missing, record_not_found (the deliverable, its status, users), name_not_found, invalid_input,
 * name_taken; conflicting_state for a user who is new to it and inactive
 */
export async function updateDeliverable(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateDeliverableInput>,
  mode: UpdateMode,
): Promise<DeliverableRecord> {
  const update = { type: 'Deliverable', schema: updateDeliverableInput, input, mode } as const;
  return refusingTaken('name', nameTaken, () =>
    inTransaction(context, async (outer) => {
      const { id } = await changeRecord(outer, update, async (tx, change, row: Deliverable) => {
        const { statusName, statusId, assigneeEmails, assigneeIds, ...data } = change;
        const users = await resolveAssignees(tx, { assigneeEmails, assigneeIds });
        const move = await moveTo(tx, row, { name: statusName ?? null, id: statusId ?? null });
        if (users) await assign(tx, row.id, users);
        const where = { accountId: tx.accountId, id: row.id };
        return tx.db.deliverable.updateManyAndReturn({ where, data: { ...data, ...move } });
      });
      return findDeliverable(outer, id);
    }),
  );
}

async function moveTo(
  context: Context,
  row: Deliverable,
  status: { name: string | null; id: string | null },
): Promise<Partial<Pick<Deliverable, 'statusId' | 'completedAt'>>> {
  if (status.name === null && status.id === null) return {};
  const { projectTypeId } = await placeIn(context, row.projectId);
  const next = await resolveStatus(context, projectTypeId, status);
  if (next.id === row.statusId) return {};
  const completedAt = next.complete ? (row.completedAt ?? context.now) : null;
  return { statusId: next.id, completedAt };
}

/**
 * Deletes a deliverable on which no time was logged and that no invoice charges.
 * @throws ActionError id_missing, record_not_found, conflicting_state
 */
export async function deleteDeliverable(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const { invoiceId } = await lockRecord<Deliverable>(tx, 'Deliverable', id);
    if (invoiceId !== null) {
      const message = 'The deliverable cannot be deleted: an invoice charges it.';
      throw new ActionError('conflicting_state', message);
    }
    await deleteRecord(tx, 'Deliverable', id);
    return id;
  });
}
