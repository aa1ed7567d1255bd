import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { InvoiceRecord } from '../invoices/invoice-record.ts';
import type { CreditNoteFields } from './fields.ts';
import type { RemainingInvoice } from './remaining-invoice.ts';
import { computeRemainingInvoice, emptyRemainingInvoice } from './remaining-invoice.ts';

/**
 * A credit note is the invoiced amount that is not credited yet, minus the rest of the invoice, computed as a separate
 * invoice.
 * So the credit notes of a whole invoice add up to it exactly, regardless of rounding.
 */

type Line = InvoiceRecord['lineItems'][number];

interface CreditedLine {
  line: Line;
  quantity: Decimal;
  unitPrice: Decimal;
  lineTotal: Decimal;
}

interface Tax {
  order: number;
  taxableAmount: Decimal;
  amount: Decimal;
}

export interface CreditNoteAmounts {
  lines: CreditedLine[];
  taxes: Tax[];
  subTotal: Decimal;
  discountAmount: Decimal;
  tax: Decimal;
  total: Decimal;
  /** The lines that are now credited completely. */
  wholeLineIds: string[];
}

const zero = new Decimal(0);

interface CreditedTotals {
  subTotal: Decimal;
  discountAmount: Decimal;
  tax: Decimal;
  lines: { id: string; quantity: Decimal; lineTotal: Decimal }[];
  taxes: Tax[];
}

/** The sums of the earlier credit notes of a locked invoice. */
async function sumEarlierCreditNotes(
  { accountId, db }: Context,
  invoiceId: string,
): Promise<CreditedTotals> {
  const invoiceCondition = Prisma.sql`c."accountId" = ${accountId} AND c."invoiceId" = ${invoiceId}`;
  const joinSql = Prisma.sql`JOIN "CreditNote" c ON c."accountId" = t."accountId" AND c.id = t."creditNoteId" WHERE ${invoiceCondition}`;
  const [sums] = await db.$queryRaw<[Omit<CreditedTotals, 'lines' | 'taxes'>]>`
    SELECT coalesce(sum(c."subTotal"), 0) AS "subTotal", coalesce(sum(c."discountAmount"), 0) AS "discountAmount",
      coalesce(sum(c.tax), 0) AS tax FROM "CreditNote" c WHERE ${invoiceCondition}`;
  const lines = await db.$queryRaw<CreditedTotals['lines']>`
    SELECT t."invoiceLineId" AS id, sum(t.quantity) AS quantity, sum(t."lineTotal") AS "lineTotal"
    FROM "CreditNoteLine" t ${joinSql} GROUP BY 1`;
  const taxes = await db.$queryRaw<Tax[]>`
    SELECT t."order", sum(t."taxableAmount") AS "taxableAmount", sum(t.amount) AS amount
    FROM "CreditNoteTaxLine" t ${joinSql} GROUP BY 1`;
  return { ...sums, lines, taxes };
}

/**
 * The invoice is locked.
 * @throws ActionError record_not_found, invalid_input; conflicting_state if the rest would be negative
 */
export async function computeCreditNoteAmounts(
  context: Context,
  invoice: InvoiceRecord,
  requestedLines: CreditNoteFields['lines'],
): Promise<CreditNoteAmounts> {
  const earlierCredit = await sumEarlierCreditNotes(context, invoice.id);
  const remainingLines = findRemainingLines(invoice, earlierCredit);
  const items = remainingLines.filter(({ line }) => line.role === 'ITEM');
  const creditedQuantities = requestedLines
    ? creditedQuantitiesOf(remainingLines, requestedLines)
    : new Map(items.map(({ line, quantity }) => [line.id, quantity]));
  const restQuantities = new Map(
    items.map(({ line, quantity }) => [
      line.id,
      quantity.minus(creditedQuantities.get(line.id) ?? zero),
    ]),
  );
  const isAll = [...restQuantities.values()].every((quantity) => quantity.isZero());
  const rest = isAll ? emptyRemainingInvoice : computeRemainingInvoice(invoice, restQuantities);
  const lines = remainingLines.flatMap(({ line, lineTotal }): CreditedLine[] => {
    const total = lineTotal.minus(rest.lineTotals.get(line.id) ?? zero);
    if (line.role !== 'ITEM') return creditAdjustment(line, total);
    const quantity = creditedQuantities.get(line.id) ?? zero;
    return quantity.isZero()
      ? []
      : [{ line, quantity, unitPrice: line.unitPrice, lineTotal: total }];
  });
  const sumOf = (key: 'discountAmount' | 'subTotal' | 'tax') =>
    invoice[key].minus(earlierCredit[key]).minus(rest[key]);
  const [subTotal, discountAmount, tax] = [
    sumOf('subTotal'),
    sumOf('discountAmount'),
    sumOf('tax'),
  ];
  const total = subTotal.minus(discountAmount).plus(tax);
  requirePositive(total, rest.total, requestedLines ? 'lines' : 'invoiceId');
  const isWhole = ({ line }: CreditedLine) => restQuantities.get(line.id)?.isZero();
  return {
    lines: addRoundingDifference(lines, subTotal),
    taxes: creditedTaxes(invoice, earlierCredit, rest),
    ...{ subTotal, discountAmount, tax, total },
    wholeLineIds: lines.filter(isWhole).map(({ line }) => line.id),
  };
}

function findRemainingLines({ lineItems }: InvoiceRecord, { lines }: CreditedTotals) {
  const creditedById = new Map(lines.map((line) => [line.id, line]));
  return lineItems.map((line) => ({
    line,
    quantity: line.quantity.minus(creditedById.get(line.id)?.quantity ?? zero),
    lineTotal: line.lineTotal.minus(creditedById.get(line.id)?.lineTotal ?? zero),
  }));
}

