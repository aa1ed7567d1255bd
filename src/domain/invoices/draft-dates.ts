import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { addDays, dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { laterDate, requireDatesInRange } from '../../platform/input/date-checks.ts';
import { date } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';
import type { SupplyPeriod } from './supply-period.ts';
import { requireSupplyPeriodInRange, validateSupplyPeriod } from './supply-period.ts';

type Days = Pick<Invoice, 'dateCreated' | 'dueDate'>;

/** The issue date, of an operation that issues an invoice or prepares one. */
export const issueDateField = {
  dateIssued: nullable(
    date,
    'Issue date, not in the future; left out: the dateCreated that was given, else the day on which the invoice is issued.',
  ),
};

/** @throws ActionError invalid_input where an issue date is in the future, or more than ten years ago */
export function requireIssueDate(context: Context, dateIssued: Date | null): void {
  requireDatesInRange(context, { dateIssued }, { back: 10, ahead: 0 });
}

type Planned = Pick<
  Invoice,
  'dateCreated' | 'dateIssued' | 'defaultPaymentDays' | 'dueDate' | 'plannedIssueDate'
>;

/** The dates of an invoice that is issued now. The trigger `keep_seller` gives the same to one that a payment issues. */
export function issueDatesOf(
  { now, workspace }: Pick<Context, 'now' | 'workspace'>,
  { dateCreated, dateIssued, defaultPaymentDays, dueDate, plannedIssueDate }: Planned,
): Pick<Invoice, 'dateIssued' | 'dueDate'> {
  if (dateIssued) return { dateIssued, dueDate };
  const today = dateToDb(todayIn(workspace.timeZone, now));
  const issued = plannedIssueDate && plannedIssueDate < today ? plannedIssueDate : today;
  if (defaultPaymentDays === null) return { dateIssued: issued, dueDate };
  const first = formatDate(laterDate(issued, dateCreated));
  return { dateIssued: issued, dueDate: dateToDb(addDays(first, defaultPaymentDays)) };
}

/** The change of a draft, with the due date and the issue date that follow from the day of the invoice. */
export function draftDatesChange(
  before: Planned,
  { dateCreated, dueDate }: { [K in keyof Days]?: Date | undefined },
): Partial<Planned> {
  const isSame = (one: Date | undefined, other: Date) =>
    one === undefined || one.getTime() === other.getTime();
  const { defaultPaymentDays: days } = before;
  const isMoved = dateCreated !== undefined && !isSame(dateCreated, before.dateCreated);
  if (!isSame(dueDate, before.dueDate)) {
    return { defaultPaymentDays: null, ...(isMoved && { plannedIssueDate: dateCreated }) };
  }
  if (!isMoved) return {};
  return {
    plannedIssueDate: dateCreated,
    ...(days !== null && { dueDate: dateToDb(addDays(formatDate(dateCreated), days)) }),
  };
}

/**
 * Looks at the days that a draft is given.
 * @throws ActionError invalid_input where one is out of all reason, or the invoice would be due before its own day
 */
export function requireDraftDates(
  context: Context,
  before: Days & SupplyPeriod,
  change: { [K in keyof Days]?: Date | null | undefined } & Partial<SupplyPeriod>,
): void {
  const { dateCreated, dueDate } = change;
  requireSupply(context, before, change);
  requireDatesInRange(context, { dateCreated }, { back: 10, ahead: 1 });
  requireDatesInRange(context, { dueDate }, { back: 10, ahead: 100 });
  if (!dateCreated && !dueDate) return;
  if ((dueDate ?? before.dueDate) >= (dateCreated ?? before.dateCreated)) return;
  const path = dueDate ? 'dueDate' : 'dateCreated';
  const message = dueDate
    ? 'must not be before the day of the invoice'
    : 'must not be after the day by which the invoice is to be paid';
  throw invalidInputError([{ path, code: 'out_of_range', message }]);
}

function requireSupply(
  context: Context,
  before: SupplyPeriod,
  change: Partial<SupplyPeriod>,
): void {
  requireSupplyPeriodInRange(context, change);
  const isNamed = change.servicePeriodStart || change.servicePeriodEnd;
  const faults = isNamed ? validateSupplyPeriod(change, before) : [];
  if (faults.length > 0) throw invalidInputError(faults);
}

/**
 * Checks the days of a new invoice. One without a day may be due before today: it is taken over from another system, overdue.
 * @throws ActionError invalid_input
 */
export function requireNewInvoiceDates(
  context: Context,
  days: SupplyPeriod & {
    dateCreated: Date | null;
    dateIssued: Date | null;
    dueDate?: Date | null;
    dateDue?: Date | null;
  },
): void {
  const { dateCreated, dateDue, dateIssued, dueDate } = days;
  requireDatesInRange(context, { dateCreated }, { back: 10, ahead: 1 });
  requireIssueDate(context, dateIssued);
  requireDatesInRange(context, { dueDate, dateDue }, { back: 10, ahead: 100 });
  requireSupplyPeriodInRange(context, days);
  const due = dueDate ?? dateDue;
  if (dateCreated && due && due < dateCreated) {
    const path = dueDate ? 'dueDate' : 'dateDue';
    const message = 'must not be before the day of the invoice';
    throw invalidInputError([{ path, code: 'out_of_range', message }]);
  }
}
