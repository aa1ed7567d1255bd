import type { InvoiceLine } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { LineRole } from '../../generated/prisma/enums.ts';
import type { Change, WriteContext } from '../../write/unit-of-work.ts';
import type { LockedBilledRecord } from './billed-records.ts';
import { linkBilledRecords, releaseBilledRecords } from './billed-records.ts';
import { restoreRuleTax } from './default-line-tax.ts';
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
  withDepositType,
} from './line-rows.ts';
import type { LineTax } from './tax.ts';
import type { DefaultTax } from './tax-groups.ts';

/** New items replace all items. New adjustments of a kind replace all of that kind. */
export function buildDraftLines(
  invoice: InvoiceRecord,
  change: InvoiceDraftUpdate,
  billing: ResolvedBilling & { deposits: DraftDeposits },
  defaultTax: DefaultTax,
): LineContent[] {
  const before = lineContentsOfRows(invoice.lineItems, { roundTo: null });
  const withRuleTax = <L extends { ownTax: LineTax | null }>(line: L, at?: LineContent): L => ({
    ...line,
    ownTax: restoreRuleTax(line.ownTax, before, defaultTax, at),
  });
  const newAdjustments = adjustmentLineContents(
    {
      withholding: change.withholding ?? null,
      prepaidAmount: change.prepaidAmount ?? null,
      roundTo: invoice.roundTo,
      roundingAmount: change.roundingAmount ?? null,
      allowances: billing.adjustments.allowances.map((allowance) => withRuleTax(allowance)),
      charges: billing.adjustments.charges.map((charge) => withRuleTax(charge)),
    },
    defaultTax,
  );
  const itemsBefore = itemLinesOf(before);
  const itemsWithTax = billing.lines.map((line, index) => withRuleTax(line, itemsBefore[index]));
  const items = change.items ? itemLineContents(itemsWithTax, defaultTax) : [];
  const newLines = [...withDepositType(invoice.invoiceType, items), ...newAdjustments];
  const isChanged = changedRoles(invoice, change);
  const { added, existing } = billing.deposits;
  return [
    ...before.flatMap((line, index): LineContent[] => {
      const { depositInvoiceId: id, role } = line;
      if (id === null) return isChanged[role] ? [] : [line];
      // The tax of the invoice can have changed.
      const isFirst = before.findIndex((one) => one.depositInvoiceId === id) === index;
      const deposits = existing.filter((deposit) => isFirst && deposit.id === id);
      return depositLines(deposits, invoice, defaultTax);
    }),
    ...depositLines(added, invoice, defaultTax),
    ...newLines.filter(({ role }) => isChanged[role]),
  ].toSorted((one, other) => orderOf(one) - orderOf(other));
}

function changedRoles(
  { roundTo }: InvoiceRecord,
  change: InvoiceDraftUpdate,
): Record<LineRole, boolean> {
  const hasItems = change.items !== undefined;
  const isRounded = change.roundTo !== undefined || change.roundingAmount !== undefined;
  return {
    ITEM: hasItems,
    ITEM_ALLOWANCE: hasItems,
    ITEM_CHARGE: hasItems,
    ALLOWANCE: change.allowances !== undefined,
    CHARGE: change.charges !== undefined,
    WITHHOLDING: change.withholding !== undefined,
    PREPAID: change.prepaidAmount !== undefined,
    ROUNDING: isRounded || roundTo !== null,
  };
}

const roleOrder: readonly LineRole[] = [
  'ALLOWANCE',
  'CHARGE',
  'WITHHOLDING',
  'PREPAID',
  'ROUNDING',
];

/** Items first, then the others by role. */
const orderOf = ({ role }: LineContent) => roleOrder.indexOf(role);

/** Without new items, the item lines stay, because billed records are linked to them. */
export async function writeLinesAndTaxes(
  tx: WriteContext,
  { id, lineItems: before }: InvoiceRecord,
  charges: readonly LockedBilledRecord[] | undefined,
  content: InvoiceContent,
): Promise<void> {
  const { lineItems, taxBreakdown } = lineAndTaxRowsOf(tx, id, content);
  const isOfInvoiceSql = Prisma.sql`"invoiceId" = ${id}`;
  tx.delete('InvoiceTaxLine', await tx.lockAll('InvoiceTaxLine', isOfInvoiceSql));
  const lines = await tx.lockAll('InvoiceLine', isOfInvoiceSql);
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
  const [adjustmentsBefore = [], adjustments = []] = [before, lineItems].map((all) =>
    all.filter((line) => !isItemOrItemAdjustment(line)),
  );
  if (
    JSON.stringify(adjustmentsBefore.map(comparableColumns)) ===
    JSON.stringify(adjustments.map(comparableColumns))
  )
    return;
  const last = lineItems.length - adjustments.length;
  tx.delete(
    'InvoiceLine',
    lines.filter(({ position }) => position > last),
  );
  insertLinesAndTaxes(tx, adjustments as typeof lineItems, []);
}

type Row = Omit<InvoiceLine, 'createdAt' | 'updatedAt'>;

const computedColumns = [
  'unitPrice',
  'price',
  'lineTotal',
  'taxCategory',
  'taxRate',
  'taxReason',
  'taxReasonCode',
] as const;

/** For comparisons as JSON, which has one text for equal decimals. */
const comparableColumns = ({ accountId: _a, id: _i, version: _v, ...line }: Row) =>
  Object.entries({ ...line, createdAt: null, updatedAt: null }).sort();

function updateComputedColumns(
  tx: WriteContext,
  before: readonly InvoiceLine[],
  after: readonly Row[],
): void {
  const changes = before.map((line, index) => {
    const computedLine = after[index] as Row;
    const values = computedColumns.map((name) => [name, computedLine[name]]);
    return [line, Object.fromEntries(values) as Change<'InvoiceLine'>] as const;
  });
  tx.updateEach('InvoiceLine', changes);
}
