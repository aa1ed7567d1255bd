import type { z } from 'zod';
import type { FieldError } from '../../platform/errors/action-error.ts';
import {
  booleanType,
  list,
  money,
  object,
  percent,
  text,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, withDefault } from '../../platform/input/fields.ts';
import { validatePrecision } from '../../platform/money/amount-precision.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { lineTaxFields, validateTax } from './tax-input.ts';

/** EN 16931: discounts and additions, on an item or on the whole invoice. */

const amount = money({ min: 0, max: 999_999_999 });
const reasonText = text(1_000);

const share = (base: string) => ({
  percent: nullable(percent(), `A percentage of ${base}; this or an amount is required.`),
  amount: nullable(
    amount,
    'Amount instead of a percentage, including tax if the invoice’s prices do.',
  ),
});

const itemAdjustmentInput = inputObject(
  'InvoiceItemAdjustment',
  'Something taken off an item, or charged on it; taxed as the item is.',
  {
    ...share('quantity × price'),
    reason: nullable(reasonText, 'Description, printed on the invoice.'),
  },
  'InvoiceLine',
);

const adjustmentInput = inputObject(
  'InvoiceAdjustment',
  'Something taken off the whole invoice, or charged on it.',
  {
    ...share('all items'),
    reason: nullable(reasonText, 'Description, printed on the invoice.'),
    taxable: withDefault(booleanType, true),
    ...lineTaxFields,
  },
  'InvoiceLine',
);

const withholdingInput = inputObject(
  'InvoiceWithholding',
  'Tax that the client withholds and pays to the tax office.',
  {
    ...share('the invoice before tax'),
    reason: nullable(reasonText, 'Name, printed on the invoice.'),
  },
  'InvoiceLine',
);

export const itemAdjustmentFields = {
  discountPercent: nullable(percent(), 'A discount on the item, of quantity × price.'),
  discountAmount: nullable(amount, 'A discount on the item, an amount instead of a percentage.'),
  discountReason: nullable(reasonText, 'Reason for the discount, printed on the invoice.'),
  allowances: nullable(
    list(object(itemAdjustmentInput, { isExact: true }), { max: 20 }),
    'Further discounts on the item, each with its reason.',
  ),
  charges: nullable(
    list(object(itemAdjustmentInput, { isExact: true }), { max: 20 }),
    'Charges on the item.',
  ),
};

export const noItemAdjustments = {
  discountPercent: null,
  discountAmount: null,
  discountReason: null,
  allowances: null,
  charges: null,
};

export const adjustmentFields = {
  allowances: nullable(
    list(object(adjustmentInput, { isExact: true }), { max: 100 }),
    'Discounts on the whole invoice, each with its own tax; a line of their own.',
  ),
  charges: nullable(
    list(object(adjustmentInput, { isExact: true }), { max: 100 }),
    'Charges on the whole invoice, for example freight. Each is a line with its own tax.',
  ),
  withholding: nullable(
    object(withholdingInput, { isExact: true }),
    'Tax that the client withholds. It lowers the amount due and no other tax.',
  ),
  prepaidAmount: nullable(amount, 'Amount already paid, other than by payments of this invoice.'),
  roundTo: nullable(money({ min: 0, max: 1_000 })),
  roundingAmount: nullable(
    money({ min: -1_000, max: 1_000 }),
    'Rounding of the amount due, unless roundTo is set.',
  ),
};

type Share = { percent: Decimal | null; amount: Decimal | null };
export type ItemAdjustment = z.output<typeof itemAdjustmentInput>;
export type Adjustment = z.output<typeof adjustmentInput>;
type Withholding = z.output<typeof withholdingInput>;

export interface ItemAdjustments {
  discountPercent: Decimal | null;
  discountAmount: Decimal | null;
  discountReason: string | null;
  allowances: ItemAdjustment[] | null;
  charges: ItemAdjustment[] | null;
}

export interface Adjustments {
  allowances: Adjustment[] | null;
  charges: Adjustment[] | null;
  withholding: Withholding | null;
  prepaidAmount: Decimal | null;
  roundTo: Decimal | null;
  roundingAmount: Decimal | null;
}

function shareErrors({ amount, percent }: Share, path: string): FieldError[] {
  if (amount && percent) {
    return [{ path: `${path}.amount`, code: 'disagrees', message: 'sets the percentage twice' }];
  }
  if (amount || percent) return [];
  return [{ path: `${path}.percent`, code: 'required', message: 'is required, or amount' }];
}

const sharesErrors = (shares: readonly Share[] | null | undefined, path: string) =>
  (shares ?? []).flatMap((share, index) => shareErrors(share, `${path}.${index}`));

/** @param path prefix of the paths of errors, for example "items.0." */
export function validateItemAdjustments(item: ItemAdjustments, path: string): FieldError[] {
  const { discountAmount, discountPercent, discountReason } = item;
  const errors: FieldError[] = [];
  const report = (field: string, code: string, message: string) =>
    errors.push({ path: `${path}${field}`, code, message });
  if (discountAmount && discountPercent) {
    report('discountAmount', 'disagrees', 'says discountPercent again');
  }
  if (discountReason && !discountAmount && !discountPercent) {
    report('discountPercent', 'required', 'is required with a reason, or discountAmount');
  }
  return [
    ...errors,
    ...sharesErrors(item.allowances, `${path}allowances`),
    ...sharesErrors(item.charges, `${path}charges`),
  ];
}

export function validateAdjustments(fields: Partial<Adjustments>): FieldError[] {
  const { allowances, charges, roundTo, withholding } = fields;
  const taxes = (adjustments: readonly Adjustment[] | null | undefined, path: string) =>
    (adjustments ?? []).flatMap((one, index) => validateTax(one, `${path}.${index}.`));
  const errors: FieldError[] = [
    ...sharesErrors(allowances, 'allowances'),
    ...taxes(allowances, 'allowances'),
    ...sharesErrors(charges, 'charges'),
    ...taxes(charges, 'charges'),
    ...(withholding ? shareErrors(withholding, 'withholding') : []),
  ];
  if (roundTo?.isZero()) {
    errors.push({ path: 'roundTo', code: 'out_of_range', message: 'must be above 0' });
  }
  return errors;
}

export function validateAdjustmentPrecision(
  fields: Partial<Adjustments>,
  items: readonly Partial<ItemAdjustments>[],
  currency: string,
): FieldError[] {
  const check = (amount: Decimal | null | undefined, path: string) =>
    amount ? validatePrecision(amount, currency, path) : [];
  const checkEach = (
    amounts: readonly { amount: Decimal | null }[] | null | undefined,
    path: string,
  ) => (amounts ?? []).flatMap(({ amount }, index) => check(amount, `${path}.${index}.amount`));
  return [
    ...items.flatMap(({ allowances, charges, discountAmount }, index) => [
      ...check(discountAmount, `items.${index}.discountAmount`),
      ...checkEach(allowances, `items.${index}.allowances`),
      ...checkEach(charges, `items.${index}.charges`),
    ]),
    ...checkEach(fields.allowances, 'allowances'),
    ...checkEach(fields.charges, 'charges'),
    ...check(fields.withholding?.amount, 'withholding.amount'),
    ...check(fields.prepaidAmount, 'prepaidAmount'),
    ...check(fields.roundTo, 'roundTo'),
    ...check(fields.roundingAmount, 'roundingAmount'),
  ];
}
