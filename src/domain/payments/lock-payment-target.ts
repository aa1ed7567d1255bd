import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatDate, todayIn } from '../../platform/dates/dates.ts';
import { lockStatement } from '../../write/change-statements.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { PaymentFields } from './fields.ts';
import { requireOneTarget, resolveClientId } from './payment-errors.ts';
import type { PaymentTarget } from './payment-target.ts';
import {
  normalizedReferenceSql,
  parsePlainNumber,
  payableAmount,
  paymentDateOf,
} from './payment-target.ts';

/**
 * Finds the invoice by its formatted number, otherwise by its plain number. It locks all invoices with this number.
 * One round trip, unless no invoice is found.
 * @throws ActionError record_not_found, name_not_found, number_ambiguous
 */
export async function lockPaymentTarget(
  tx: WriteContext,
  payment: PaymentFields,
): Promise<PaymentTarget> {
  const targets = await lockTargets(tx, payment);
  if (targets.length > 0) return requireOneTarget(tx, payment, targets);
  // A client that was merged into another one has no invoices.
  const clientId = await resolveClientId(tx, payment);
  const paymentOfCurrentClient = { ...payment, clientId, clientName: null };
  const isMerged =
    payment.clientId === null ? payment.clientName !== null : payment.clientId !== clientId;
  return requireOneTarget(
    tx,
    payment,
    isMerged ? await lockTargets(tx, paymentOfCurrentClient) : [],
  );
}

async function lockTargets(tx: WriteContext, payment: PaymentFields): Promise<PaymentTarget[]> {
  const { accountId } = tx;
  const condition = conditionSql(accountId, payment);
  const lock = lockStatement(tx, 'Invoice', condition);
  const date = paymentDateOf(tx, payment);
  const { allowDuplicate, amount, invoiceNumber, referenceNumber } = payment;
  const skipsDuplicateCheck = allowDuplicate || referenceNumber === null;
  // This runs after the lock, so it sees payments of transactions that the lock waited for.
  const duplicatesSql = Prisma.sql`
    SELECT p."invoiceId" FROM "Payment" p WHERE p."accountId" = ${accountId} AND p."reversedAt" IS NULL
      AND p.amount = ${amount} AND p.date = ${date}
      AND ${normalizedReferenceSql(Prisma.sql`p."referenceNumber"`)} = ${normalizedReferenceSql(Prisma.sql`${referenceNumber}::text`)}
      AND p."invoiceId" IN (SELECT id FROM "Invoice" WHERE "accountId" = ${accountId} AND (${condition}))`;
  const [locked, duplicateRows = []] = await tx.readAll(
    lock,
    ...(skipsDuplicateCheck ? [] : [duplicatesSql]),
  );
  const invoices = locked as Invoice[];
  tx.setLocked('Invoice', invoices);
  const duplicates = new Set(
    (duplicateRows as { invoiceId: string }[]).map((row) => row.invoiceId),
  );
  const exact = invoices.filter((row) => row.invoiceNumberFormatted === invoiceNumber);
  return (exact.length > 0 ? exact : invoices).map((invoice) => ({
    invoice,
    due: payableAmount(invoice),
    isDuplicate: duplicates.has(invoice.id),
    ...checkDates(tx, invoice, payment),
  }));
}

/** Omits empty fields, so that PostgreSQL reuses its plan. */
function conditionSql(
  accountId: number,
  { clientId, clientName, invoiceNumber }: PaymentFields,
): Prisma.Sql {
  const plainNumber = parsePlainNumber(invoiceNumber);
  const conditions = [
    plainNumber === null
      ? Prisma.sql`"invoiceNumberFormatted" = ${invoiceNumber}`
      : Prisma.sql`("invoiceNumberFormatted" = ${invoiceNumber} OR "invoiceNumber" = ${plainNumber}::int)`,
    ...(clientId === null ? [] : [Prisma.sql`"clientId" = ${clientId}`]),
    ...(clientName === null
      ? []
      : [
          Prisma.sql`"clientId" = (SELECT c.id FROM "Client" c WHERE c."accountId" = ${accountId} AND c.name = ${clientName} AND NOT c.archived)`,
        ]),
  ];
  return Prisma.join(conditions, ' AND ');
}

function checkDates(
  context: Pick<Context, 'now' | 'workspace'>,
  { dateCreated, dateIssued, defaultPaymentDays, dueDate }: Invoice,
  payment: PaymentFields,
): Pick<PaymentTarget, 'firstDay' | 'isDateTooEarly' | 'isWrongIssueDate'> {
  const firstDay = dateIssued && dateIssued < dateCreated ? dateIssued : dateCreated;
  const today = todayIn(context.workspace.timeZone, context.now);
  const [earlierDay] = [formatDate(firstDay), today].sort();
  const earliest = `${Number(earlierDay?.slice(0, 4)) - 10}${earlierDay?.slice(4)}`.replace(
    '-02-29',
    '-02-28',
  );
  const requestedIssueDate = payment.dateIssued;
  const isImpossible = dateIssued
    ? requestedIssueDate?.getTime() !== dateIssued.getTime()
    : defaultPaymentDays === null && dueDate < (requestedIssueDate ?? dueDate);
  return {
    firstDay,
    isDateTooEarly: formatDate(paymentDateOf(context, payment)) < earliest,
    isWrongIssueDate: Boolean(requestedIssueDate) && isImpossible,
  };
}
