import type { Prisma, Project } from '../../generated/prisma/client.ts';
import { evenIfBilled, refuseBilled } from '../billed-work.ts';
import { customValueList, mergeCustomValues } from '../custom-fields/values.ts';
import type { ChangeLog } from '../kernel/change-log.ts';
import type { UpdateMode } from '../kernel/changes.ts';
import { mergeNested, parseChange, requireId } from '../kernel/changes.ts';
import type { Context } from '../kernel/context.ts';
import { inTransaction } from '../kernel/context.ts';
import { refusingTaken } from '../kernel/database-errors.ts';
import { changedExternalIdFields } from '../kernel/external-ids.ts';
import type { InputOf } from '../kernel/fields.ts';
import { defaulted, inputObject, kept, keptUnlessGiven, nullable } from '../kernel/fields.ts';
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
  ...changedExternalIdFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
  evenIfBilled: keptUnlessGiven(evenIfBilled),
});

/**
 * Changes a project: patch keeps what is left out and merges the fee schedule, replace resets both; a replace without
 * clientId keeps the client (spec part 4, "Update endpoints"). With another client its time entries and expenses move
 * along, those that an invoice has charged only where `evenIfBilled` says so.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, conflicting_state
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
      const parsed = parseChange(updateProjectInput, input, mode);
      const { customValues, evenIfBilled: isAllowed, feeSchedule, ...change } = parsed;
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
      const { clientId } = writtenRow(rows, 'Project', id);
      if (clientId !== current.clientId) await noteMoved(tx, current, clientId, isAllowed);
      return writtenRow(rows, 'Project', id);
    }),
  );
}

interface Moved {
  type: 'TimeEntry' | 'Expense' | 'Deliverable';
  id: string;
  version: number;
  invoiceId: string | null;
}

/**
 * Notes for the log the time entries and expenses that the database moved to another client with their project. They are
 * locked by that, so that none of them is charged meanwhile.
 * @throws ActionError conflicting_state where an invoice has charged some, or a deliverable of the project
 */
async function noteMoved(
  context: Context & { log: ChangeLog },
  { clientId: before, id: projectId }: Pick<Project, 'clientId' | 'id'>,
  clientId: string,
  isAllowed: boolean | undefined,
): Promise<void> {
  const { accountId, db, log } = context;
  const moved = await db.$queryRaw<Moved[]>`
    SELECT 'TimeEntry' AS type, id, version, "invoiceId" FROM "TimeEntry"
    WHERE "accountId" = ${accountId} AND "projectId" = ${projectId} AND "clientId" = ${clientId}
    UNION ALL SELECT 'Expense', id, version, "invoiceId" FROM "Expense"
    WHERE "accountId" = ${accountId} AND "projectId" = ${projectId} AND "clientId" = ${clientId}
    UNION ALL SELECT 'Deliverable', id, version, "invoiceId" FROM "Deliverable"
    WHERE "accountId" = ${accountId} AND "projectId" = ${projectId} AND "invoiceId" IS NOT NULL`;
  const what = 'The project cannot go to another client with what is billed of it';
  await refuseBilled(context, moved, what, isAllowed);
  for (const { id, type, version } of moved) {
    // Deliverables have no client of their own.
    if (type === 'Deliverable') continue;
    log.updated(type, { accountId, id, clientId, version }, { clientId: before });
  }
}
