import type { z } from 'zod';
import { TaxCategory } from '../../generated/prisma/enums.ts';
import {
  decimal,
  enumOf,
  list,
  money,
  multilineText,
  object,
  percent,
  text,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, withDefault } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';

const factor = decimal({ min: -999_999_999, max: 999_999_999, decimals: 12 });

const expenseLineInput = inputObject(
  'ExpenseLineInput',
  'A line of an expense.',
  {
    description: nullable(multilineText()),
    quantity: withDefault(factor, new Decimal(1), 'Negative for a returned item.'),
    unit: nullable(text(100)),
    unitPrice: nullable(factor),
    net: nullable(money(), 'Default: quantity × unitPrice. Send it if the line has a discount.'),
    taxCategory: nullable(
      enumOf('TaxCategory', Object.values(TaxCategory)),
      'Default: STANDARD if the rate is above 0, otherwise ZERO.',
    ),
    taxRate: nullable(
      percent(),
      'Default: 0. For REVERSE_CHARGE and INTRA_COMMUNITY, send the rate that the workspace owes. ZERO, EXEMPT, EXPORT and OUTSIDE_SCOPE have the rate 0.',
    ),
    tax: nullable(
      money(),
      'Default: net × taxRate, rounded. The tax on the receipt can differ by 5 minor units.',
    ),
    deductiblePercent: withDefault(percent(), new Decimal(100)),
  },
  'ExpenseLine',
);

export const expenseLineList = list(object(expenseLineInput), { max: 1_000 });

export type ExpenseLineFields = z.output<typeof expenseLineInput>;
