import type { Invoice } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { requireDatesInRange } from '../../platform/input/date-checks.ts';
import { date } from '../../platform/input/field-types.ts';
import { nullable } from '../../platform/input/fields.ts';

/** EN 16931 (BT-72, or BT-73 and BT-74). One end of the period is enough. */
export const supplyPeriodFields = {
  supplyDate: nullable(date),
  servicePeriodStart: nullable(date),
  servicePeriodEnd: nullable(date),
};

export type SupplyPeriod = Pick<Invoice, keyof typeof supplyPeriodFields>;

export const supplyPeriodOf = ({
  supplyDate,
  servicePeriodEnd,
  servicePeriodStart,
}: SupplyPeriod): SupplyPeriod => ({
  supplyDate,
  servicePeriodStart,
  servicePeriodEnd,
});

/** A missing end is taken from the invoice before the change. */
export const validateSupplyPeriod = (
  period: Partial<SupplyPeriod>,
  before?: SupplyPeriod,
): FieldError[] => validateServicePeriod(period, before);

type Period = Pick<SupplyPeriod, 'servicePeriodEnd' | 'servicePeriodStart'>;

export function validateServicePeriod(
  period: Partial<Period>,
  before?: Period,
  path = '',
): FieldError[] {
  const { servicePeriodEnd: end, servicePeriodStart: start } = { ...before, ...period };
  if (!start || !end || start <= end) return [];
  const isEnd = period.servicePeriodEnd !== undefined && period.servicePeriodEnd !== null;
  return isEnd
    ? [
        {
          path: `${path}servicePeriodEnd`,
          code: 'out_of_range',
          message: 'must not be before servicePeriodStart',
        },
      ]
    : [
        {
          path: `${path}servicePeriodStart`,
          code: 'out_of_range',
          message: 'must not be after servicePeriodEnd',
        },
      ];
}

/** @throws ActionError invalid_input */
export function requireSupplyPeriodInRange(context: Context, period: Partial<SupplyPeriod>): void {
  const { servicePeriodEnd, servicePeriodStart, supplyDate } = period;
  const days = { supplyDate, servicePeriodStart, servicePeriodEnd };
  requireDatesInRange(context, days, { back: 10, ahead: 10 });
}