function creditedTaxes(
  { taxBreakdown }: InvoiceRecord,
  earlierCredit: CreditedTotals,
  rest: RemainingInvoice,
): Tax[] {
  const restKeyOf = taxKeys(rest.taxLines);
  const keyOf = taxKeys(taxBreakdown);
  return taxBreakdown.map((tax) => {
    const { category, order } = tax;
    const creditedTax = earlierCredit.taxes.find((taxLine) => taxLine.order === order);
    // `order` differs in the rest, which omits the taxes of credited lines.
    const restTax = rest.taxLines.find(
      (taxLine) =>
        restKeyOf(taxLine) === keyOf(tax) && (category === null || taxLine.category === category),
    );
    const amountOf = (key: 'amount' | 'taxableAmount') =>
      tax[key].minus(creditedTax?.[key] ?? zero).minus(restTax?.[key] ?? zero);
    return { order, taxableAmount: amountOf('taxableAmount'), amount: amountOf('amount') };
  });
}

interface GroupedTax {
  name: string;
  rate: Decimal;
  compound: boolean;
  taxGroup: number;
}

/** Several tax groups may contain the same tax, so its key contains all taxes of its group. */
function taxKeys(taxes: readonly GroupedTax[]): (tax: GroupedTax) => string {
  const textOf = ({ compound, name, rate }: GroupedTax) => `${name} ${rate.toFixed()} ${compound}`;
  return (tax) => {
    const group = taxes.filter(({ taxGroup }) => taxGroup === tax.taxGroup);
    return JSON.stringify([tax, ...group].map(textOf));
  };
}

/**
 * Makes the lines add up to the subtotal. With included tax, one line carries the rounding difference, and it may be
 * another line in the rest.
 */
function addRoundingDifference(lines: readonly CreditedLine[], subTotal: Decimal): CreditedLine[] {
  const difference = lines.reduce((rest, { lineTotal }) => rest.minus(lineTotal), subTotal);
  const lastItem = lines.findLast(({ line }) => line.role === 'ITEM');
  if (difference.isZero() || !lastItem) return [...lines];
  return lines.map((line) =>
    line === lastItem ? { ...line, lineTotal: line.lineTotal.plus(difference) } : line,
  );
}

/** For example a discount. A part of it is credited as an amount. */
function creditAdjustment(line: Line, lineTotal: Decimal): CreditedLine[] {
  if (lineTotal.isZero()) return [];
  const { quantity, unitPrice } = line;
  const isWhole = lineTotal.equals(line.lineTotal);
  const asAmount = { quantity: new Decimal(1), unitPrice: lineTotal };
  return [{ line, ...(isWhole ? { quantity, unitPrice } : asAmount), lineTotal }];
}

/** @throws ActionError record_not_found, invalid_input */
function creditedQuantitiesOf(
  remainingLines: readonly { line: Line; quantity: Decimal }[],
  requestedLines: NonNullable<CreditNoteFields['lines']>,
): Map<string, Decimal> {
  const creditedQuantities = new Map<string, Decimal>();
  const errors: FieldError[] = [];
  for (const [index, { lineId, quantity }] of requestedLines.entries()) {
    const remainingLine = remainingLines.find(({ line }) => line.id === lineId);
    if (!remainingLine) throw lineNotFound(index, lineId);
    const amount = quantity ?? remainingLine.quantity;
    const path = `lines.${index}.${quantity === null ? 'lineId' : 'quantity'}`;
    if (remainingLine.line.role !== 'ITEM') {
      const message = 'is no item: it is credited with the items to which it belongs';
      errors.push({ path: `lines.${index}.lineId`, code: 'out_of_range', message });
    } else if (creditedQuantities.has(lineId)) {
      const message = 'is named by an entry already';
      errors.push({ path: `lines.${index}.lineId`, code: 'not_unique', message });
    } else if (remainingLine.quantity.isZero()) {
      const message = 'is a line that is already fully credited';
      errors.push({ path: `lines.${index}.lineId`, code: 'out_of_range', message });
    } else if (!isPart(amount, remainingLine.quantity)) {
      const message = `must be more than nothing and at most ${remainingLine.quantity}, which is not credited yet`;
      errors.push({ path, code: 'out_of_range', message });
    }
    creditedQuantities.set(lineId, amount);
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return creditedQuantities;
}

/** Both quantities may be negative. */
const isPart = (part: Decimal, whole: Decimal): boolean =>
  !part.isZero() && part.isNegative() === whole.isNegative() && part.abs().lte(whole.abs());

export const validateLineNames = (
  lineIds: readonly string[],
  requestedLines: CreditNoteFields['lines'] | undefined,
): ActionError[] =>
  (requestedLines ?? []).flatMap((line, index) =>
    !line?.lineId || lineIds.includes(line.lineId) ? [] : lineNotFound(index, line.lineId),
  );

function lineNotFound(index: number, id: string): ActionError {
  const path = `lines.${index}.lineId`;
  return new ActionError('record_not_found', `The invoice has no line with id "${id}".`, {
    errors: [{ path, code: 'record_not_found', message: 'no such record' }],
  });
}

/** @throws ActionError conflicting_state */
function requirePositive(total: Decimal, rest: Decimal, path: 'invoiceId' | 'lines'): void {
  if (total.gt(0) && !rest.isNegative()) return;
  const message = total.gt(0)
    ? 'The rest of the invoice would be negative. Credit its negative lines as well.'
    : 'Nothing would be credited by this.';
  const detail = total.gt(0) ? 'leaves less than nothing' : 'credits nothing';
  throw new ActionError('conflicting_state', message, {
    errors: [{ path, code: 'conflicting_state', message: detail }],
  });
}
