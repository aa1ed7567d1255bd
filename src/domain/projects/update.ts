import type { Project } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
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
import { resolveChangedReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { evenIfBilledField, requireNotBilled } from '../billed-work/rules.ts';
import { customValueList, mergeCustomValues } from '../custom-fields/values.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { feeScheduleFromJson } from './fee-schedule.ts';
import { portalAccessField, projectFields } from './fields.ts';
import { projectConstraints } from './rules.ts';

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
 * A PUT does not reset the client. Time entries and expenses move to another client with their project.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, conflicting_state
 */
export function updateProject(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectInput>,
  mode: UpdateMode,
): Promise<Project> {
  return write(context, async (tx) => {
    const current = await tx.lock('Project', requireId(input));
    const clientOf = ({ clientId: id }: { clientId?: string | undefined }) => {
      const reference = { id, nameField: 'clientName', idField: 'clientId' };
      return resolveChangedReference(tx.names, 'client', reference);
    };
    const parsed = await parseOrCollectErrors(
      () => parseUpdateInput(updateProjectInput, input, mode),
      (rest) => [clientOf(rest)],
    );
    const { customValues, evenIfBilled: isAllowed, feeSchedule, ...change } = parsed;
    const clientId = await clientOf(change);
    const before = current.customValues;
    const stored = await mergeCustomValues(tx, 'PROJECT', before, customValues, mode);
    const fees = mergeNestedInput(
      feeScheduleFromJson(current.feeSchedule),
      feeSchedule,
      input.feeSchedule,
      mode,
    ) as FeeSchedule | null | undefined;
    const data = {
      ...change,
      ...(clientId && { clientId }),
      ...(fees !== undefined && { feeSchedule: toJsonColumn(fees) }),
      ...(stored && { customValues: stored as Prisma.InputJsonObject }),
    };
    const project = tx.update('Project', current, data, projectConstraints);
    if (project.clientId !== current.clientId) await moveWork(tx, project, isAllowed);
    return project;
  });
}

/**
 * COMMIT checks the foreign keys of records that are created concurrently, and fails.
 * @throws ActionError conflicting_state if a record of the project is billed
 */
async function moveWork(
  tx: WriteContext,
  { clientId, id }: Project,
  isAllowed: boolean | undefined,
): Promise<void> {
  const isOfProjectSql = Prisma.sql`"projectId" = ${id}`;
  const timeEntries = await tx.lockAll('TimeEntry', isOfProjectSql);
  const expenses = await tx.lockAll('Expense', isOfProjectSql);
  const billed = await unfilteredClient(tx.db).$queryRaw<{ invoiceId: string }[]>`
    SELECT "invoiceId" FROM "Deliverable"
    WHERE "accountId" = ${tx.accountId} AND ${isOfProjectSql} AND "invoiceId" IS NOT NULL`;
  const what = 'The project cannot move to another client together with its billed records';
  await requireNotBilled(tx, [...timeEntries, ...expenses, ...billed], what, isAllowed);
  tx.updateAll('TimeEntry', timeEntries, { clientId });
  tx.updateAll('Expense', expenses, { clientId });
}
