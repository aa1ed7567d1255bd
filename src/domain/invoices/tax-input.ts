import { TaxCategory } from '../../generated/prisma/enums.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { taxReasonCode } from '../../platform/input/e-invoice-fields.ts';
import { enumOf, percent, recordIdType, text } from '../../platform/input/field-types.ts';
import { nullable, withRecordName } from '../../platform/input/fields.ts';
import type { Decimal } from '../../platform/money/money.ts';

export const taxCategories = Object.values(TaxCategory);

const reason = text(1_000);

export const lineTaxFields = {
  taxRate: nullable(
    percent(),
    'Tax rate in percent. Default, if the fields below are omitted too: the tax of the invoice.',
  ),
  taxRuleName: nullable(text(), 'A tax rule of the workspace, whose taxes apply.'),
  taxRuleId: nullable(recordIdType, 'The tax rule by id.'),
  taxCategory: nullable(
    enumOf('TaxCategory', taxCategories),
    'Default: STANDARD if the rate is above 0, otherwise ZERO. All except STANDARD and REDUCED have a rate of 0 %.',
  ),
  taxReason: nullable(reason, 'Why it is not taxed as usual, printed on the invoice.'),
  taxReasonCode: nullable(taxReasonCode),
};

export const defaultTaxFields = {
  taxRate: withRecordName(
    'taxPercentage',
    nullable(
      percent(),
      'A single tax rate in percent. Default: the rule or rate of the client, otherwise of the workspace.',
    ),
  ),
  taxRuleName: nullable(text(), 'A tax rule of the workspace instead of a percentage.'),
  taxRuleId: nullable(recordIdType, 'The tax rule by id.'),
  taxCategory: nullable(
    enumOf('TaxCategory', taxCategories),
    'All but STANDARD and REDUCED are of 0 %, and need no rate.',
  ),
  taxReason: nullable(reason),
  taxReasonCode: nullable(taxReasonCode),
};

export interface TaxInput {
  taxRate: Decimal | null;
  taxRuleName: string | null;
  taxRuleId: string | null;
  taxCategory: TaxCategory | null;
  taxReason: string | null;
  taxReasonCode: string | null;
}

export const noTaxSelected: TaxInput = {
  taxRate: null,
  taxRuleName: null,
  taxRuleId: null,
  taxCategory: null,
  taxReason: null,
  taxReasonCode: null,
};

const isTaxed = (category: TaxCategory) => category === 'STANDARD' || category === 'REDUCED';

/** @param path prefix of the paths of errors, for example "items.0." */
export function validateTax(
  {
    taxCategory,
    taxRate,
    taxReason,
    taxReasonCode: reasonCode,
    taxRuleId,
    taxRuleName,
    taxable,
  }: Partial<TaxInput> & {
    taxable?: boolean;
  },
  path = '',
): FieldError[] {
  const errors: FieldError[] = [];
  const report = (field: string, code: string, message: string) =>
    errors.push({ path: `${path}${field}`, code, message });
  const ruleField = (taxRuleName ?? null) === null ? 'taxRuleId' : 'taxRuleName';
  const hasRule = (taxRuleName ?? taxRuleId ?? null) !== null;
  const isPositive = taxRate?.gt(0) ?? false;
  if (taxRate && hasRule) {
    report(ruleField, 'disagrees', 'sets the tax twice: send either this or taxRate');
  }
  if (taxCategory && !isTaxed(taxCategory)) {
    if (isPositive) report('taxRate', 'disagrees', `must be 0 where taxCategory is ${taxCategory}`);
    if (hasRule) report(ruleField, 'disagrees', `sets a tax for ${taxCategory}`);
  }
  if (taxCategory && isTaxed(taxCategory) && !hasRule && !isPositive) {
    const code = taxRate ? 'disagrees' : 'required';
    const message = taxRate ? 'must be above 0' : 'is required';
    report('taxRate', code, `${message} where taxCategory is ${taxCategory}`);
  }
  if (taxable === false && (isPositive || hasRule)) {
    report('taxable', 'disagrees', 'is false, and a tax is named');
  }
  if (path !== '' && (taxReason || reasonCode) && !taxCategory && !taxRate && !hasRule) {
    report('taxCategory', 'required', 'is required with a reason');
  }
  return errors;
}
