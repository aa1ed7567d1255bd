import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import type { Adjustments, ItemAdjustments } from './adjustments.ts';
import { validateAdjustmentPrecision } from './adjustments.ts';
import { redactCurrency, validatePrecision } from './amount-precision.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import { computeTotals } from './invoice-totals.ts';
import type { LineContent } from './line-rows.ts';
import { isItemOrItemAdjustment, totalsLinesOf } from './line-rows.ts';
import type { InvoiceTax } from './tax.ts';
import { computeEffectiveRate } from './tax-components.ts';
import { validateTotals } from './totals-limits.ts';

export interface Summed {
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
  { currency: said }: { currency: string | null },
  currency: string,
): FieldError[] {
  if (said === null || said === currency) return [];
  const told = canRead(context, 'clients') ? `is billed in ${currency}` : 'is billed in another';
  return [{ path: 'currency', code: 'disagrees', message: `is ${said}, but the client ${told}` }];
}

/** Too precise amounts are errors. The service does not round them. */
export function validateInvoicePrecision(
  context: Context,
  fields: Partial<Adjustments>,
  items: readonly Partial<ItemAdjustments>[],
  currency: string,
): FieldError[] {
  const faults = validateAdjustmentPrecision(fields, items, currency);
  return canRead(context, 'invoices') ? faults : faults.map(redactCurrency);
}

/**
 * Removes a rounding line of 0.
 * @param known errors to report together with those of the totals
 * @throws ActionError invalid_input
 */
export function computeInvoiceTotals(
  context: Context,
  { amountsAt, currency, discountPercent, lines, roundTo, taxInclusive }: Summed,
  { category, components, reason }: InvoiceTax,
  known: readonly FieldError[] = [],
): { lines: LineContent[]; totals: InvoiceTotals } {
  const faults = [...known];
  if (taxInclusive && takesAll(lines, components)) {
    const message = 'cannot be true if a tax rate is −100 % or below';
    throw invalidInputError([...faults, { path: 'taxInclusive', code: 'out_of_range', message }]);
  }
  const totals = computeTotals({
    currency,
    discountPercent,
    roundTo,
    components,
    category,
    reason,
    taxIncluded: taxInclusive,
    lines: totalsLinesOf(lines),
  });
  const mayTell = canRead(context, 'invoices');
  faults.push(...validateTotals(totals, amountsAt, pathsOf(lines, amountsAt)));
  if (amountsAt === 'amount') {
    const [{ price }] = lines as [LineContent];
    const found = validatePrecision(price, currency, amountsAt);
    faults.push(...(mayTell ? found : found.map(redactCurrency)));
  }
  if (totals.total.lt(0)) {
    const present = mayTell ? `, not ${totals.total}` : '';
    const message = `the invoice’s total must not be negative${present}`;
    faults.push({ path: amountsAt, code: 'out_of_range', message });
  }
  if (faults.length > 0) throw invalidInputError(faults);
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

/** The input field of a line. */
function pathsOf(lines: readonly LineContent[], amountsAt: Summed['amountsAt']) {
  const named = { ALLOWANCE: 'allowances', CHARGE: 'charges' } as const;
  return (index: number): string => {
    const { role } = lines[index] as LineContent;
    const before = lines.slice(0, index + 1);
    const place = (of: LineContent['role']) => before.filter((line) => line.role === of).length - 1;
    if (isItemOrItemAdjustment({ role })) return `${amountsAt}.${place('ITEM')}`;
    if (role === 'ALLOWANCE' || role === 'CHARGE') return `${named[role]}.${place(role)}`;
    return { WITHHOLDING: 'withholding', PREPAID: 'prepaidAmount', ROUNDING: 'roundTo' }[
      role as 'WITHHOLDING' | 'PREPAID' | 'ROUNDING'
    ];
  };
}

/** A tax of −100 % or below leaves no price without tax. */
function takesAll(lines: readonly LineContent[], components: InvoiceTax['components']): boolean {
  const own = lines.flatMap(({ ownTax }) => (ownTax ? [ownTax.components] : []));
  return [components, ...own].some((taxes) => computeEffectiveRate(taxes).lte(-100));
}
