import type { z } from 'zod';
import type { Deliverable, Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteChildRows, deletionErrorOf } from '../../write/delete-record.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';
import { nextVersion } from '../../write/written-rows.ts';
import { describeInvoices } from '../billed-work/rules.ts';
import { mergeCustomValues } from '../custom-fields/values.ts';
import { toDoItemsToJson } from '../to-do-items/fields.ts';
import { resolveAssignees, setDeliverableAssignees } from './assignees.ts';
import { deliverableConstraints } from './deliverable-record.ts';
import { findLastDeliverablePosition, resolveDeliverableStatus } from './deliverable-status.ts';
import { updateDeliverableInput } from './fields.ts';

/**
 * A PUT does not reset name, status and position. A complete status sets the completion.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input, name_taken; conflicting_state for a
 * new assignee who is inactive
 */
export function updateDeliverable(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateDeliverableInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const ownProject = {
    deliverables: { some: { accountId: context.accountId, id: String(input.id) } },
  };
  return updateWithInput(
    context,
    {
      ...({
        model: 'Deliverable',
        schema: updateDeliverableInput,
        input,
        mode,
        startLookups,
      } as const),
      constraints: ({ name }) => deliverableConstraints(ownProject, name),
    },
    async (tx, change, row) => {
      const {
        statusName: _name,
        statusId: _id,
        assigneeEmails: _emails,
        assigneeIds: _ids,
        ...rest
      } = change;
      const { toDos, customValues, ...data } = rest;
      const [statusChange, users] = await awaitLookups<
        [Awaited<ReturnType<typeof changeStatus>>, number[] | undefined]
      >(startLookups(tx, change, row));
      const reassigned = users && (await setDeliverableAssignees(tx, row.id, users));
      const stored = await mergeCustomValues(
        tx,
        'DELIVERABLE',
        row.customValues,
        customValues,
        mode,
      );
      return {
        ...data,
        ...statusChange,
        ...(toDos && { toDos: toDoItemsToJson(toDos) }),
        ...(stored && { customValues: stored as Prisma.InputJsonObject }),
        ...(reassigned && nextVersion(row)),
      };
    },
  );
}

function startLookups(
  tx: Context,
  change: Partial<z.output<typeof updateDeliverableInput>>,
  row: Deliverable,
) {
  const { statusName, statusId, assigneeEmails, assigneeIds } = change;
  return [
    changeStatus(tx, row, { name: statusName ?? null, id: statusId ?? null }),
    resolveAssignees(tx, { assigneeEmails, assigneeIds }),
  ] as const;
}

type StatusColumns = 'statusId' | 'completedAt' | 'approvedAt' | 'approvedBy';

async function changeStatus(
  context: Context,
  row: Deliverable,
  status: { name: string | null; id: string | null },
): Promise<Partial<Pick<Deliverable, StatusColumns>>> {
  if (status.name === null && status.id === null) return {};
  const { projectTypeId } = await findLastDeliverablePosition(context, row.projectId);
  const next = await resolveDeliverableStatus(context, projectTypeId, status);
  if (next.id === row.statusId) return {};
  if (!next.complete) {
    return { statusId: next.id, completedAt: null, approvedAt: null, approvedBy: null };
  }
  return { statusId: next.id, completedAt: row.completedAt ?? context.now };
}

/** @throws ActionError id_missing, record_not_found; conflicting_state if it has time entries or an invoice bills it */
export const deleteDeliverable = (context: Context, input: { id?: unknown }): Promise<string> =>
  write(context, async (tx) => {
    const deliverable = await tx.lock('Deliverable', requireId(input));
    const { id, invoiceId } = deliverable;
    if (invoiceId !== null) {
      const invoiceNames = await describeInvoices(tx, [invoiceId]);
      const message = `The deliverable cannot be deleted: ${invoiceNames} charges it.`;
      throw new ActionError('conflicting_state', message);
    }
    await deleteChildRows(tx, id, [
      { type: 'DeliverableAssignee', column: 'deliverableId' },
      { type: 'Attachment', column: 'deliverableId' },
    ]);
    tx.delete('Deliverable', [deliverable], deletionErrorOf(tx, 'Deliverable'));
    return id;
  });
