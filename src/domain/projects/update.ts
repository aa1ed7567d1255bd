import type { Project } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { ChangeCollector } from '../../platform/audit-log/change-collector.ts';
import type { Context } from '../../platform/context/context.ts';
import { externalIdUpdateFields } from '../../platform/external-ids/external-ids.ts';
import { booleanType, recordIdType } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import {
  mergeNestedInput,
  parseUpdateInput,
  requireId,
} from '../../platform/input/update-input.ts';
import { resolveReference } from '../../platform/names/name-resolver.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { evenIfBilledField, requireNotBilled } from '../billed-work/rules.ts';
import { customValueList, mergeCustomValues } from '../custom-fields/values.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { feeScheduleFromJson } from './fee-schedule.ts';
import { portalAccessField, projectFields } from './fields.ts';
import { projectNameTakenMessage } from './rules.ts';

export const updateProjectInput = inputObject('UpdateProject', 'A project’s fields.', {
  ...projectFields,
  clientId: requiredOnCreate(
    recordIdType,
    'Id of the client; time entries and expenses follow the project.',
  ),
  portalAccess: withDefault(portalAccessField, 'READ_ONLY'),
  showTimeWorkedInPortal: withDefault(booleanType, false),
  ...externalIdUpdateFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
  evenIfBilled: optionalOnReplace(evenIfBilledField),
});

/**
 * Changes a project: patch keeps what is left out and merges the fee schedule, replace resets both; a replace without
 * clientId keeps the client (spec part 4, "Update endpoints"). With another client its time entries and expenses move
 * along, those that an invoice has charged only where `evenIfBilledField` says so.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, conflicting_state
 */
export async function updateProject(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectInput>,
  mode: UpdateMode,
): Promise<Project> {
  const id = requireId(input);
  return withUniqueConflict('name', projectNameTakenMessage, () =>
    inTransaction(context, async (tx) => {
      const current = await lockRecord<Project>(tx, 'Project', id);
      const clientOf = ({ clientId: named = null }: { clientId?: string | null | undefined }) => {
        const reference = { id: named, nameField: 'clientName', idField: 'clientId' };
        return resolveReference(tx.names, 'client', reference);
      };
      const parsed = await parseOrCollectErrors(
        () => parseUpdateInput(updateProjectInput, input, mode),
        (rest) => [clientOf(rest)],
      );
      const { customValues, evenIfBilled: isAllowed, feeSchedule, ...change } = parsed;
      await clientOf(change);
      const before = current.customValues;
      const stored = await mergeCustomValues(tx, 'PROJECT', before, customValues, mode);
      const fees = mergeNestedInput(
        feeScheduleFromJson(current.feeSchedule),
        feeSchedule,
        input.feeSchedule,
        mode,
      ) as FeeSchedule | null | undefined;
      const rows = await tx.db.project.updateManyAndReturn({
        where: { accountId: tx.accountId, id },
        data: {
          ...change,
          ...(fees !== undefined && { feeSchedule: toJsonColumn(fees) }),
          ...(stored && { customValues: stored as Prisma.InputJsonObject }),
        },
      });
      const { clientId } = requireWrittenRow(rows, 'Project', id);
      if (clientId !== current.clientId) await moveAlong(tx, current, clientId, isAllowed);
      return requireWrittenRow(rows, 'Project', id);
    }),
  );
}

interface Moved {
  type: 'TimeEntry' | 'Expense';
  id: string;
  version: number;
  invoiceId: string | null;
}

/**
 * Takes what hangs on a project to its new client, and notes it for the log. It is locked by that, so that none of it is
 * charged meanwhile. That a time entry or an expense has the client of its project, the database sees when the transaction
 * commits: what was entered beside it for the client before is refused then, or the move is.
 * @throws ActionError conflicting_state where an invoice has charged some, or a deliverable of the project
 */
async function moveAlong(
  context: Context & { log: ChangeCollector },
  { clientId: before, id: projectId }: Pick<Project, 'clientId' | 'id'>,
  clientId: string,
  isAllowed: boolean | undefined,
): Promise<void> {
  const { accountId, log } = context;
  const db = unfilteredClient(context.db);
  const ofProject = Prisma.sql`"accountId" = ${accountId} AND "projectId" = ${projectId}`;
  const move = (type: 'TimeEntry' | 'Expense') => db.$queryRaw<Moved[]>`
    UPDATE ${Prisma.raw(`"${type}"`)} SET "clientId" = ${clientId} WHERE ${ofProject}
    RETURNING ${type}::text AS type, id, version, "invoiceId"`;
  const moved = [...(await move('TimeEntry')), ...(await move('Expense'))];
  const charged = await db.$queryRaw<Pick<Moved, 'invoiceId'>[]>`
    SELECT "invoiceId" FROM "Deliverable" WHERE ${ofProject} AND "invoiceId" IS NOT NULL`;
  const what = 'The project cannot move to another client together with its billed records';
  await requireNotBilled(context, [...moved, ...charged], what, isAllowed);
  for (const { id, type, version } of moved) {
    log.updated(type, { accountId, id, clientId, version }, { clientId: before });
  }
}
