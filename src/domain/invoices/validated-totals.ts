import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { redactCurrency, validatePrecision } from '../../platform/money/amount-precision.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { Adjustments, ItemAdjustments } from './adjustments.ts';
import { validateAdjustmentPrecision } from './adjustments.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import { computeTotals } from './invoice-totals.ts';
import type { LineContent } from './line-rows.ts';
import { isItemOrItemAdjustment, totalsLinesOf } from './line-rows.ts';
import type { InvoiceTax } from './tax.ts';
import { computeEffectiveRate } from './tax-components.ts';
import { validateTotals } from './totals-limits.ts';

export interface TotalsFields {
  currency: string;
  lines: readonly LineContent[];
  discountPercent: Decimal;
  taxInclusive: boolean;
  roundTo: Decimal | null;
  /** The field of errors about amounts. */
  amountsAt: 'items' | 'amount';
}

/** Contains the client's currency only if the caller may read clients. */
export function validateInvoiceCurrency(
  context: Context,
  { currency: requestedCurrency }: { currency: string | null },
  currency: string,
): FieldError[] {
  if (requestedCurrency === null || requestedCurrency === currency) return [];
  const clientCurrency = canRead(context, 'clients')
    ? `is billed in ${currency}`
    : 'is billed in another';
  return [
    {
      path: 'currency',
      code: 'disagrees',
      message: `is ${requestedCurrency}, but the client ${clientCurrency}`,
    },
  ];
}

/** Too precise amounts are errors. The service does not round them. */
export function validateInvoicePrecision(
  context: Context,
  fields: Partial<Adjustments>,
  items: readonly Partial<ItemAdjustments>[],
  currency: string,
): FieldError[] {
  const errors = validateAdjustmentPrecision(fields, items, currency);
  return canRead(context, 'invoices') ? errors : errors.map(redactCurrency);
}

/**
 * Removes a rounding line of 0.
 * @param knownErrors errors to report together with those of the totals
 * @throws ActionError invalid_input
 */
export function computeInvoiceTotals(
  context: Context,
  { amountsAt, currency, discountPercent, lines, roundTo, taxInclusive }: TotalsFields,
  { category, components, reason, reasonCode }: InvoiceTax,
  knownErrors: readonly FieldError[] = [],
): { lines: LineContent[]; totals: InvoiceTotals } {
  const errors = [...knownErrors];
  if (taxInclusive && hasFullNegativeTax(lines, components)) {
    const message = 'cannot be true if a tax rate is −100 % or below';
    throw invalidInputError([...errors, { path: 'taxInclusive', code: 'out_of_range', message }]);
  }
  const totals = computeTotals({
    currency,
    discountPercent,
    roundTo,
    components,
    category,
    reason,
    reasonCode,
    taxIncluded: taxInclusive,
    lines: totalsLinesOf(lines),
  });
  const canReadAmounts = canRead(context, 'invoices');
  errors.push(...validateTotals(totals, amountsAt, pathsOf(lines, amountsAt)));
  if (amountsAt === 'amount') {
    const [{ price }] = lines as [LineContent];
    const found = validatePrecision(price, currency, amountsAt);
    errors.push(...(canReadAmounts ? found : found.map(redactCurrency)));
  }
  if (totals.total.lt(0)) {
    const present = canReadAmounts ? `, not ${totals.total}` : '';
    const message = `the invoice’s total must not be negative${present}`;
    errors.push({ path: amountsAt, code: 'out_of_range', message });
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return withoutEmptyRounding(lines, totals);
}

function withoutEmptyRounding(lines: readonly LineContent[], totals: InvoiceTotals) {
  const isKept = (index: number) =>
    lines[index]?.role !== 'ROUNDING' || !totals.lines[index]?.lineTotal.isZero();
  return {
    lines: lines.filter((_, index) => isKept(index)),
    totals: { ...totals, lines: totals.lines.filter((_, index) => isKept(index)) },
  };
}

function pathsOf(lines: readonly LineContent[], amountsAt: TotalsFields['amountsAt']) {
  const pathByRole = { ALLOWANCE: 'allowances', CHARGE: 'charges' } as const;
  return (index: number): string => {
    const { role } = lines[index] as LineContent;
    const before = lines.slice(0, index + 1);
    const place = (of: LineContent['role']) => before.filter((line) => line.role === of).length - 1;
    if (isItemOrItemAdjustment({ role })) return `${amountsAt}.${place('ITEM')}`;
    if (role === 'ALLOWANCE' || role === 'CHARGE') return `${pathByRole[role]}.${place(role)}`;
    return { WITHHOLDING: 'withholding', PREPAID: 'prepaidAmount', ROUNDING: 'roundTo' }[
      role as 'WITHHOLDING' | 'PREPAID' | 'ROUNDING'
    ];
  };
}

/** A tax of −100 % or below leaves no price without tax. */
function hasFullNegativeTax(
  lines: readonly LineContent[],
  components: InvoiceTax['components'],
): boolean {
  const own = lines.flatMap(({ ownTax }) => (ownTax ? [ownTax.components] : []));
  return [components, ...own].some((taxes) => computeEffectiveRate(taxes).lte(-100));
}
