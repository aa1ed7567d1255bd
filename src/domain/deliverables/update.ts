import type { z } from 'zod';
import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { updateRecord } from '../../write/update-record.ts';
import { versionIncrement } from '../../write/written-rows.ts';
import { describeInvoices } from '../billed-work/rules.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { resolveAssignees, setDeliverableAssignees } from './assignees.ts';
import { deliverableNameTakenMessage } from './deliverable-record.ts';
import { findLastDeliverablePosition, resolveDeliverableStatus } from './deliverable-status.ts';
import { updateDeliverableInput } from './fields.ts';

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
): Promise<Deliverable> {
  const look = (
    tx: Context,
    row: Deliverable,
    change: Partial<z.output<typeof updateDeliverableInput>>,
  ) => {
    const { statusName, statusId, assigneeEmails, assigneeIds } = change;
    return [
      moveTo(tx, row, { name: statusName ?? null, id: statusId ?? null }),
      resolveAssignees(tx, { assigneeEmails, assigneeIds }),
    ] as const;
  };
  const update = {
    ...({ type: 'Deliverable', schema: updateDeliverableInput, input, mode } as const),
    lookUp: (
      tx: Context,
      rest: Partial<z.output<typeof updateDeliverableInput>>,
      row: Deliverable,
    ) => look(tx, row, rest),
  };
  const taken = (again = context) =>
    deliverableNameTakenMessage(
      again,
      { deliverables: { some: { accountId: context.accountId, id: requireId(input) } } },
      input.name,
    );
  return withUniqueConflict('name', taken, () =>
    updateRecord(context, update, async (tx, change, row: Deliverable) => {
      const {
        statusName: _name,
        statusId: _id,
        assigneeEmails: _emails,
        assigneeIds: _ids,
        ...rest
      } = change;
      const { toDos, customValues, ...data } = rest;
      const [move, users] = await awaitLookups<
        [Awaited<ReturnType<typeof moveTo>>, number[] | undefined]
      >(look(tx, row, change));
      const reassigned = users && (await setDeliverableAssignees(tx, row.id, users));
      const { customValues: before } = row;
      const stored = await mergeCustomValues(tx, 'DELIVERABLE', before, customValues, mode);
      return tx.db.deliverable.updateManyAndReturn({
        where: { accountId: tx.accountId, id: row.id },
        data: {
          ...data,
          ...move,
          ...(toDos && { toDos: toDoItemsToJson(toDos) }),
          ...(stored && { customValues: stored as Prisma.InputJsonObject }),
          ...(reassigned && versionIncrement),
        },
      });
    }),
  );
}

type Moved = 'statusId' | 'completedAt' | 'approvedAt' | 'approvedBy';

async function moveTo(
  context: Context,
  row: Deliverable,
  status: { name: string | null; id: string | null },
): Promise<Partial<Pick<Deliverable, Moved>>> {
  if (status.name === null && status.id === null) return {};
  const { projectTypeId } = await findLastDeliverablePosition(context, row.projectId);
  const next = await resolveDeliverableStatus(context, projectTypeId, status);
  if (next.id === row.statusId) return {};
  if (!next.complete) {
    return { statusId: next.id, completedAt: null, approvedAt: null, approvedBy: null };
  }
  return { statusId: next.id, completedAt: row.completedAt ?? context.now };
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
      const which = await describeInvoices(tx, [invoiceId]);
      const message = `The deliverable cannot be deleted: ${which} charges it.`;
      throw new ActionError('conflicting_state', message);
    }
    const assignees = { type: 'DeliverableAssignee', column: 'deliverableId' } as const;
    await deleteRecord(tx, 'Deliverable', id, assignees);
    return id;
  });
}
