import type { InvoiceLine } from '../../generated/prisma/client.ts';
import type { LineRole } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import { changeCollectorOf } from '../../platform/context/context.ts';
import type { NewRow } from '../../write/insert-rows.ts';
import { insertRows } from '../../write/insert-rows.ts';
import type { LockedBilledRecord } from './billed-records.ts';
import { linkBilledRecords, releaseBilledRecords } from './billed-records.ts';
import { depositLines } from './deposits.ts';
import type { DraftDeposits } from './draft-deposits.ts';
import type { InvoiceDraftUpdate } from './draft-update-input.ts';
import type { InvoiceContent } from './insert-invoice.ts';
import { lineAndTaxRowsOf } from './insert-invoice.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { ResolvedBilling } from './item-resolution.ts';
import type { LineContent } from './line-rows.ts';
import {
  adjustmentLineContents,
  isItemOrItemAdjustment,
  itemLineContents,
  itemLinesOf,
  lineContentsOfRows,
  restoreRuleTax,
  withDepositType,
} from './line-rows.ts';
import type { LineTax } from './tax.ts';
import type { DefaultTax } from './tax-groups.ts';

/** The lines of a draft that is changed, and how they are written. */

/** Items that are given take the place of all there are, and so does each kind of what is no item. */
export function buildDraftLines(
  invoice: InvoiceRecord,
  change: InvoiceDraftUpdate,
  billing: ResolvedBilling & { deposits: DraftDeposits },
  usual: DefaultTax,
): LineContent[] {
  const before = lineContentsOfRows(invoice.lineItems, { roundTo: null });
  const taxedAsBefore = <L extends { ownTax: LineTax | null }>(line: L, at?: LineContent): L => ({
    ...line,
    ownTax: restoreRuleTax(line.ownTax, { ...(at && { at }), before, usual }),
  });
  const given = adjustmentLineContents(
    {
      withholding: change.withholding ?? null,
      prepaidAmount: change.prepaidAmount ?? null,
      roundTo: invoice.roundTo,
      roundingAmount: change.roundingAmount ?? null,
      allowances: billing.adjustments.allowances.map((one) => taxedAsBefore(one)),
      charges: billing.adjustments.charges.map((one) => taxedAsBefore(one)),
    },
    usual,
  );
  const isChanged: Record<LineRole, boolean> = {
    ITEM: change.items !== undefined,
    ITEM_ALLOWANCE: change.items !== undefined,
    ITEM_CHARGE: change.items !== undefined,
    ALLOWANCE: change.allowances !== undefined,
    CHARGE: change.charges !== undefined,
    WITHHOLDING: change.withholding !== undefined,
    PREPAID: change.prepaidAmount !== undefined,
    ROUNDING:
      change.roundTo !== undefined ||
      change.roundingAmount !== undefined ||
      invoice.roundTo !== null,
  };
  const itemsBefore = itemLinesOf(before);
  const named = billing.lines.map((line, index) => taxedAsBefore(line, itemsBefore[index]));
  const items = change.items ? itemLineContents(named, usual) : [];
  const all = [...withDepositType(invoice.invoiceType, items), ...given];
  const { added, kept } = billing.deposits;
  return [
    ...before.flatMap((line, index): LineContent[] => {
      const { depositInvoiceId: id, role } = line;
      if (id === null) return isChanged[role] ? [] : [line];
      // Once for each deposit: what it charged is said anew by the tax and the prices that the invoice has now.
      const isFirst = before.findIndex((one) => one.depositInvoiceId === id) === index;
      const deposits = kept.filter((one) => isFirst && one.id === id);
      return depositLines(deposits, invoice, usual);
    }),
    ...depositLines(added, invoice, usual),
    ...all.filter(({ role }) => isChanged[role]),
  ].toSorted((one, other) => placeOf(one) - placeOf(other));
}

const places: readonly LineRole[] = ['ALLOWANCE', 'CHARGE', 'WITHHOLDING', 'PREPAID', 'ROUNDING'];

