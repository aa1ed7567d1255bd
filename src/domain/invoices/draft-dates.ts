import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import type { SupplyPeriod } from './supply-period.ts';
import { requireSupplyPeriodInRange, validateSupplyPeriod } from './supply-period.ts';

type Days = Pick<Invoice, 'dateCreated' | 'dueDate'>;

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
 * Looks at the days that a new invoice is given. One whose own day is left out may be due before today: it is taken over from another
 * system, late already, and the specification has no other field for it.
 * @throws ActionError invalid_input
 */
export function requireNewInvoiceDates(
  context: Context,
  days: SupplyPeriod & { dateCreated: Date | null; dueDate?: Date | null; dateDue?: Date | null },
): void {
  const { dateCreated, dateDue, dueDate } = days;
  requireDatesInRange(context, { dateCreated }, { back: 10, ahead: 1 });
  requireDatesInRange(context, { dueDate, dateDue }, { back: 10, ahead: 100 });
  requireSupplyPeriodInRange(context, days);
  const due = dueDate ?? dateDue;
  if (dateCreated && due && due < dateCreated) {
    const path = dueDate ? 'dueDate' : 'dateDue';
    const message = 'must not be before the day of the invoice';
    throw invalidInputError([{ path, code: 'out_of_range', message }]);
  }
}
