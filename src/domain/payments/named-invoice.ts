import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate, todayIn } from '../../platform/dates/dates.ts';
import { lockStatement } from '../../write/change-statements.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { PaymentFields } from './fields.ts';
import type { NamedInvoice } from './payable-invoice.ts';
import {
  dateOf,
  normalizedReferenceSql,
  parsePlainNumber,
  payableAmount,
} from './payable-invoice.ts';
import { clientOf, requireOneInvoice } from './payment-errors.ts';

/**
 * By its formatted number, otherwise its plain number. One round trip, unless no invoice is found.
 * @throws ActionError record_not_found, name_not_found, number_ambiguous
 */
export async function lockNamedInvoice(
  tx: WriteContext,
  payment: PaymentFields,
): Promise<NamedInvoice> {
  const found = await lockInvoices(tx, payment);
  if (found.length > 0) return requireOneInvoice(tx, payment, found);
  // A client that was merged into another one has no invoices.
  const clientId = await clientOf(tx, payment);
  const current = { ...payment, clientId, clientName: null };
  const isMerged =
    payment.clientId === null ? payment.clientName !== null : payment.clientId !== clientId;
  return requireOneInvoice(tx, payment, isMerged ? await lockInvoices(tx, current) : []);
}

async function lockInvoices(tx: WriteContext, payment: PaymentFields): Promise<NamedInvoice[]> {
  const { accountId } = tx;
  const condition = conditionSql(accountId, payment);
  const lock = lockStatement(tx, 'Invoice', condition);
  const date = dateOf(tx, payment);
  const { allowDuplicate, amount, invoiceNumber, referenceNumber } = payment;
  const isRepeatable = allowDuplicate || referenceNumber === null;
  // After the lock it sees the payments of transactions that the lock waited for.
  const same = Prisma.sql`
    SELECT p."invoiceId" FROM "Payment" p WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NULL
      AND p.amount = ${amount} AND p.date = ${date}
      AND ${normalizedReferenceSql(Prisma.sql`p."referenceNumber"`)} = ${normalizedReferenceSql(Prisma.sql`${referenceNumber}::text`)}
      AND p."invoiceId" IN (SELECT id FROM "Invoice" WHERE "accountId" = ${accountId} AND (${condition}))`;
  const [locked, repeated = []] = await tx.readAll(lock, ...(isRepeatable ? [] : [same]));
  const invoices = locked as Invoice[];
  tx.setLocked('Invoice', invoices);
  const duplicates = new Set((repeated as { invoiceId: string }[]).map((one) => one.invoiceId));
  const exact = invoices.filter((one) => one.invoiceNumberFormatted === invoiceNumber);
  return (exact.length > 0 ? exact : invoices).map((invoice) => ({
    invoice,
    due: payableAmount(invoice),
    isDuplicate: duplicates.has(invoice.id),
    ...dateChecksOf(tx, invoice, payment),
  }));
}

/** Omits empty fields, so that PostgreSQL reuses its plan. */
function conditionSql(
  accountId: number,
  { clientId, clientName, invoiceNumber }: PaymentFields,
): Prisma.Sql {
  const plain = parsePlainNumber(invoiceNumber);
  const conditions = [
    plain === null
      ? Prisma.sql`"invoiceNumberFormatted" = ${invoiceNumber}`
      : Prisma.sql`("invoiceNumberFormatted" = ${invoiceNumber} OR "invoiceNumber" = ${plain}::int)`,
    ...(clientId === null ? [] : [Prisma.sql`"clientId" = ${clientId}`]),
    ...(clientName === null
      ? []
      : [
          Prisma.sql`"clientId" = (SELECT c.id FROM "Client" c WHERE c."accountId" = ${accountId} AND c.name = ${clientName} AND NOT c.archived)`,
        ]),
  ];
  return Prisma.join(conditions, ' AND ');
}

function dateChecksOf(
  context: Pick<Context, 'now' | 'workspace'>,
  { dateCreated, dateIssued, defaultPaymentDays, dueDate }: Invoice,
  payment: PaymentFields,
): Pick<NamedInvoice, 'firstDay' | 'isEarly' | 'isOtherIssueDate'> {
  const firstDay = dateIssued && dateIssued < dateCreated ? dateIssued : dateCreated;
  const today = todayIn(context.workspace.timeZone, context.now);
  const [first] = [formatDate(firstDay), today].sort();
  const earliest = `${Number(first?.slice(0, 4)) - 10}${first?.slice(4)}`.replace(
    '-02-29',
    '-02-28',
  );
  const asked = payment.dateIssued;
  const isOther = dateIssued
    ? asked?.getTime() !== dateIssued.getTime()
    : defaultPaymentDays === null && dueDate < (asked ?? dueDate);
  return {
    firstDay,
    isEarly: formatDate(dateOf(context, payment)) < earliest,
    isOtherIssueDate: Boolean(asked) && isOther,
  };
}
