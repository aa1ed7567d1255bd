import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInput } from '../../platform/errors/action-error.ts';
import { requireNear } from '../../platform/input/date-checks.ts';
import type { Supply } from './supply-period.ts';
import { requireNearSupply, supplyFaults } from './supply-period.ts';

type Days = Pick<Invoice, 'dateCreated' | 'dueDate'>;

/**
 * Looks at the days that a draft is given.
 * @throws ActionError invalid_input where one is out of all reason, or the invoice would be due before its own day
 */
export function requireDays(
  context: Context,
  before: Days & Supply,
  change: { [K in keyof Days]?: Date | null | undefined } & Partial<Supply>,
): void {
  const { dateCreated, dueDate } = change;
  requireSupply(context, before, change);
  requireNear(context, { dateCreated }, { back: 10, ahead: 1 });
  requireNear(context, { dueDate }, { back: 10, ahead: 100 });
  if (!dateCreated && !dueDate) return;
  if ((dueDate ?? before.dueDate) >= (dateCreated ?? before.dateCreated)) return;
  const path = dueDate ? 'dueDate' : 'dateCreated';
  const message = dueDate
    ? 'must not be before the day of the invoice'
    : 'must not be after the day by which the invoice is to be paid';
  throw invalidInput([{ path, code: 'out_of_range', message }]);
}

function requireSupply(context: Context, before: Supply, change: Partial<Supply>): void {
  requireNearSupply(context, change);
  const isNamed = change.servicePeriodStart || change.servicePeriodEnd;
  const faults = isNamed ? supplyFaults(change, before) : [];
  if (faults.length > 0) throw invalidInput(faults);
}

/**
 * Looks at the days that a new invoice is given. One whose own day is left out may be due before today: it is taken over from another
 * system, late already, and the specification has no other field for it.
 * @throws ActionError invalid_input
 */
export function requireNewDays(
  context: Context,
  days: Supply & { dateCreated: Date | null; dueDate?: Date | null; dateDue?: Date | null },
): void {
  const { dateCreated, dateDue, dueDate } = days;
  requireNear(context, { dateCreated }, { back: 10, ahead: 1 });
  requireNear(context, { dueDate, dateDue }, { back: 10, ahead: 100 });
  requireNearSupply(context, days);
  const due = dueDate ?? dateDue;
  if (dateCreated && due && due < dateCreated) {
    const path = dueDate ? 'dueDate' : 'dateDue';
    const message = 'must not be before the day of the invoice';
    throw invalidInput([{ path, code: 'out_of_range', message }]);
  }
}
