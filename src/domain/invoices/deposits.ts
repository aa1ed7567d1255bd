import type { Invoice, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { lockRecords } from '../../write/lock-records.ts';
import type { InvoiceFields } from './invoice-input.ts';
import type { LineContent } from './line-rows.ts';
import { adjustmentLine, hasPositiveRate, omitDefaultTax } from './line-rows.ts';
import type { LineTax } from './tax.ts';
import { taxCategoryOf } from './tax.ts';
import type { DefaultTax } from './tax-groups.ts';

/**
 * Deposits: invoices for money in advance, which are paid and then taken off the invoice of the work, tax by tax, so that no tax is told
 * twice (decision 63). A line for each tax of a deposit takes it off, and names it.
 */

export type Deposit = Invoice & { taxBreakdown: InvoiceTaxLine[] };

/**
 * Finds the deposits that an invoice names, with their taxes. One statement where there are any.
 * @throws ActionError record_not_found, which tells all that there are not
 */
export async function findDeposits(
  { accountId, db }: Context,
  depositIds: InvoiceFields['depositIds'],
): Promise<Deposit[]> {
  if (!depositIds?.length) return [];
  const found = await db.invoice.findMany({
    where: { accountId, id: { in: depositIds } },
    include: { taxBreakdown: { orderBy: { order: 'asc' } } },
  });
  const byId = new Map(found.map((deposit) => [deposit.id, deposit]));
  const missing = depositIds.flatMap((id, index) => {
    const path = `depositIds.${index}`;
    const error = { path, code: 'record_not_found', message: 'no such record' };
    return byId.has(id) ? [] : [{ id, error }];
  });
  const [first] = missing;
  if (first) {
    const errors = missing.map(({ error }) => error);
    const message = `There is no invoice with id "${first.id}".`;
    throw new ActionError('record_not_found', message, { errors });
  }
  return depositIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The deposits that an invoice names, which fit it; what they charge does not change any more.
 * @throws ActionError record_not_found; invalid_input for one that is no deposit, of another client or currency, or named twice
 */
export async function resolveDeposits(
  context: Context,
  { depositIds }: Pick<InvoiceFields, 'depositIds'>,
  client: { id: string; currency: string | null },
): Promise<Deposit[]> {
  const deposits = await findDeposits(context, depositIds);
  const currency = client.currency ?? context.workspace.currency;
  const faults: FieldError[] = [];
  for (const [index, deposit] of deposits.entries()) {
    const path = `depositIds.${index}`;
    const report = (message: string) => faults.push({ path, code: 'disagrees', message });
    if (deposits.indexOf(deposit) < index) report('is named by an entry already');
    else if (deposit.clientId !== client.id) report('is of another client');
    else if (deposit.invoiceType !== 'DEPOSIT') report('is no deposit');
    else if (deposit.currency !== currency) report('is in another currency than the invoice');
  }
  if (faults.length > 0) throw invalidInputError(faults);
  return deposits;
}

/**
 * Locks deposits that are taken off, and looks that each is paid and that no other invoice takes it off: however many try at once, one
 * does. One that was voided or credited whole takes nothing off any more. Two statements where there are any.
 * @throws ActionError conflicting_state
 */
export async function lockDeposits(tx: Context, deposits: readonly Deposit[]): Promise<void> {
  if (deposits.length === 0) return;
  await lockRecords(
    tx,
    'Invoice',
    deposits.map(({ id }) => id),
  );
  await requireDepositsDeductible(tx, deposits);
}

/**
 * Looks that each deposit is paid as it stands, and that no other invoice takes it off. Two statements where there are any.
 * @throws ActionError conflicting_state
 */
export async function requireDepositsDeductible(
  tx: Context,
  deposits: readonly Deposit[],
): Promise<void> {
  if (deposits.length === 0) return;
  const ids = deposits.map(({ id }) => id);
  const standing = await tx.db.invoice.findMany({
    where: { accountId: tx.accountId, id: { in: ids } },
    select: { id: true, status: true, creditedTotal: true },
  });
  const isPaid = new Map(
    standing.map(({ creditedTotal, id, status }) => [
      id,
      status === 'PAID' && creditedTotal.isZero(),
    ]),
  );
  for (const deposit of deposits) {
    if (!isPaid.get(deposit.id)) throw notPossible(tx, deposit, 'is not paid');
  }
  for (const deposit of deposits) {
    if (await isTakenOff(tx, deposit)) throw notPossible(tx, deposit, 'is taken off elsewhere');
  }
}

/** Whether an invoice that stands takes a deposit off, which is locked by now. */
async function isTakenOff({ accountId, db }: Context, { id }: Pick<Invoice, 'id'>) {
  const [row] = await db.$queryRaw<object[]>`
    SELECT 1 FROM "InvoiceLine" l JOIN "Invoice" f ON f."accountId" = l."accountId" AND f.id = l."invoiceId"
    WHERE l."accountId" = ${accountId} AND l."depositInvoiceId" = ${id} AND f.status <> 'VOIDED'
      AND NOT (f."creditedTotal" > 0 AND f."creditedTotal" = f.total)
    LIMIT 1`;
  return row !== undefined;
}

/**
 * A deposit that an invoice takes off is neither voided nor credited: it would be given back twice.
 * @throws ActionError conflicting_state
 */
export async function requireDepositNotDeducted(tx: Context, deposit: Invoice): Promise<void> {
  if (!(await isTakenOff(tx, deposit))) return;
  throw notPossible(tx, deposit, 'is taken off an invoice; void or credit that first');
}

function notPossible(
  context: Context,
  { invoiceNumberFormatted: number }: Invoice,
  why: string,
): ActionError {
  const which = canRead(context, 'invoices') ? `Deposit ${number}` : 'The deposit';
  return new ActionError('conflicting_state', `${which} ${why}. Nothing was done.`);
}

/** The lines that take deposits off: one for each group of taxes, and one for what was not taxed. */
export function depositLines(
  deposits: readonly Deposit[],
  { taxInclusive }: Pick<InvoiceFields, 'taxInclusive'>,
  usual: DefaultTax,
): LineContent[] {
  return deposits.flatMap((deposit) => {
    const groups = groupsOf(deposit);
    const line = (amount: Decimal, tax: Pick<LineContent, 'ownTax' | 'taxable'>) =>
      adjustmentLine(
        'ALLOWANCE',
        { amount, percent: null, reason: deposit.invoiceNumberFormatted },
        { ...tax, type: 'DEPOSIT_APPLIED', depositInvoiceId: deposit.id },
      );
    const taxed = groups.map(({ base, tax, ownTax: charged }) => {
      const ownTax = omitDefaultTax(usual, charged);
      // What is taxed as the invoice is belongs to what that tells of its tax, also where it is one of 0 %.
      const taxable = ownTax === null || hasPositiveRate(ownTax);
      return line(taxInclusive ? base.plus(tax) : base, { ownTax, taxable });
    });
    const rest = groups.reduce((left, { base, tax }) => left.minus(base).minus(tax), deposit.total);
    const untaxed = rest.isZero() ? [] : [line(rest, { ownTax: null, taxable: false })];
    return [...taxed, ...untaxed];
  });
}

interface Group {
  base: Decimal;
  tax: Decimal;
  ownTax: LineTax;
}

/** What a deposit charges by its taxes: those of one group are taken of the same lines. */
function groupsOf({ taxBreakdown }: Deposit): Group[] {
  const numbers = [...new Set(taxBreakdown.map(({ taxGroup }) => taxGroup))];
  return numbers.flatMap((number) => {
    const taxes = taxBreakdown.filter(({ taxGroup }) => taxGroup === number);
    const [first] = taxes;
    if (!first) return [];
    const before = first.order - 1;
    const components = taxes.map(({ compound, compoundOnOrder, name, order, rate }) => ({
      ...{ name, rate, compound, order: order - before },
      compoundOnOrder: compoundOnOrder === null ? null : compoundOnOrder - before,
    }));
    const ownTax = {
      category: first.category ?? taxCategoryOf(components),
      reason: first.reason,
      percentage: taxes.length === 1 ? first.rate : null,
      components,
    };
    const tax = taxes.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
    return [{ base: first.taxableAmount, tax, ownTax }];
  });
}
