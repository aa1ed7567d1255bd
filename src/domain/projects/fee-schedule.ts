import type { z } from 'zod';
import { booleanType, date, enumOf, integer, money } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';

export const feeTypes = ['HOURLY', 'FIXED_PRICE', 'RETAINER', 'PER_ITEM'] as const;
export const retainerSchedules = [
  'WEEKLY',
  'BI_WEEKLY',
  'MONTHLY',
  'QUARTERLY',
  'BI_ANNUALLY',
  'ANNUALLY',
  'AS_NEEDED',
] as const;
export const retainerTimings = ['ADVANCED', 'ARREARS'] as const;

export const feeScheduleInput = inputObject('FeeScheduleInput', 'A fee schedule.', {
  feeType: nullable(enumOf('FeeType', feeTypes), 'Basis of the amount.'),
  amount: nullable(
    money({ min: 0 }),
    'Amount per hour, project, period or item, depending on feeType.',
  ),
  retainerSchedule: nullable(
    enumOf('RetainerSchedule', retainerSchedules),
    'Billing period of a retainer.',
  ),
  estimateMin: nullable(money({ min: 0 }), 'Lower end of the estimate.'),
  estimateMax: nullable(money({ min: 0 }), 'Upper end of the estimate.'),
  retainerStart: nullable(date, 'First day of the retainer.'),
  retainerTiming: nullable(
    enumOf('RetainerTiming', retainerTimings, { Advance: 'ADVANCED', 'In advance': 'ADVANCED' }),
    'Whether a period is billed in advance or in arrears.',
  ),
  retainerPeriods: nullable(
    integer({ min: -1 }),
    'Number of periods of the retainer; -1 for open-ended.',
  ),
  retainerOverageRate: nullable(money({ min: 0 }), 'Hourly rate beyond the retainer.'),
  taxable: nullable(booleanType, 'Whether the amount is taxable.'),
});

export type FeeSchedule = z.output<typeof feeScheduleInput>;

/** Adds fields that older rows lack. */
export function feeScheduleFromJson(stored: unknown): FeeSchedule | null {
  return stored === null ? null : feeScheduleInput.parse(stored);
}
