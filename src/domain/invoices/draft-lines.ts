import type { InvoiceLine } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LineRole } from '../../generated/prisma/enums.ts';
import type { Change, WriteContext } from '../../write/unit-of-work.ts';
import type { LockedBilledRecord } from './billed-records.ts';
import { linkBilledRecords, releaseBilledRecords } from './billed-records.ts';
import { depositLines } from './deposits.ts';
import type { DraftDeposits } from './draft-deposits.ts';
import type { InvoiceDraftUpdate } from './draft-update-input.ts';
import type { InvoiceContent } from './insert-invoice.ts';
import { insertLinesAndTaxes, lineAndTaxRowsOf } from './insert-invoice.ts';
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

/** New items replace all items. Each kind of adjustment replaces all of its kind. */
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
      // The tax of the invoice can have changed.
      const isFirst = before.findIndex((one) => one.depositInvoiceId === id) === index;
      const deposits = kept.filter((one) => isFirst && one.id === id);
      return depositLines(deposits, invoice, usual);
    }),
    ...depositLines(added, invoice, usual),
    ...all.filter(({ role }) => isChanged[role]),
  ].toSorted((one, other) => placeOf(one) - placeOf(other));
}

const places: readonly LineRole[] = ['ALLOWANCE', 'CHARGE', 'WITHHOLDING', 'PREPAID', 'ROUNDING'];

/** Items first, then the others by role. */
const placeOf = ({ role }: LineContent) => places.indexOf(role);

/** Without new items, the item lines stay, because billed records are linked to them. */
export async function writeLinesAndTaxes(
  tx: WriteContext,
  { id, lineItems: before }: InvoiceRecord,
  charges: readonly LockedBilledRecord[] | undefined,
  content: InvoiceContent,
): Promise<void> {
  const { lineItems, taxBreakdown } = lineAndTaxRowsOf(tx, id, content);
  const ofInvoice = Prisma.sql`"invoiceId" = ${id}`;
  tx.delete('InvoiceTaxLine', await tx.lockAll('InvoiceTaxLine', ofInvoice));
  const lines = await tx.lockAll('InvoiceLine', ofInvoice);
  if (charges) {
    await releaseBilledRecords(tx, id, 'of lines');
    tx.delete('InvoiceLine', lines);
    insertLinesAndTaxes(tx, lineItems, taxBreakdown);
    await linkBilledRecords(tx, id, charges, itemLinesOf(lineItems));
    return;
  }
  insertLinesAndTaxes(tx, [], taxBreakdown);
  updateComputedColumns(
    tx,
    lines.filter(isItemOrItemAdjustment).sort((a, b) => a.position - b.position),
    lineItems.filter(isItemOrItemAdjustment),
  );
  const [wasBelow = [], below = []] = [before, lineItems].map((all) =>
    all.filter((line) => !isItemOrItemAdjustment(line)),
  );
  if (JSON.stringify(wasBelow.map(shownOf)) === JSON.stringify(below.map(shownOf))) return;
  const last = lineItems.length - below.length;
  tx.delete(
    'InvoiceLine',
    lines.filter(({ position }) => position > last),
  );
  insertLinesAndTaxes(tx, below as typeof lineItems, []);
}

type Row = Omit<InvoiceLine, 'createdAt' | 'updatedAt'>;

const computed = [
  'unitPrice',
  'price',
  'lineTotal',
  'taxCategory',
  'taxRate',
  'taxReason',
] as const;

/** For comparisons as JSON, which has one text for equal decimals. */
const shownOf = ({ accountId: _a, id: _i, version: _v, ...line }: Row) =>
  Object.entries({ ...line, createdAt: null, updatedAt: null }).sort();

function updateComputedColumns(
  tx: WriteContext,
  before: readonly InvoiceLine[],
  after: readonly Row[],
): void {
  for (const [index, line] of before.entries()) {
    const now = after[index] as Row;
    const values = computed.map((name) => [name, now[name]]);
    tx.update('InvoiceLine', line, Object.fromEntries(values) as Change<'InvoiceLine'>);
  }
}
