import type { z } from 'zod';
import type { TimeEntry } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { externalIdUpdateFields } from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  dateTime,
  email,
  money,
  multilineText,
  userNumber,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  parseInput,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { deleteRecord } from '../../write/delete-record.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord } from '../../write/lock-records.ts';
import { updateRecord } from '../../write/update-record.ts';
import { evenIfBilledField, hasChanges, requireNotBilled } from '../billed-work/rules.ts';
import type { ResolvedWork, WorkReference } from '../deliverables/work-references.ts';
import {
  requireWorkNotArchived,
  resolveWork,
  validateWorkReference,
  workReferenceFields,
} from '../deliverables/work-references.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import { requirePricingPermission } from './create.ts';
import { withWorkConflict } from './insert-time-entries.ts';
import { validateEndAfterStart } from './rules.ts';

export const updateTimeEntryInput = inputObject(
  'UpdateTimeEntry',
  'Fields of a time entry. A new client or project clears the project and deliverable below it, unless they are set too.',
  {
    timerStart: requiredOnCreate(dateTime),
    timerEnd: requiredOnCreate(dateTime),
    ...workReferenceFields,
    notes: nullable(multilineText()),
    billable: withDefault(booleanType, true),
    hourlyAmount: optionalOnReplace(nullable(money({ min: 0 }))),
    ...externalIdUpdateFields,
    userEmail: nullable(email, 'The user. If omitted, it stays.'),
    userId: nullable(
      userNumber,
      'Id of the user, instead of or in addition to the e-mail address.',
    ),
    evenIfBilled: optionalOnReplace(evenIfBilledField),
  },
);

type Change = Partial<z.output<typeof updateTimeEntryInput>>;

/**
 * Changes a time entry, one that an invoice has charged only where `evenIfBilledField` says so: patch keeps what is left out, replace resets it, except start, end
 * and user. A deliverable or project that is named alone is one of the project or client that the entry has.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input; conflicting_state for an entry that
 * is charged, or a user who is inactive; not_for_role for a member who sets the price of an hour
 */
export async function updateTimeEntry(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTimeEntryInput>,
  mode: UpdateMode,
): Promise<TimeEntry> {
  const look = (tx: Context, change: Change, current: TimeEntry) =>
    [changedWork(tx, current, change), changedUser(tx, change)] as const;
  const update = {
    ...({ type: 'TimeEntry', schema: updateTimeEntryInput, input, mode } as const),
    lookUp: look,
  };
  return updateRecord(context, update, async (tx, change, current: TimeEntry) => {
    const { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source } = change;
    requirePricingPermission(context, change);
    const own = {
      ...(timerStart && { timerStart }),
      ...(timerEnd && { timerEnd }),
      ...(notes !== undefined && { notes }),
      ...(billable !== undefined && { billable }),
      ...(hourlyAmount !== undefined && { hourlyAmount }),
    };
    const called = {
      ...(externalId !== undefined && { externalId }),
      ...(source !== undefined && { source }),
    };
    const faults = validateEndAfterStart({ ...current, ...own });
    if (faults.length > 0) throw invalidInputError(faults);
    const [work, userId] = await awaitLookups<[ResolvedWork | undefined, number | undefined]>(
      look(tx, change, current),
    );
    const where = { accountId: tx.accountId, id: current.id };
    const data = { ...own, ...work, ...(userId !== undefined && { userId }) };
    if (hasChanges(current, data)) {
      const what = 'The time entry cannot be changed';
      await requireNotBilled(tx, [current], what, change.evenIfBilled);
    }
    return withWorkConflict(() =>
      tx.db.timeEntry.updateManyAndReturn({ where, data: { ...data, ...called } }),
    );
  });
}

const levels = [
  ['clientName', 'clientId'],
  ['projectName', 'projectId'],
  ['deliverableName', 'deliverableId'],
] as const;

/** The work after a change; undefined where the change says nothing of it. */
async function changedWork(
  context: Context,
  current: ResolvedWork,
  change: Change,
): Promise<ResolvedWork | undefined> {
  const says = levels.map((fields) => fields.some((field) => change[field] !== undefined));
  if (!says.includes(true)) return undefined;
  const reference: WorkReference = {};
  for (const [index, [nameField, idField]] of levels.entries()) {
    if (says[index]) {
      reference[nameField] = change[nameField] ?? null;
      reference[idField] = change[idField] ?? null;
    } else if (!says.slice(0, index).includes(true) && !idBelow(change, index)) {
      reference[idField] = current[idField];
    }
  }
  const faults = validateWorkReference(reference);
  if (faults.length > 0) throw invalidInputError(faults);
  const work = await resolveWork(context, reference);
  // Time that is there already may be put right; none comes to what is archived.
  if (work) await requireWorkNotArchived(context.names, reference, work, current);
  return work;
}

/** Whether the change names something below a level by its id, which says what stands above it. */
function idBelow(change: Change, index: number): boolean {
  return levels.slice(index + 1).some(([, idField]) => Boolean(change[idField]));
}

/** The user after a change; undefined where the change names none. */
async function changedUser(
  context: Context,
  { userEmail, userId }: Change,
): Promise<number | undefined> {
  if (!userEmail && !userId) return undefined;
  return resolveAssignee(context, userEmail ?? null, userId ?? null);
}

export const deleteTimeEntryInput = inputObject('DeleteTimeEntry', 'Which time entry.', {
  evenIfBilled: evenIfBilledField,
});

/**
 * Deletes a time entry, one that an invoice has charged only where `evenIfBilledField` says so.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export async function deleteTimeEntry(
  context: Context,
  input: { id?: unknown } & InputOf<typeof deleteTimeEntryInput>,
): Promise<string> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    const entry = await lockRecord<TimeEntry>(tx, 'TimeEntry', id);
    const allowed = parseInput(deleteTimeEntryInput, input).evenIfBilled;
    await requireNotBilled(tx, [entry], 'The time entry cannot be deleted', allowed);
    await deleteRecord(tx, 'TimeEntry', id);
    return id;
  });
}
