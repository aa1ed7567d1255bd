import { currency, enumOf, list } from '../../platform/input/field-types.ts';
import { inputObject, nullable, withDefault } from '../../platform/input/fields.ts';
import { reportingPeriodFields } from './reporting-periods.ts';

const taxBases = ['ACCRUAL', 'CASH'] as const;

export type TaxBasis = (typeof taxBases)[number];

export const taxDirections = ['OUTPUT', 'INPUT'] as const;

export type TaxDirection = (typeof taxDirections)[number];

const fields = {
  basis: withDefault(
    enumOf('TaxBasis', taxBases),
    'ACCRUAL',
    'Whether a tax counts when it was invoiced or when it was paid.',
  ),
  ...reportingPeriodFields,
  in: nullable(
    currency,
    'Converts all amounts to this currency with the exchange rate of their day. Default: no conversion.',
  ),
};

export const taxSummaryInput = inputObject(
  'TaxSummary',
  'Which taxes of which periods to sum up.',
  fields,
);

export const taxPeriodsInput = inputObject(
  'TaxPeriods',
  'Which taxes of which periods to sum up.',
  {
    ...fields,
    directions: nullable(
      list(enumOf('TaxDirection', taxDirections), { min: 1, max: 2 }),
      'Output tax, input tax, or both. They need `expenses:read`. Default: only the taxes of invoices.',
    ),
  },
);
