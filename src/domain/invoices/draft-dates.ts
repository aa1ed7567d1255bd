import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { addDays, currentDate, dateToDb, formatDate } from '../../platform/dates/dates.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { laterDate, requireDatesInRange } from '../../platform/input/date-checks.ts';
import { date } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';
import type { SupplyPeriod } from './supply-period.ts';
import { requireSupplyPeriodInRange, validateSupplyPeriod } from './supply-period.ts';

type Days = Pick<Invoice, 'dateCreated' | 'dueDate'>;

export const issueDateField = {
  dateIssued: nullable(
    date,
    'Issue date, not in the future. Default: dateCreated, otherwise the day on which the invoice is issued.',
  ),
};

/** @throws ActionError invalid_input */
export function requireIssueDate(context: Context, dateIssued: Date | null): void {
  requireDatesInRange(context, { dateIssued }, { back: 10, ahead: 0 });
}

type Planned = Pick<
  Invoice,
  'dateCreated' | 'dateIssued' | 'defaultPaymentDays' | 'dueDate' | 'plannedIssueDate'
>;

/** If a payment issues the invoice, the trigger `capture_issued_snapshot` computes the same dates. */
export function issueDatesOf(
  { now, workspace }: Pick<Context, 'now' | 'workspace'>,
  { dateCreated, dateIssued, defaultPaymentDays, dueDate, plannedIssueDate }: Planned,
): Pick<Invoice, 'dateIssued' | 'dueDate'> {
  if (dateIssued) return { dateIssued, dueDate };
  const today = currentDate({ now, workspace });
  const issued = plannedIssueDate && plannedIssueDate < today ? plannedIssueDate : today;
  if (defaultPaymentDays === null) return { dateIssued: issued, dueDate };
  const first = formatDate(laterDate(issued, dateCreated));
  return { dateIssued: issued, dueDate: dateToDb(addDays(first, defaultPaymentDays)) };
}

/** @throws ActionError invalid_input */
export function planIssue(context: Context, invoice: Invoice, dateIssued: Date | null): Invoice {
  const planned = withIssueDate(context, invoice, dateIssued);
  const { dateIssued: issued, dueDate } = issueDatesOf(context, planned);
  if (invoice.dateIssued || !issued || dueDate >= issued) return planned;
  const message = `must not be after the due date ${formatDate(dueDate)}: give an earlier issue date, or change the due date`;
  throw invalidInputError([{ path: 'dateIssued', code: 'out_of_range', message }]);
}

function withIssueDate(context: Context, invoice: Invoice, dateIssued: Date | null): Invoice {
  if (dateIssued === null) return invoice;
  requireIssueDate(context, dateIssued);
  const issued = invoice.dateIssued;
  if (issued === null) return { ...invoice, plannedIssueDate: dateIssued };
  if (issued.getTime() === dateIssued.getTime()) return invoice;
  const message = `must be ${formatDate(issued)}, the issue date of the invoice, or omitted`;
  throw invalidInputError([{ path: 'dateIssued', code: 'out_of_range', message }]);
}

export function draftDatesChange(
  before: Planned,
  { dateCreated, dueDate }: { [K in keyof Days]?: Date | undefined },
): Partial<Planned> {
  const isSame = (one: Date | undefined, other: Date) =>
    one === undefined || one.getTime() === other.getTime();
  const { defaultPaymentDays: days, plannedIssueDate: planned } = before;
  const isDateChanged = dateCreated !== undefined && !isSame(dateCreated, before.dateCreated);
  // A planned issue date that differs from dateCreated stays.
  const followsDate = isDateChanged && (planned === null || isSame(planned, before.dateCreated));
  const issue = followsDate ? { plannedIssueDate: dateCreated } : {};
  if (!isSame(dueDate, before.dueDate)) return { ...issue, defaultPaymentDays: null };
  if (!isDateChanged || days === null) return issue;
  return { ...issue, dueDate: dateToDb(addDays(formatDate(dateCreated), days)) };
}

/** @throws ActionError invalid_input */
export function requireDraftDates(
  context: Context,
  before: Days & SupplyPeriod & Pick<Planned, 'plannedIssueDate'>,
  change: { [K in keyof Days]?: Date | null | undefined } & Partial<SupplyPeriod>,
): void {
  const { dateCreated, dueDate } = change;
  requireSupplyPeriod(context, before, change);
  requireDatesInRange(context, { dateCreated }, { back: 10, ahead: 1 });
  requireDatesInRange(context, { dueDate }, { back: 10, ahead: 100 });
  const day = dateCreated ?? before.dateCreated;
  if (dueDate && dueDate.getTime() !== before.dueDate.getTime()) {
    requireDueDateFrom({ dueDate }, [day, before.plannedIssueDate ?? currentDate(context)]);
  } else if (dateCreated && before.dueDate < day) {
    const message = 'must not be after the due date of the invoice';
    throw invalidInputError([{ path: 'dateCreated', code: 'out_of_range', message }]);
  }
}

/** @throws ActionError invalid_input */
function requireDueDateFrom(due: Record<string, Date | null | undefined>, days: Date[]): void {
  const first = days.reduce(laterDate);
  const errors = Object.entries(due).flatMap(([path, date]): FieldError[] => {
    if (!date || date >= first) return [];
    const message = `must not be before ${formatDate(first)}, the invoice date`;
    return [{ path, code: 'out_of_range', message }];
  });
  if (errors.length > 0) throw invalidInputError(errors);
}

function requireSupplyPeriod(
  context: Context,
  before: SupplyPeriod,
  change: Partial<SupplyPeriod>,
): void {
  requireSupplyPeriodInRange(context, change);
  const isNamed = change.servicePeriodStart || change.servicePeriodEnd;
  const errors = isNamed ? validateSupplyPeriod(change, before) : [];
  if (errors.length > 0) throw invalidInputError(errors);
}

/**
 * An overdue invoice from another system needs its `dateCreated` or `dateIssued`.
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
  const givenDates = [dateCreated, dateIssued].filter((day) => day !== null);
  requireDueDateFrom(
    { dueDate, dateDue },
    givenDates.length > 0 ? givenDates : [currentDate(context)],
  );
}
