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
import { deletionErrorOf } from '../../write/delete-record.ts';
import { GuardError } from '../../write/guards.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { write } from '../../write/write.ts';
import { evenIfBilledField, hasChanges, requireNotBilled } from '../billed-work/rules.ts';
import type { ResolvedWork, WorkReference } from '../deliverables/work-references.ts';
import {
  requireWorkNotArchived,
  resolveWork,
  validateWorkReference,
  workReferenceFields,
} from '../deliverables/work-references.ts';
import { resolveAssignee } from '../workspaces/user-references.ts';
import { maySetRate, requirePricingPermission } from './create.ts';
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
 * A PUT resets omitted fields except start, end and user. A deliverable or project that is named without its
 * parents is looked up in those of the entry. Members see null as the hourly rate, so null from them keeps it.
 * @throws ActionError id_missing, record_not_found, name_not_found, invalid_input
 * @throws ActionError conflicting_state for a billed entry or an inactive user
 * @throws ActionError not_for_role for a member that sets the hourly rate
 */
export function updateTimeEntry(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateTimeEntryInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const startLookups = (tx: Context, change: Change, current: TimeEntry) =>
    [resolveChangedWork(tx, current, change), resolveChangedUser(tx, change)] as const;
  return updateWithInput(
    context,
    {
      ...({
        model: 'TimeEntry',
        schema: updateTimeEntryInput,
        input,
        mode,
        startLookups,
      } as const),
      constraints: () => ({ _fkey: (cause: unknown) => new GuardError(cause) }),
    },
    async (tx, change, current) => {
      const { timerStart, timerEnd, notes, billable, hourlyAmount, externalId, source } = change;
      requirePricingPermission(context, change);
      const entryColumns = {
        ...(timerStart && { timerStart }),
        ...(timerEnd && { timerEnd }),
        ...(notes !== undefined && { notes }),
        ...(billable !== undefined && { billable }),
        ...(hourlyAmount !== undefined && maySetRate(tx) && { hourlyAmount }),
      };
      const errors = validateEndAfterStart({ ...current, ...entryColumns });
      if (errors.length > 0) throw invalidInputError(errors);
      const [workIds, userId] = await awaitLookups<[ResolvedWork | undefined, number | undefined]>(
        startLookups(tx, change, current),
      );
      const columns = { ...entryColumns, ...workIds, ...(userId !== undefined && { userId }) };
      if (hasChanges(current, columns)) {
        const errorSubject = 'The time entry cannot be changed';
        await requireNotBilled(tx, [current], errorSubject, change.evenIfBilled);
      }
      return { ...columns, externalId, source };
    },
  );
}

const levels = [
  ['clientName', 'clientId'],
  ['projectName', 'projectId'],
  ['deliverableName', 'deliverableId'],
] as const;

async function resolveChangedWork(
  context: Context,
  current: ResolvedWork,
  change: Change,
): Promise<ResolvedWork | undefined> {
  const isLevelSet = levels.map((fields) => fields.some((field) => change[field] !== undefined));
  if (!isLevelSet.includes(true)) return undefined;
  const reference: WorkReference = {};
  for (const [index, [nameField, idField]] of levels.entries()) {
    if (isLevelSet[index]) {
      reference[nameField] = change[nameField] ?? null;
      reference[idField] = change[idField] ?? null;
    } else if (!isLevelSet.slice(0, index).includes(true) && !isLowerIdSet(change, index)) {
      reference[idField] = current[idField];
    }
  }
  const errors = validateWorkReference(reference);
  if (errors.length > 0) throw invalidInputError(errors);
  const workIds = await resolveWork(context, reference);
  // An entry of archived work can be corrected.
  if (workIds) await requireWorkNotArchived(context.names, reference, workIds, current);
  return workIds;
}

/** An id determines the levels above it. */
function isLowerIdSet(change: Change, index: number): boolean {
  return levels.slice(index + 1).some(([, idField]) => Boolean(change[idField]));
}

async function resolveChangedUser(
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
 * Deletes a billed time entry only with `evenIfBilled`.
 * @throws ActionError id_missing, record_not_found, invalid_input, conflicting_state
 */
export const deleteTimeEntry = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof deleteTimeEntryInput>,
): Promise<string> =>
  write(context, async (tx) => {
    const entry = await tx.lock('TimeEntry', requireId(input));
    const { evenIfBilled } = parseInput(deleteTimeEntryInput, input);
    await requireNotBilled(tx, [entry], 'The time entry cannot be deleted', evenIfBilled);
    tx.delete('TimeEntry', [entry], deletionErrorOf(tx, 'TimeEntry'));
    return entry.id;
  });