/** Items first, in their sequence, then the others by their kinds. */
const placeOf = ({ role }: LineContent) => places.indexOf(role);

/**
 * Writes the lines and the taxes anew. Where items are given, what they name is charged and nothing else; otherwise they
 * stay the lines that they are, which what they charge is linked to, with what is computed of them anew.
 */
export async function writeLinesAndTaxes(
  context: Context,
  { id, lineItems: before }: InvoiceRecord,
  charges: readonly LockedBilledRecord[] | undefined,
  content: InvoiceContent,
): Promise<void> {
  const { accountId, db } = context;
  const { lineItems, taxBreakdown } = lineAndTaxRowsOf(context, id, content);
  await db.invoiceTaxLine.deleteMany({ where: { accountId, invoiceId: id } });
  await insertRows(context, 'InvoiceTaxLine', taxBreakdown);
  if (charges) {
    await releaseBilledRecords(context, id, 'of lines');
    await db.invoiceLine.deleteMany({ where: { accountId, invoiceId: id } });
    await insertRows(context, 'InvoiceLine', lineItems);
    await linkBilledRecords(context, id, charges, itemLinesOf(lineItems));
    return;
  }
  await computeAnew(
    context,
    before.filter(isItemOrItemAdjustment),
    lineItems.filter(isItemOrItemAdjustment),
  );
  const [wasBelow, below] = [before, lineItems].map((lines) =>
    lines.filter((line) => !isItemOrItemAdjustment(line)),
  );
  if (JSON.stringify(wasBelow?.map(shownOf)) === JSON.stringify(below?.map(shownOf))) return;
  const position = { gt: lineItems.length - (below?.length ?? 0) };
  await db.invoiceLine.deleteMany({ where: { accountId, invoiceId: id, position } });
  await insertRows(context, 'InvoiceLine', below as typeof lineItems);
}

type Row = NewRow<InvoiceLine>;

/** What is computed of a line. */
const computed = [
  'unitPrice',
  'price',
  'lineTotal',
  'taxCategory',
  'taxRate',
  'taxReason',
] as const;

/** What a line says, as JSON has it: decimals are text, and the same ones the same text. */
const shownOf = ({ accountId: _a, id: _i, version: _v, ...line }: Row) =>
  Object.entries({ ...line, createdAt: null, updatedAt: null }).sort();

/** Writes what is computed of items that stay as they are: one statement, for those of which it is another. */
async function computeAnew(
  context: Context,
  before: readonly InvoiceLine[],
  after: readonly Row[],
): Promise<void> {
  const shown = (line: Row) => JSON.stringify(computed.map((name) => line[name]));
  const changed = before.flatMap((line, index) => {
    const now = after[index] as Row;
    if (shown(line) === shown(now)) return [];
    return [
      {
        line,
        row: { ...Object.fromEntries(computed.map((name) => [name, now[name]])), id: line.id },
      },
    ];
  });
  if (changed.length === 0) return;
  const { accountId, db } = context;
  const rows = JSON.stringify(changed.map(({ row }) => row));
  const written = await db.$queryRaw<InvoiceLine[]>`
    UPDATE "InvoiceLine" t SET "unitPrice" = r."unitPrice", price = r.price, "lineTotal" = r."lineTotal",
      "taxCategory" = r."taxCategory", "taxRate" = r."taxRate", "taxReason" = r."taxReason"
    FROM json_populate_recordset(NULL::"InvoiceLine", ${rows}::json) r
    WHERE t."accountId" = ${accountId} AND t.id = r.id
    RETURNING t.id, t."unitPrice", t.price, t."lineTotal", t."taxCategory", t."taxRate", t."taxReason", t.version`;
  const log = changeCollectorOf(context);
  for (const row of written) {
    const was = changed.find(({ line }) => line.id === row.id)?.line as InvoiceLine;
    const values = Object.fromEntries(computed.map((name) => [name, was[name]]));
    log.updated('InvoiceLine', { ...row, accountId }, values);
  }
}
