import type { Invoice, InvoiceTaxLine } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { Decimal } from '../../platform/money/money.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { lockRecords } from '../../write/lock-records.ts';
import { hasPositiveRate, omitDefaultTax } from './default-line-tax.ts';
import type { InvoiceFields } from './invoice-input.ts';
import type { LineContent } from './line-rows.ts';
import { adjustmentLine } from './line-rows.ts';
import type { LineTax } from './tax.ts';
import { taxCategoryOf } from './tax.ts';
import type { DefaultTax } from './tax-groups.ts';

/**
 * Deposits are invoices for advance payments. The final invoice deducts them, with one line per tax, so that no tax is
 * charged twice.
 */

export type Deposit = Invoice & { taxBreakdown: InvoiceTaxLine[] };

/**
 * Finds deposits with their taxes.
 * @throws ActionError record_not_found, for all missing ones together
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

/** @throws ActionError record_not_found, invalid_input */
export async function resolveDeposits(
  context: Context,
  { depositIds }: Pick<InvoiceFields, 'depositIds'>,
  client: { id: string; currency: string | null },
): Promise<Deposit[]> {
  const deposits = await findDeposits(context, depositIds);
  const currency = client.currency ?? context.workspace.currency;
  const errors: FieldError[] = [];
  for (const [index, deposit] of deposits.entries()) {
    const path = `depositIds.${index}`;
    const report = (message: string) => errors.push({ path, code: 'disagrees', message });
    if (deposits.indexOf(deposit) < index) report('is named by an entry already');
    else if (deposit.clientId !== client.id) report('is of another client');
    else if (deposit.invoiceType !== 'DEPOSIT') report('is no deposit');
    else if (deposit.currency !== currency) report('is in another currency than the invoice');
  }
  if (errors.length > 0) throw invalidInputError(errors);
  return deposits;
}

/**
 * Of several concurrent invoices, one deducts a deposit.
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
 * Each deposit has to be paid, not credited, and not deducted by another invoice.
 * @throws ActionError conflicting_state
 */
export async function requireDepositsDeductible(
  tx: Context,
  deposits: readonly Deposit[],
): Promise<void> {
  if (deposits.length === 0) return;
  const ids = deposits.map(({ id }) => id);
  const currentInvoices = await tx.db.invoice.findMany({
    where: { accountId: tx.accountId, id: { in: ids } },
    select: { id: true, status: true, creditedTotal: true },
  });
  const isPaid = new Map(
    currentInvoices.map(({ creditedTotal, id, status }) => [
      id,
      status === 'PAID' && creditedTotal.isZero(),
    ]),
  );
  for (const deposit of deposits) {
    if (!isPaid.get(deposit.id)) throw depositError(tx, deposit, 'is not paid');
  }
  for (const deposit of deposits) {
    if (await isDeducted(tx, deposit)) throw depositError(tx, deposit, 'is taken off elsewhere');
  }
}

/** An invoice that was voided or credited completely deducts nothing. */
async function isDeducted({ accountId, db }: Context, { id }: Pick<Invoice, 'id'>) {
  const [row] = await db.$queryRaw<object[]>`
    SELECT 1 FROM "InvoiceLine" l JOIN "Invoice" f ON f."accountId" = l."accountId" AND f.id = l."invoiceId"
    WHERE l."accountId" = ${accountId} AND l."depositInvoiceId" = ${id} AND f.status <> 'VOIDED'
      AND NOT (f."creditedTotal" > 0 AND f."creditedTotal" = f.total)
    LIMIT 1`;
  return row !== undefined;
}

/**
 * A deducted deposit cannot be voided or credited: the client would get it back twice.
 * @throws ActionError conflicting_state
 */
export async function requireDepositNotDeducted(tx: Context, deposit: Invoice): Promise<void> {
  if (!(await isDeducted(tx, deposit))) return;
  throw depositError(tx, deposit, 'is taken off an invoice; void or credit that first');
}

function depositError(
  context: Context,
  { invoiceNumberFormatted: number }: Invoice,
  reason: string,
): ActionError {
  const which = canRead(context, 'invoices') ? `Deposit ${number}` : 'The deposit';
  return new ActionError('conflicting_state', `${which} ${reason}. Nothing was done.`);
}

/** One line for each tax group, and one for the untaxed rest. */
export function depositLines(
  deposits: readonly Deposit[],
  { taxInclusive }: Pick<InvoiceFields, 'taxInclusive'>,
  defaultTax: DefaultTax,
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
      const ownTax = omitDefaultTax(defaultTax, charged);
      // A line with the default tax is taxable even at 0 %: the invoice reports its tax category.
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
      reasonCode: first.reasonCode,
      percentage: taxes.length === 1 ? first.rate : null,
      components,
    };
    const tax = taxes.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
    return [{ base: first.taxableAmount, tax, ownTax }];
  });
}
