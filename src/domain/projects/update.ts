import type { Prisma, Project } from '../../generated/prisma/client.ts';
import { customValueList, mergeCustomValues } from '../custom-fields/values.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { mergeNested, parseChange, requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, kept, nullable } from '../kernel/fields.ts';
import { flag, recordId } from '../kernel/kinds.ts';
import { resolveReference } from '../kernel/names.ts';
import { lockRecord, writtenRow } from '../kernel/records.ts';
import { storeObject } from '../kernel/stored-objects.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { readFeeSchedule } from './fee-schedule.ts';
import { nameTaken, portalAccess, projectFields } from './index.ts';

export const updateProjectInput = inputObject('UpdateProject', 'A project’s fields.', {
  ...projectFields,
  clientId: kept(recordId, 'Id of the client; time entries and expenses follow the project.'),
  portalAccess: defaulted(portalAccess, 'READ_ONLY'),
  showTimeWorkedInPortal: defaulted(flag, false),
  customValues: nullable(customValueList, 'Values of custom fields.'),
});

/**
 * Changes a project: patch keeps what is left out and merges the fee schedule, replace resets both; a replace without
 * clientId keeps the client (spec part 4, "Update endpoints"). With another client its time entries and expenses move
 * along.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken
 */
export async function updateProject(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectInput>,
  mode: UpdateMode,
): Promise<Project> {
  const id = requireId(input);
  return refusingTaken('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      const current = await lockRecord<Project>(tx, 'Project', id);
      const { customValues, feeSchedule, ...change } = parseChange(updateProjectInput, input, mode);
      if (change.clientId) {
        const reference = { id: change.clientId, nameField: 'clientName', idField: 'clientId' };
        await resolveReference(tx.names, 'client', reference);
      }
      const before = current.customValues;
      const stored = await mergeCustomValues(tx, 'PROJECT', before, customValues, mode);
      const fees = mergeNested(
        readFeeSchedule(current.feeSchedule),
        feeSchedule,
        input.feeSchedule,
        mode,
      ) as FeeSchedule | null | undefined;
      const rows = await tx.db.project.updateManyAndReturn({
        where: { accountId: tx.accountId, id },
        data: {
          ...change,
          ...(fees !== undefined && { feeSchedule: storeObject(fees) }),
          ...(stored && { customValues: stored as Prisma.InputJsonObject }),
        },
      });
      return writtenRow(rows, 'Project', id);
    }),
  );
}
