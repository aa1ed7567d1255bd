import type { Context } from '../../platform/context/context.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { rangeOrderRule } from '../../platform/input/date-ranges.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { taxDirections, taxSummaryInput } from './tax-fields.ts';
import type { PeriodTax } from './taxes-by-period.ts';
import { listTaxes } from './taxes-by-period.ts';

export interface TaxSummary {
  start: Date;
  currency: string;
  outputTax: Decimal;
  deductibleTax: Decimal;
  /** outputTax − deductibleTax */
  payable: Decimal;
  taxes: PeriodTax[];
}

/** @throws ActionError missing_scope, not_for_role, invalid_input */
export async function listTaxSummary(
  context: Context,
  input: InputOf<typeof taxSummaryInput>,
): Promise<TaxSummary[]> {
  const parsed = parseInput(taxSummaryInput, input, rangeOrderRule);
  const found = new Map<string, TaxSummary>();
  for (const tax of await listTaxes(context, { ...parsed, directions: [...taxDirections] })) {
    const { currency, start } = tax;
    const key = `${formatDate(start)} ${currency}`;
    const none = new Decimal(0);
    const sums = found.get(key) ?? { outputTax: none, deductibleTax: none, taxes: [] };
    const isOutput = tax.direction === 'OUTPUT';
    const outputTax = sums.outputTax.plus(isOutput ? tax.tax : 0);
    const deductibleTax = sums.deductibleTax.plus(tax.deductibleTax ?? 0);
    const payable = outputTax.minus(deductibleTax);
    const taxes = [...sums.taxes, tax];
    found.set(key, { start, currency, outputTax, deductibleTax, payable, taxes });
  }
  return [...found.values()];
}
