import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { invalidInput } from '../kernel/errors.ts';
import { requireNear } from '../kernel/near-days.ts';

type Days = Pick<Invoice, 'dateCreated' | 'dueDate'>;

/**
 * Looks at the days that a draft is given.
 * @throws ActionError invalid_input where one is out of all reason, or the invoice would be due before its own day
 */
export function requireDays(
  context: Context,
  before: Days,
  { dateCreated, dueDate }: { [K in keyof Days]?: Date | null | undefined },
): void {
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
