import type { InvoiceLine } from '../../generated/prisma/client.ts';
import type { LineItemType } from '../../generated/prisma/enums.ts';
import type { DocumentTexts } from '../../locales/document-locale.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { Decimal, percentOf } from '../../platform/money/money.ts';
import { isItemOrItemAdjustment } from '../invoices/line-rows.ts';
import { sumAmounts } from '../invoices/tax-components.ts';
import { isSettlement } from '../invoices/totals-lines.ts';
import type {
  EInvoiceAllowance,
  EInvoiceDocumentAllowance,
  EInvoiceLine,
  EInvoiceLineTax,
  EInvoicePeriod,
} from './e-invoice.ts';
import { unitCodeOf } from './unit-codes.ts';

/** A line of an invoice. On a credit note, with the credited quantity and amount. */
export type SourceLine = InvoiceLine & {
  itemLineId: string | null;
};

interface SourceLines {
  words: DocumentTexts;
  lines: readonly SourceLine[];
  taxInclusive: boolean;
  taxOf: (line: SourceLine) => EInvoiceLineTax;
}

/** Adds to each adjustment the id of its item, which is the last item before it. */
export function withItemLines(lines: readonly InvoiceLine[]): SourceLine[] {
  let item: string | null = null;
  return lines.map((line) => {
    if (line.role === 'ITEM') item = line.id;
    const isAdjustment = line.role === 'ITEM_ALLOWANCE' || line.role === 'ITEM_CHARGE';
    // An invisible line counts in the totals, but no document prints its text.
    const description = line.visible ? line.description : null;
    return { ...line, description, itemLineId: isAdjustment ? item : null };
  });
}

/** Items with their adjustments, and applied deposits. If a credit note lacks the item of an adjustment, the adjustment is a line. */
export function buildLines(source: SourceLines): EInvoiceLine[] {
  const { lines } = source;
  const idsOnDocument = new Set(lines.map(({ id }) => id));
  const isLine = ({ depositInvoiceId, itemLineId, role }: SourceLine) =>
    depositInvoiceId !== null ||
    (itemLineId === null ? role === 'ITEM' : !idsOnDocument.has(itemLineId));
  return lines.filter(isLine).map((line) => {
    const adjustments = lines.filter(({ itemLineId }) => itemLineId === line.id);
    return buildLine(line, adjustments, source);
  });
}

function buildLine(
  line: SourceLine,
  adjustments: readonly SourceLine[],
  source: SourceLines,
): EInvoiceLine {
  const { code, word } = unitCodeOf(line.unit);
  const text = line.description?.trim() || lineTypeName(line.type);
  const isDeposit = line.depositInvoiceId !== null;
  const [name, ...rest] = (isDeposit ? `${source.words.depositApplied} ${text}` : text).split('\n');
  return {
    id: String(line.position),
    unitCode: code,
    ...priceOf(line, source),
    netAmount: sumAmounts([line, ...adjustments].map(({ lineTotal }) => lineTotal)),
    name: name as string,
    description: [rest.join('\n').trim(), word].filter(Boolean).join('\n') || null,
    period: periodOf(line),
    allowances: adjustments.flatMap((one) => buildAllowance(one, line.lineTotal, source)),
    ...source.taxOf(line),
  };
}

/** For example "Late fee". */
function lineTypeName(type: LineItemType): string {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function periodOf({
  servicePeriodEnd: end,
  servicePeriodStart: start,
}: Pick<InvoiceLine, 'servicePeriodEnd' | 'servicePeriodStart'>): EInvoicePeriod | null {
  return start || end ? { start: start && formatDate(start), end: end && formatDate(end) } : null;
}

const toleratedDifference = new Decimal('0.01');

/**
 * A price is never negative (BR-27), so a negative line has a negative quantity. Quantity × price is the amount (PEPPOL-EN16931-R120), also in
 * currencies without decimals.
 */
function priceOf(
  line: SourceLine,
  { taxInclusive }: SourceLines,
): Pick<EInvoiceLine, 'baseQuantity' | 'quantity' | 'unitPrice'> {
  const { lineTotal, quantity } = line;
  const isEntered = line.price !== null && !taxInclusive;
  let unitPrice = (isEntered && line.price) || line.unitPrice;
  let baseQuantity = isEntered ? line.baseQuantity : null;
  const exact = quantity.times(unitPrice).dividedBy(baseQuantity ?? 1);
  if (exact.minus(lineTotal).abs().gt(toleratedDifference)) {
    unitPrice = lineTotal.dividedBy(quantity).toDecimalPlaces(12);
    baseQuantity = null;
  }
  return unitPrice.isNegative()
    ? { quantity: quantity.negated(), unitPrice: unitPrice.negated(), baseQuantity }
    : { quantity, unitPrice, baseQuantity };
}

/** The percentage is left out if rounding made it inexact. */
function buildAllowance(
  line: SourceLine,
  base: Decimal,
  { words }: SourceLines,
): EInvoiceAllowance[] {
  const { description, lineTotal, percent } = line;
  if (lineTotal.isZero()) return [];
  const amount = lineTotal.abs();
  const isCharge = lineTotal.isPositive();
  const baseAmount = base.abs();
  const isExact =
    percent !== null && percentOf(baseAmount, percent).minus(amount).abs().lte(toleratedDifference);
  return [
    {
      isCharge,
      amount,
      percent: isExact ? percent : null,
      baseAmount: isExact ? baseAmount : null,
      reason: description?.trim() || (isCharge ? words.charge : words.allowance),
    },
  ];
}

export function buildDocumentAllowances(source: SourceLines): EInvoiceDocumentAllowance[] {
  const { lines, taxOf } = source;
  const items = sumAmounts(lines.filter(isItemOrItemAdjustment).map(({ lineTotal }) => lineTotal));
  return lines
    .filter((line) => isDocumentAdjustment(line) && line.depositInvoiceId === null)
    .flatMap((line) =>
      buildAllowance(line, items, source).map((one) => ({ ...one, ...taxOf(line) })),
    );
}

const isDocumentAdjustment = (line: SourceLine): boolean =>
  !isItemOrItemAdjustment(line) && !isSettlement(line);
