import type { InvoiceLine, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { LineRole } from '../../generated/prisma/enums.ts';
import type { DocumentTexts } from '../../locales/document-locale.ts';
import { fillPlaceholders, pickDocumentLocale } from '../../locales/document-locale.ts';
import { formatDate } from '../../platform/dates/dates.ts';
import { Decimal } from '../../platform/money/money.ts';
import type { CreditNoteRecord } from '../credit-notes/fields.ts';
import type { ClientInfo, InvoiceRecord } from '../invoices/invoice-record.ts';
import { sumAmounts } from '../invoices/tax-components.ts';
import { isSettlement } from '../invoices/totals-lines.ts';
import type { SourceLine } from './build-lines.ts';
import { buildDocumentAllowances, buildLines, periodOf, withItemLines } from './build-lines.ts';
import type { SellerSource } from './build-parties.ts';
import {
  buildAddress,
  buildBuyer,
  buildCreditNotePayment,
  buildPayment,
  buildSeller,
} from './build-parties.ts';
import { breakdownKeyOf, buildTaxes, lineTaxKeyOf, lineTaxOf } from './build-taxes.ts';
import type {
  EInvoice,
  EInvoiceAddress,
  EInvoiceDocumentAllowance,
  EInvoiceLine,
  EInvoiceTax,
} from './e-invoice.ts';

/** The amounts of an invoice or a credit note. */
interface ChargedDocument {
  lines: readonly SourceLine[];
  taxRows: readonly InvoiceTaxLine[];
  discountAmount: Decimal;
  tax: Decimal;
  total: Decimal;
}

/**
 * @param seller the seller at the time of issue. For a draft, the workspace.
 * @throws Error if the sums of the record do not agree
 */
export function buildEInvoice(invoice: InvoiceRecord, seller: SellerSource): EInvoice {
  const lines = withItemLines(invoice.lineItems);
  const document = buildDocument(invoice, seller, {
    ...{ lines, taxRows: invoice.taxBreakdown },
    ...{ discountAmount: invoice.discountAmount, tax: invoice.tax, total: invoice.total },
  });
  const { buyer } = document;
  const isGerman = document.seller.countryCode === 'DE' && buyer.countryCode === 'DE';
  const number = invoice.invoiceNumberFormatted;
  const { currency, dateCreated, dateIssued, plannedIssueDate } = invoice;
  const deposits = invoice.lineItems.filter(({ depositInvoiceId }) => depositInvoiceId !== null);
  const depositNumbers = new Set(deposits.flatMap(({ description }) => description ?? []));
  return {
    ...document,
    number,
    typeCode: invoice.invoiceType === 'STANDARD' ? '380' : isGerman ? '326' : '386',
    issueDate: formatDate(dateIssued ?? plannedIssueDate ?? dateCreated),
    dueDate: formatDate(invoice.dueDate),
    note: joinTexts(invoice.description, invoice.notes),
    paymentTerms: joinTexts(invoice.paymentInstructions, ...withheldTexts(invoice, seller)),
    precedingInvoices: [...depositNumbers].map((one) => ({ number: one, issueDate: null })),
    payment: buildPayment(seller, invoice.clientInfo, { currency, number }),
  };
}

/** @throws Error if the sums of the record do not agree */
export function buildCreditNoteEInvoice(
  creditNote: CreditNoteRecord,
  invoice: InvoiceRecord,
  seller: SellerSource,
): EInvoice {
  const number = creditNote.numberFormatted;
  const document = buildDocument(invoice, seller, {
    ...{ lines: creditedLines(creditNote, invoice), taxRows: creditedTaxes(creditNote, invoice) },
    ...{ discountAmount: creditNote.discountAmount, tax: creditNote.tax, total: creditNote.total },
  });
  const { dateCreated, dateIssued } = invoice;
  const issueDate = formatDate(dateIssued ?? dateCreated);
  const preceding = { number: invoice.invoiceNumberFormatted, issueDate };
  const { credits } = documentTextsOf(invoice.clientInfo, seller);
  const amount = `${creditNote.total.toFixed(2)} ${creditNote.currency}`;
  return {
    ...document,
    number,
    typeCode: '381',
    issueDate: formatDate(creditNote.dateCreated),
    dueDate: null,
    note: joinTexts(creditNote.reason),
    // An amount due without a due date needs payment terms (BR-CO-25).
    paymentTerms: fillPlaceholders(credits, { amount, number: preceding.number, date: issueDate }),
    precedingInvoices: [preceding],
    payment: buildCreditNotePayment(seller, invoice.clientInfo, number),
  };
}

const documentTextsOf = (
  client: Pick<ClientInfo, 'language'>,
  seller: SellerSource,
): DocumentTexts => pickDocumentLocale(client.language, seller.language).words;

const joinTexts = (...texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text?.trim()).join('\n') || null;

/** EN 16931 has no withheld tax, so the prepaid amount contains it. */
const withheldTexts = (
  { clientInfo, currency, lineItems }: InvoiceRecord,
  seller: SellerSource,
): string[] =>
  lineItems
    .filter(({ role }) => role === 'WITHHOLDING')
    .map(({ description, lineTotal, percent }) => {
      const rate = percent && `${percent.toFixed()} %`;
      const parts = [description, rate, lineTotal.negated().toFixed(2), currency];
      return `${documentTextsOf(clientInfo, seller).withheld}: ${parts.filter(Boolean).join(' ')}`;
    });

/** A credited amount has neither the price nor the unit of its line. */
function creditedLines({ lineItems }: CreditNoteRecord, invoice: InvoiceRecord): SourceLine[] {
  const linesById = new Map(withItemLines(invoice.lineItems).map((line) => [line.id, line]));
  const withoutPrice = { price: null, baseQuantity: null, unit: null };
  return lineItems.flatMap((credited) => {
    const { amount, description, invoiceLineId, lineTotal, position } = credited;
    const { quantity, unit, unitPrice } = credited;
    const line = linesById.get(invoiceLineId);
    const values = { description, lineTotal, position, quantity, unit, unitPrice };
    return line ? [{ ...line, ...values, ...(amount !== null && withoutPrice) }] : [];
  });
}

/** Taxes that were not credited are zero. */
function creditedTaxes({ taxBreakdown }: CreditNoteRecord, invoice: InvoiceRecord) {
  const creditedByOrder = new Map(taxBreakdown.map((tax) => [tax.order, tax]));
  return invoice.taxBreakdown.map((tax): InvoiceTaxLine => {
    const { amount = zero, taxableAmount = zero } = creditedByOrder.get(tax.order) ?? {};
    return { ...tax, amount, taxableAmount };
  });
}

const zero = new Decimal(0);

function buildDocument(invoice: InvoiceRecord, seller: SellerSource, charged: ChargedDocument) {
  const { clientInfo, currency, discountPercent, taxInclusive } = invoice;
  const charges = charged.lines.filter((line) => !isSettlement(line));
  const allTaxes = buildTaxes(charged.taxRows);
  const taxOf = (line: InvoiceLine) => lineTaxOf(line, allTaxes, charged.taxRows);
  const words = documentTextsOf(clientInfo, seller);
  const source = { lines: charges, taxInclusive, taxOf, words };
  const lines = buildLines(source);
  const adjustments = buildDocumentAllowances(source);
  const discounts = buildDiscounts([...lines, ...adjustments], allTaxes, {
    discountAmount: charged.discountAmount,
    reason: discountPercent.isZero() ? words.rounding : words.allowance,
  });
  const allowances = [...adjustments, ...discounts];
  const used = new Set([...lines, ...allowances].map(lineTaxKeyOf));
  const taxes = allTaxes.filter((tax) => used.has(breakdownKeyOf(tax)) || !tax.amount.isZero());
  const hasVatIds = !taxes.every(({ code }) => code === 'O') || taxes.length === 0;
  return {
    currency,
    buyerReference: invoice.buyerReference ?? clientInfo.buyerReference ?? null,
    orderNumber: invoice.orderNumber,
    seller: buildSeller(seller, hasVatIds),
    buyer: buildBuyer(clientInfo, hasVatIds),
    deliveryDate: invoice.supplyDate && formatDate(invoice.supplyDate),
    period: periodOf(invoice),
    deliverTo: deliveryAddress(invoice, taxes),
    lines,
    allowances,
    taxes,
    totals: computeTotals({ lines, allowances, taxes }, charged),
  };
}

/** An intra-community supply needs a delivery address. */
function deliveryAddress(
  { clientInfo, deliverTo }: InvoiceRecord,
  taxes: readonly EInvoiceTax[],
): EInvoiceAddress | null {
  const none = { address1: null, address2: null, locality: null };
  if (deliverTo) return { ...none, ...deliverTo };
  return taxes.some(({ code }) => code === 'K') ? buildAddress(clientInfo) : null;
}

type Amounts = Pick<EInvoiceLine, 'netAmount' | 'taxCode' | 'taxRate'> | EInvoiceDocumentAllowance;

const signedAmount = (one: Amounts): Decimal => {
  if ('netAmount' in one) return one.netAmount;
  return one.isCharge ? one.amount : one.amount.negated();
};

/** Divides the discount on the whole document into one allowance for each tax. */
function buildDiscounts(
  amounts: readonly Amounts[],
  taxes: readonly EInvoiceTax[],
  { discountAmount, reason }: { discountAmount: Decimal; reason: string },
): EInvoiceDocumentAllowance[] {
  const sumOf = (key: string | null) =>
    sumAmounts(amounts.filter((one) => lineTaxKeyOf(one) === key).map(signedAmount));
  const shares = taxes.map((tax) => {
    const taxRate = tax.code === 'O' ? null : tax.rate;
    const discount = sumOf(breakdownKeyOf(tax)).minus(tax.taxableAmount);
    return { discount, taxCode: tax.code, taxRate };
  });
  const rest = discountAmount.minus(sumAmounts(shares.map(({ discount }) => discount)));
  const untaxed = { discount: rest, taxCode: null, taxRate: null };
  return [...shares, untaxed].flatMap(({ discount, ...tax }) => {
    if (discount.isZero()) return [];
    const isCharge = discount.isNegative();
    return [{ isCharge, amount: discount.abs(), ...noPercent, reason, ...tax }];
  });
}

const noPercent = { percent: null, baseAmount: null };

/** @throws Error if the totals differ from the record */
function computeTotals(
  { allowances, lines, taxes }: Pick<EInvoice, 'allowances' | 'lines' | 'taxes'>,
  charged: ChargedDocument,
): EInvoice['totals'] {
  const sumOfRoles = (...roles: LineRole[]) =>
    sumAmounts(
      charged.lines.filter(({ role }) => roles.includes(role)).map(({ lineTotal }) => lineTotal),
    );
  const sumOfAllowances = (isCharge: boolean) =>
    sumAmounts(allowances.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount));
  const linesTotal = sumAmounts(lines.map(({ netAmount }) => netAmount));
  const [allowancesTotal, charges] = [sumOfAllowances(false), sumOfAllowances(true)];
  const withoutTax = linesTotal.minus(allowancesTotal).plus(charges);
  const tax = sumAmounts(taxes.map(({ amount }) => amount));
  const withTax = withoutTax.plus(tax);
  const prepaid = sumOfRoles('WITHHOLDING', 'PREPAID').negated();
  const rounding = sumOfRoles('ROUNDING');
  const amountDue = withTax.minus(prepaid).plus(rounding);
  if (!amountDue.equals(charged.total) || !tax.equals(charged.tax))
    throw new Error(`the e-invoice has the total ${amountDue}, its record ${charged.total}`);
  return {
    ...{ lines: linesTotal, allowances: allowancesTotal, charges, withoutTax, tax },
    ...{ withTax, prepaid: prepaid.isZero() ? zero : prepaid, rounding, amountDue },
  };
}
