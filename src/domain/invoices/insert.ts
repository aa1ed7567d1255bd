import type { Invoice, InvoiceLine, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { newId } from '../kernel/ids.ts';
import { Decimal } from '../kernel/money.ts';
import type { Line } from './billing.ts';
import type { InvoiceRecord } from './records.ts';
import { presentInvoice } from './records.ts';
import type { InvoiceTax } from './tax.ts';
import { storeTaxRule } from './tax.ts';
import type { InvoiceTotals } from './totals.ts';

type Audit = 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'version';
type Payable = 'paymentTotal' | 'amountDue' | 'datePaid';
type Taxed = 'taxPercentage' | 'taxRuleId' | 'taxRuleSnapshot';

/** What an invoice's row holds besides its sums and its tax. */
export type Header = Omit<Invoice, Audit | Payable | Taxed | keyof InvoiceTotals>;

/**
 * Writes an invoice with its lines and tax lines, whole rows as the types of the tables want them, in one statement:
 * its number's sequence is locked by now.
 */
export async function insertInvoice(
  context: Context,
  header: Header,
  lines: readonly Line[],
  tax: InvoiceTax,
  totals: InvoiceTotals,
): Promise<InvoiceRecord> {
  const { accountId, now } = context;
  const { lineTotals, taxLines, ...sums } = totals;
  const row = { accountId, createdAt: now, updatedAt: now, version: 1 };
  const invoice: Invoice = {
    ...row,
    ...header,
    ...sums,
    id: newId('Invoice'),
    paymentTotal: new Decimal(0),
    amountDue: sums.total,
    datePaid: null,
    taxPercentage: tax.percentage,
    taxRuleId: tax.rule?.id ?? null,
    taxRuleSnapshot: tax.rule && storeTaxRule(tax.rule),
  };
  const part = { ...row, invoiceId: invoice.id };
  const lineItems = lines.map(({ project, rate, ...line }, index) => ({
    ...part,
    ...line,
    id: newId('InvoiceLine'),
    position: index + 1,
    unitPrice: rate,
    unit: null,
    lineTotal: lineTotals[index] as Decimal,
    type: project ? ('PROJECT' as const) : ('ADHOC' as const),
    visible: true,
    projectId: project?.id ?? null,
    projectName: project?.name ?? null,
    deliverableId: null,
    deliverableName: null,
  }));
  const taxBreakdown = taxLines.map((line) => ({ ...part, ...line, id: newId('InvoiceTaxLine') }));
  await insertRows(context, invoice, lineItems, taxBreakdown);
  return presentInvoice(context, { ...invoice, lineItems, taxBreakdown, payments: [] });
}

/** Rows go as JSON, which the database reads by the columns' names and types; decimals are text in it. */
async function insertRows(
  { db }: Context,
  invoice: Invoice,
  lines: readonly InvoiceLine[],
  taxLines: readonly InvoiceTaxLine[],
): Promise<void> {
  await db.$executeRaw`
    WITH invoice AS (
      INSERT INTO "Invoice" SELECT * FROM json_populate_record(NULL::"Invoice", ${JSON.stringify(invoice)}::json)
    ), lines AS (
      INSERT INTO "InvoiceLine"
      SELECT * FROM json_populate_recordset(NULL::"InvoiceLine", ${JSON.stringify(lines)}::json)
    )
    INSERT INTO "InvoiceTaxLine"
    SELECT * FROM json_populate_recordset(NULL::"InvoiceTaxLine", ${JSON.stringify(taxLines)}::json)`;
}
