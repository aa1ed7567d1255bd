import { randomBytes } from 'node:crypto';
import type {
  Invoice,
  InvoiceEvent,
  InvoiceLine,
  InvoiceTaxLine,
} from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { logOf } from '../kernel/context.ts';
import { idFor } from '../kernel/given-ids.ts';
import { newId } from '../kernel/ids.ts';
import { Decimal } from '../kernel/money.ts';
import type { Made, NewRow } from '../kernel/records.ts';
import { newRowOf, newRowsJson } from '../kernel/records.ts';
import type { Line } from './billing.ts';
import type { NewInvoiceEvent } from './history.ts';
import { eventRow } from './history.ts';
import { writeInstructions } from './instructions.ts';
import type { InvoiceRecord } from './records.ts';
import { presentInvoice } from './records.ts';
import type { InvoiceTax } from './tax.ts';
import { storeTaxRule } from './tax.ts';
import type { InvoiceTotals } from './totals.ts';

type Audit = 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'version';
type Payable = 'paymentTotal' | 'amountDue';
/** What the database keeps by itself when an invoice is issued. */
type Issued = Pick<Invoice, 'dateIssued' | 'sellerInfo'>;
type Taxed = 'taxPercentage' | 'taxRuleId' | 'taxRuleSnapshot';

/** What an invoice's row holds besides its sums and its tax. */
type Header = Omit<Invoice, Audit | Payable | Taxed | keyof Issued | keyof InvoiceTotals>;

/** What a line's row holds besides its place and its sum. */
export type LineContent = Omit<InvoiceLine, Audit | 'invoiceId' | 'position' | 'lineTotal'>;

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

/** The lines of an input as they are stored. */
export function lineContents(lines: readonly Line[]): LineContent[] {
  return lines.map(
    ({ description, project, quantity, rate, taxable, type, unit, deliverable }) => ({
      description,
      quantity,
      taxable,
      unitPrice: rate,
      unit: unit ?? null,
      type: type ?? (project ? ('PROJECT' as const) : ('ADHOC' as const)),
      visible: true,
      projectId: project?.id ?? null,
      projectName: project?.name ?? null,
      deliverableId: deliverable?.id ?? null,
      deliverableName: deliverable?.name ?? null,
    }),
  );
}

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
  const { sums, taxed } = columnsOf(content);
  const invoice: NewRow<Invoice> = {
    ...header,
    ...sums,
    ...taxed,
    accountId,
    version: 1,
    id: idFor(context, 'Invoice'),
    paymentTotal: new Decimal(0),
    amountDue: sums.total,
    dateIssued: null,
    sellerInfo: null,
  };
  const { lineItems, taxBreakdown } = partsOf(context, invoice.id, content);
  const told = events.map((event) => eventRow(context, { ...event, invoiceId: invoice.id }));
  const recordOf = ({ dateIssued, sellerInfo, ...made }: Made & Issued): InvoiceRecord => ({
    ...presentInvoice(context, { ...invoice, ...made, dateIssued, sellerInfo }),
    lineItems: lineItems.map((line) => ({ ...line, ...made })),
    taxBreakdown: taxBreakdown.map((line) => ({ ...line, ...made })),
    payments: [],
  });
  const notIssued = { dateIssued: null, sellerInfo: null };
  const record = recordOf({ createdAt: now, updatedAt: now, ...notIssued });
  const paymentInstructions = await writeInstructions(context, record);
  const whole = { ...invoice, paymentInstructions };
  const made = await writeRows(context, whole, lineItems, taxBreakdown, told);
  return { ...recordOf(made), paymentInstructions };
}

/** What an invoice's own row tells of its sums and its tax. */
export function columnsOf({ tax, totals }: InvoiceContent) {
  const { lineTotals: _lines, taxLines: _taxes, ...sums } = totals;
  const taxed = {
    taxPercentage: tax.percentage,
    taxRuleId: tax.rule?.id ?? null,
    taxRuleSnapshot: tax.rule && storeTaxRule(tax.rule),
  };
  return { sums, taxed };
}

/** The rows of an invoice's lines and taxes. */
export function partsOf(
  { accountId }: Context,
  invoiceId: string,
  { lines, totals }: InvoiceContent,
): { lineItems: NewRow<InvoiceLine>[]; taxBreakdown: NewRow<InvoiceTaxLine>[] } {
  const part = { accountId, version: 1, invoiceId };
  const lineItems = lines.map((line, index) => ({
    ...line,
    ...part,
    id: newId('InvoiceLine'),
    position: index + 1,
    lineTotal: totals.lineTotals[index] as Decimal,
  }));
  const taxBreakdown = totals.taxLines.map((line) => ({
    ...part,
    ...line,
    id: newId('InvoiceTaxLine'),
  }));
  return { lineItems, taxBreakdown };
}

/** Rows go as JSON, which the database reads by the columns' names and types; decimals are text in it. */
async function writeRows(
  context: Context,
  invoice: NewRow<Invoice>,
  lines: readonly NewRow<InvoiceLine>[],
  taxLines: readonly NewRow<InvoiceTaxLine>[],
  events: readonly NewRow<InvoiceEvent>[],
): Promise<Made & Issued> {
  const [made] = await context.db.$queryRaw<[Made & Issued]>`
    WITH invoice AS (
      INSERT INTO "Invoice" SELECT * FROM json_populate_recordset(${newRowOf('Invoice')}, ${newRowsJson([invoice])}::json)
      RETURNING "dateIssued", "sellerInfo"
    ), lines AS (
      INSERT INTO "InvoiceLine"
      SELECT * FROM json_populate_recordset(${newRowOf('InvoiceLine')}, ${newRowsJson(lines)}::json)
    ), events AS (
      INSERT INTO "InvoiceEvent"
      SELECT * FROM json_populate_recordset(${newRowOf('InvoiceEvent')}, ${newRowsJson(events)}::json)
    ), taxes AS (
      INSERT INTO "InvoiceTaxLine"
      SELECT * FROM json_populate_recordset(${newRowOf('InvoiceTaxLine')}, ${newRowsJson(taxLines)}::json)
    )
    SELECT transaction_timestamp() AS "createdAt", transaction_timestamp() AS "updatedAt", * FROM invoice`;
  const log = logOf(context);
  const { dateIssued, sellerInfo } = made;
  log.created('Invoice', { ...invoice, dateIssued, sellerInfo });
  for (const line of lines) log.created('InvoiceLine', { ...line });
  for (const event of events) log.created('InvoiceEvent', { ...event });
  for (const line of taxLines) log.created('InvoiceTaxLine', { ...line });
  return made;
}
