import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { newId } from '../kernel/ids.ts';
import type { Line } from './billing.ts';
import type { ClientInfo, InvoiceRecord } from './records.ts';
import { presentInvoice } from './records.ts';
import type { InvoiceTax } from './tax.ts';
import { storeTaxRule } from './tax.ts';
import type { InvoiceTotals } from './totals.ts';

type Row = Prisma.InvoiceUncheckedCreateInput;
type Computed = keyof InvoiceTotals | 'amountDue' | 'taxPercentage' | 'taxRuleId';

/** What an invoice's row holds besides its sums and its tax. */
export type Header = Omit<Row, 'accountId' | 'id' | 'clientInfo' | 'taxRuleSnapshot' | Computed> & {
  clientInfo: ClientInfo;
};

/** Writes an invoice with its lines and tax lines: a statement for each of the three. */
export async function insertInvoice(
  context: Context,
  header: Header,
  lines: readonly Line[],
  tax: InvoiceTax,
  totals: InvoiceTotals,
): Promise<InvoiceRecord> {
  const { accountId, db } = context;
  const { lineTotals, taxLines, ...sums } = totals;
  const invoice = await db.invoice.create({
    data: {
      ...header,
      ...sums,
      accountId,
      id: newId('Invoice'),
      amountDue: sums.total,
      taxPercentage: tax.percentage,
      taxRuleId: tax.rule?.id ?? null,
      taxRuleSnapshot: tax.rule ? storeTaxRule(tax.rule) : Prisma.DbNull,
    },
  });
  const owner = { accountId, invoiceId: invoice.id };
  const lineItems = await db.invoiceLine.createManyAndReturn({
    data: lines.map(({ project, rate, ...line }, index) => ({
      ...line,
      ...owner,
      id: newId('InvoiceLine'),
      position: index + 1,
      unitPrice: rate,
      lineTotal: lineTotals[index] as Prisma.Decimal,
      type: project ? ('PROJECT' as const) : ('ADHOC' as const),
      projectId: project?.id ?? null,
      projectName: project?.name ?? null,
    })),
  });
  const taxBreakdown = await insertTaxLines(context, owner, taxLines);
  return presentInvoice(context, {
    ...invoice,
    lineItems: lineItems.sort((a, b) => a.position - b.position),
    taxBreakdown,
    payments: [],
  });
}

async function insertTaxLines(
  { db }: Context,
  owner: { accountId: number; invoiceId: string },
  taxLines: InvoiceTotals['taxLines'],
) {
  if (taxLines.length === 0) return [];
  const rows = await db.invoiceTaxLine.createManyAndReturn({
    data: taxLines.map((line) => ({ ...line, ...owner, id: newId('InvoiceTaxLine') })),
  });
  return rows.sort((a, b) => a.order - b.order);
}
