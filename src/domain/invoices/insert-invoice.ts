import { randomBytes } from 'node:crypto';
import type { Invoice, InvoiceLine, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { Decimal } from '../../platform/money/money.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import type { NewRow, WriteContext } from '../../write/unit-of-work.ts';
import type { EInvoiceRow } from './e-invoice-services.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import { insertInvoiceEvents } from './invoice-events.ts';
import { numberTakenMessage } from './invoice-numbers.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { presentInvoice } from './invoice-record.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import type { LineContent } from './line-rows.ts';
import { renderPaymentInstructions } from './payment-instructions.ts';
import type { InvoiceTax } from './tax.ts';
import { defaultTaxToJson, lineTaxToJson, taxRuleToJson } from './tax-json.ts';
import { isSettlement } from './totals-lines.ts';

type AuditColumns = 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'version';
type Payable = 'paymentTotal' | 'creditedTotal' | 'amountDue';
/** The database sets these when an invoice is issued. */
type Issued = Pick<Invoice, 'dateIssued' | 'sellerInfo'>;
type Taxed =
  | 'taxPercentage'
  | 'taxRuleId'
  | 'taxRuleSnapshot'
  | 'taxCategory'
  | 'taxReason'
  | 'taxReasonCode'
  | 'usualTax';

type Header = Omit<Invoice, AuditColumns | Payable | Taxed | keyof Issued | keyof InvoiceTotals>;

export interface InvoiceContent {
  lines: readonly LineContent[];
  tax: InvoiceTax;
  totals: InvoiceTotals;
}

interface NewInvoice extends InvoiceContent {
  header: Header;
  events: readonly Omit<NewInvoiceEvent, 'invoiceId'>[];
}

/** 128 random bits. */
export const newViewToken = () => randomBytes(16).toString('base64url');

/**
 * The sequence of its number is locked.
 * @throws ActionError number_taken; conflicting_state if the payment instructions cannot be rendered
 */
export async function insertInvoice(
  tx: WriteContext,
  { events, header, ...content }: NewInvoice,
): Promise<InvoiceRecord> {
  const id = newRecordId(tx, 'Invoice');
  const { invoice, lineItems, parts, taxBreakdown } = newRowsOf(tx, id, { ...content, header });
  const draft = { ...presentInvoice(tx, invoice), ...parts };
  const paymentInstructions = await renderPaymentInstructions(tx, draft);
  const { createdAt: _made, updatedAt: _changed, ...row } = invoice;
  const newRow = { ...row, paymentInstructions } as unknown as NewRow<'Invoice'>;
  // The database computes the issue date and the seller.
  const inserted =
    header.status === 'DRAFT'
      ? tx.insert('Invoice', newRow, numberTaken(header))
      : await tx.insertReturning('Invoice', newRow, numberTaken(header));
  insertLinesAndTaxes(tx, lineItems, taxBreakdown);
  insertInvoiceEvents(
    tx,
    events.map((event) => ({ ...event, invoiceId: invoice.id })),
  );
  if (header.status !== 'DRAFT') {
    const eInvoice = await tx.services.prepareEInvoice(tx, invoice, true);
    eInvoice?.store(inserted as Invoice);
  }
  return { ...presentInvoice(tx, { ...invoice, ...inserted }), ...parts };
}

function newRowsOf(
  context: Context,
  id: string,
  { header, ...content }: Omit<NewInvoice, 'events'>,
) {
  const { accountId, now } = context;
  const { sums, taxed } = invoiceColumnsOf(content);
  const timestamps = { createdAt: now, updatedAt: now };
  const invoice = {
    ...header,
    ...sums,
    ...taxed,
    ...timestamps,
    accountId,
    version: 1,
    id,
    paymentTotal: new Decimal(0),
    creditedTotal: new Decimal(0),
    amountDue: sums.total,
    dateIssued: null,
    sellerInfo: null,
  };
  const { lineItems, taxBreakdown } = lineAndTaxRowsOf(context, id, content);
  const parts = {
    lineItems: lineItems.map((line) => ({ ...line, ...timestamps })),
    taxBreakdown: taxBreakdown.map((line) => ({ ...line, ...timestamps })),
    payments: [],
    creditNotes: [],
  };
  return { invoice, lineItems, parts, taxBreakdown };
}

/** A draft that is not stored. */
export function previewDraft(
  context: Context,
  { header, ...content }: InvoiceContent & { header: object },
  { client, workspace }: Pick<EInvoiceRow, 'client' | 'workspace'>,
): EInvoiceRow {
  const numbered = { ...header, invoiceNumber: null, invoiceNumberFormatted: '' } as Header;
  const { invoice, parts } = newRowsOf(context, newId('Invoice'), { ...content, header: numbered });
  return { ...(invoice as unknown as Invoice), ...parts, client, workspace };
}

const numberTaken = ({ invoiceNumberFormatted }: Header): ConstraintErrors => ({
  invoiceNumber: {
    path: 'invoiceNumber',
    code: 'number_taken',
    message: numberTakenMessage(invoiceNumberFormatted),
  },
});

type LineRow = Omit<InvoiceLine, keyof RowTimestamps>;
type TaxLineRow = Omit<InvoiceTaxLine, keyof RowTimestamps>;
type RowTimestamps = Pick<Invoice, 'createdAt' | 'updatedAt'>;

export function insertLinesAndTaxes(
  tx: WriteContext,
  lineItems: readonly LineRow[],
  taxBreakdown: readonly TaxLineRow[],
): void {
  tx.insertAll('InvoiceLine', lineItems as readonly object[] as NewRow<'InvoiceLine'>[]);
  tx.insertAll('InvoiceTaxLine', [...taxBreakdown]);
}

export function invoiceColumnsOf({ lines, tax, totals }: InvoiceContent) {
  const { lines: _lines, taxLines, ...sums } = totals;
  const own = lines.filter(({ ownTax }) => ownTax !== null);
  const isUsed =
    own.length === 0 || lines.some(({ ownTax, role }) => !ownTax && !isSettlement({ role }));
  const rule = isUsed ? tax.rule : null;
  const groups = new Set(taxLines.map(({ taxGroup }) => taxGroup)).size;
  const [one] = own;
  const single = one && groups === 1 ? one.ownTax?.percentage : null;
  const taxed = {
    taxPercentage: (one ? single : tax.percentage) ?? null,
    taxRuleId: rule?.id ?? null,
    taxRuleSnapshot: rule && taxRuleToJson(rule),
    taxCategory: tax.category,
    taxReason: tax.reason,
    taxReasonCode: tax.reasonCode,
    usualTax: one ? defaultTaxToJson(tax) : null,
  };
  return { sums, taxed };
}

export function lineAndTaxRowsOf(
  { accountId }: Context,
  invoiceId: string,
  { lines, totals }: InvoiceContent,
): { lineItems: LineRow[]; taxBreakdown: TaxLineRow[] } {
  const part = { accountId, version: 1, invoiceId };
  const lineItems = lines.map(({ ownTax, price, ...line }, index) => {
    const computed = totals.lines[index] as InvoiceTotals['lines'][number];
    const isUnitPrice = price.equals(computed.unitPrice) || line.percent !== null;
    return {
      ...line,
      ...part,
      ...computed,
      id: newId('InvoiceLine'),
      position: index + 1,
      price: isUnitPrice ? null : price,
      ownTax: ownTax && lineTaxToJson(ownTax),
    };
  });
  const taxBreakdown = totals.taxLines.map((line) => ({
    ...part,
    ...line,
    id: newId('InvoiceTaxLine'),
  }));
  return { lineItems, taxBreakdown };
}
