import { randomBytes } from 'node:crypto';
import type {
  Invoice,
  InvoiceEvent,
  InvoiceLine,
  InvoiceTaxLine,
} from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { changeCollectorOf } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { Decimal } from '../../platform/money/money.ts';
import { unauditedClient } from '../../write/audited-client.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewRow, RowTimestamps } from '../../write/insert-rows.ts';
import { knownColumnsSql, newRowDefaultsSql, newRowsJson } from '../../write/insert-rows.ts';
import { withIssuedSnapshot } from '../../write/issued-snapshot.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import { invoiceEventRow } from './invoice-events.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import { presentInvoice } from './invoice-record.ts';
import type { InvoiceTotals } from './invoice-totals.ts';
import type { LineContent } from './line-rows.ts';
import { renderPaymentInstructions } from './payment-instructions.ts';
import type { InvoiceTax } from './tax.ts';
import { defaultTaxToJson, lineTaxToJson, taxRuleToJson } from './tax-json.ts';
import { isSettlement } from './totals-lines.ts';

type Audit = 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'version';
type Payable = 'paymentTotal' | 'creditedTotal' | 'amountDue';
/** What the database keeps by itself when an invoice is issued. */
type Issued = Pick<Invoice, 'dateIssued' | 'sellerInfo'>;
type Taxed =
  | 'taxPercentage'
  | 'taxRuleId'
  | 'taxRuleSnapshot'
  | 'taxCategory'
  | 'taxReason'
  | 'usualTax';

/** What an invoice's row holds besides its sums and its tax. */
type Header = Omit<Invoice, Audit | Payable | Taxed | keyof Issued | keyof InvoiceTotals>;

/** All that is written of an invoice. */
export interface InvoiceContent {
  lines: readonly LineContent[];
  tax: InvoiceTax;
  totals: InvoiceTotals;
}

interface NewInvoice extends InvoiceContent {
  header: Header;
  /** What its history begins with. */
  events: readonly Omit<NewInvoiceEvent, 'invoiceId'>[];
}

/** The secret part of an invoice's link: 128 random bits. */
export const newViewToken = () => randomBytes(16).toString('base64url');

/**
 * Writes an invoice with its lines, tax lines and the first lines of its history, whole rows as the types of the tables
 * want them, in one statement: its number's sequence is locked by now. Payment instructions of its template are filled in.
 * @throws ActionError conflicting_state where those cannot be rendered
 */
export async function insertInvoice(
  context: Context,
  { events, header, ...content }: NewInvoice,
): Promise<InvoiceRecord> {
  const { accountId, now } = context;
  const { sums, taxed } = invoiceColumnsOf(content);
  const invoice: NewRow<Invoice> = {
    ...header,
    ...sums,
    ...taxed,
    accountId,
    version: 1,
    id: newRecordId(context, 'Invoice'),
    paymentTotal: new Decimal(0),
    creditedTotal: new Decimal(0),
    amountDue: sums.total,
    dateIssued: null,
    sellerInfo: null,
  };
  const { lineItems, taxBreakdown } = lineAndTaxRowsOf(context, invoice.id, content);
  const told = events.map((event) => invoiceEventRow(context, { ...event, invoiceId: invoice.id }));
  const recordOf = ({
    dateIssued,
    sellerInfo,
    ...made
  }: RowTimestamps & Issued): InvoiceRecord => ({
    ...presentInvoice(context, { ...invoice, ...made, dateIssued, sellerInfo }),
    lineItems: lineItems.map((line) => ({ ...line, ...made })),
    taxBreakdown: taxBreakdown.map((line) => ({ ...line, ...made })),
    payments: [],
    creditNotes: [],
  });
  const notIssued = { dateIssued: null, sellerInfo: null };
  const record = recordOf({ createdAt: now, updatedAt: now, ...notIssued });
  const paymentInstructions = await renderPaymentInstructions(context, record);
  const whole = { ...invoice, paymentInstructions };
  const made = await writeRows(context, whole, lineItems, taxBreakdown, told);
  return { ...recordOf(made), paymentInstructions };
}

/** What an invoice's own row tells of its sums and its tax. */
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
    usualTax: one ? defaultTaxToJson(tax) : null,
  };
  return { sums, taxed };
}

/** The rows of an invoice's lines and taxes. */
export function lineAndTaxRowsOf(
  { accountId }: Context,
  invoiceId: string,
  { lines, totals }: InvoiceContent,
): { lineItems: NewRow<InvoiceLine>[]; taxBreakdown: NewRow<InvoiceTaxLine>[] } {
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

const columns = {
  invoice: knownColumnsSql('Invoice'),
  line: knownColumnsSql('InvoiceLine'),
  event: knownColumnsSql('InvoiceEvent'),
  taxLine: knownColumnsSql('InvoiceTaxLine'),
};

/** Rows go as JSON, which the database reads by the columns' names and types; decimals are text in it. */
async function writeRows(
  context: Context,
  invoice: NewRow<Invoice>,
  lines: readonly NewRow<InvoiceLine>[],
  taxLines: readonly NewRow<InvoiceTaxLine>[],
  events: readonly NewRow<InvoiceEvent>[],
): Promise<RowTimestamps & Issued> {
  const [written] = await context.db.$queryRaw<[RowTimestamps & Issued]>`
    WITH invoice AS (
      INSERT INTO "Invoice" (${columns.invoice}) SELECT ${columns.invoice} FROM json_populate_recordset(${newRowDefaultsSql('Invoice')}, ${newRowsJson([invoice])}::json)
      RETURNING "dateIssued", "sellerInfo"
    ), lines AS (
      INSERT INTO "InvoiceLine" (${columns.line})
      SELECT ${columns.line} FROM json_populate_recordset(${newRowDefaultsSql('InvoiceLine')}, ${newRowsJson(lines)}::json)
    ), events AS (
      INSERT INTO "InvoiceEvent" (${columns.event})
      SELECT ${columns.event} FROM json_populate_recordset(${newRowDefaultsSql('InvoiceEvent')}, ${newRowsJson(events)}::json)
    ), taxes AS (
      INSERT INTO "InvoiceTaxLine" (${columns.taxLine})
      SELECT ${columns.taxLine} FROM json_populate_recordset(${newRowDefaultsSql('InvoiceTaxLine')}, ${newRowsJson(taxLines)}::json)
    )
    SELECT transaction_timestamp() AS "createdAt", transaction_timestamp() AS "updatedAt", * FROM invoice`;
  const log = changeCollectorOf(context);
  const opened = unauditedClient(unfilteredClient(context.db));
  const [whole] = await withIssuedSnapshot(opened, context.accountId, [{ ...invoice, ...written }]);
  const { dateIssued, sellerInfo } = whole ?? written;
  log.created('Invoice', { ...invoice, dateIssued, sellerInfo });
  for (const line of lines) log.created('InvoiceLine', { ...line });
  for (const event of events) log.created('InvoiceEvent', { ...event });
  for (const line of taxLines) log.created('InvoiceTaxLine', { ...line });
  return { ...written, dateIssued, sellerInfo };
}
