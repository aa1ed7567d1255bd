import type { Invoice } from '../../generated/prisma/client.ts';
import type { InvoiceStatus } from '../../generated/prisma/enums.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { auditValuesOf } from '../../platform/audit-log/audited-columns.ts';
import type { ChangeCollector } from '../../platform/audit-log/change-collector.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, formatDate, todayIn } from '../../platform/dates/dates.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { currenciesWithFewerDigitsThan, Decimal } from '../../platform/money/money.ts';
import { unauditedClient } from '../../write/audited-client.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { withIssuedSnapshot } from '../../write/issued-snapshot.ts';
import type { SingleStatementWrite } from '../../write/single-statement-write.ts';
import { writeInSingleStatement } from '../../write/single-statement-write.ts';
import type { NewInvoiceEvent } from '../invoices/invoice-events.ts';
import { invoiceEventActor, invoiceEventRow } from '../invoices/invoice-events.ts';
import { describeActionsLostByPayment } from '../invoices/lifecycle-errors.ts';
import type { PaymentFields } from './fields.ts';
import {
  recordAuditedPaymentSql,
  recordPaymentSql,
  reopenedByPaymentNote,
} from './record-payment-sql.ts';

/** An invoice that goes by the number of a payment, as it was before. */
export interface MatchedInvoice {
  invoiceId: string;
  number: string;
  statusBefore: InvoiceStatus;
  currencyBefore: string;
  /** What a payment could pay of it: of one that was written off, what was given up. */
  dueBefore: Decimal;
  amountDueBefore: Decimal;
  paidBefore: Decimal;
  creditedBefore: Decimal;
  datePaidBefore: Date | null;
  dueDateBefore: Date;
  plannedIssueDateBefore: Date | null;
  dateIssuedBefore: Date | null;
  /** Whether the payment names an issue date that the invoice cannot have. */
  isOtherIssueDate: boolean;
  /** Whether the invoice has the same payment already. */
  isDuplicate: boolean;
  /** Whether the invoice changed while the statement waited for it, so that it may have missed the same payment. */
  isStale: boolean;
  /** Whether the payment is more than ten years older than the invoice, and the invoice's day. */
  isEarly: boolean;
  firstDay: Date;
}

/** What a payment changes of its invoice. */
export type PaidInvoice = Pick<
  Invoice,
  'id' | 'status' | 'paymentTotal' | 'amountDue' | 'datePaid' | 'dateIssued' | 'dueDate'
>;

/** What became of a payment at it: the invoice as it is now, and what its history says, where the payment was applied. */
export type PaymentOutcome = MatchedInvoice &
  (
    | (PaidInvoice & { version: number; note: string } & Pick<
          Invoice,
          'plannedIssueDate' | 'sellerInfo'
        >)
    | { id: null }
  );

/** Sends the statement that applies a payment. */
export async function recordPaymentOnInvoice(
  context: Context,
  { db, log, logValues }: SingleStatementWrite,
  payment: PaymentFields,
  [id, eventId]: readonly [payment: string, event: string],
): Promise<PaymentOutcome[]> {
  const { accountId, now, workspace } = context;
  const { amount, invoiceNumber: number } = payment;
  const { actor, keyName, personName } = invoiceEventActor(context);
  const today = todayIn(workspace.timeZone, now);
  const date = payment.date ? formatDate(payment.date) : today;
  const outcomes = await db.$queryRawUnsafe<PaymentOutcome[]>(
    log ? recordPaymentSql : recordAuditedPaymentSql,
    accountId,
    number,
    parsePlainNumber(number),
    payment.clientId,
    payment.clientName,
    amount,
    date,
    currenciesWithFewerDigitsThan(amount.decimalPlaces()),
    id,
    payment.paymentType,
    payment.referenceNumber,
    payment.memo,
    eventId,
    actor,
    keyName,
    formatPaymentAmount(amount),
    issuedByPayment,
    personName,
    payment.allowDuplicate,
    payment.externalId,
    payment.source,
    payment.groupId ?? null,
    today,
    payment.dateIssued && formatDate(payment.dateIssued),
    ...logValues,
    ...(log
      ? []
      : [
          JSON.stringify(auditValuesOf('Payment', { ...newPaymentDefaults, ...payment, date })),
          JSON.stringify(
            auditValuesOf('InvoiceEvent', { kind: 'PAYMENT_APPLIED', actor, keyName, personName }),
          ),
        ]),
  );
  if (!log) return outcomes;
  const paid = outcomes.filter((outcome) => outcome.id !== null);
  const issued = paid.filter(({ statusBefore }) => statusBefore === 'DRAFT');
  const kept = await withIssuedSnapshot(unauditedClient(unfilteredClient(db)), accountId, issued);
  for (const outcome of paid) {
    Object.assign(
      outcome,
      kept.find((one) => one.id === outcome.id),
    );
    noteApplied({ ...context, log }, outcome, { ...payment, id, date }, eventId);
  }
  return outcomes;
}

type Applied = Extract<PaymentOutcome, { version: number }>;

/** Notes for the log what a payment wrote: the invoice, the payment itself and the line of the invoice's history. */
function noteApplied(
  context: Context & { log: ChangeCollector },
  { version, note, ...paid }: Applied,
  payment: Omit<PaymentFields, 'date'> & { id: string; date: string },
  eventId: string,
): void {
  const { accountId, log } = context;
  const { amountDue, datePaid, id, paymentTotal, status } = paid;
  const before = {
    ...{ status: paid.statusBefore, paymentTotal: paid.paidBefore },
    ...{ amountDue: paid.amountDueBefore, datePaid: paid.datePaidBefore },
  };
  // By the payment that issues a draft, the database keeps what it is issued with.
  const { dateIssued, dueDate, plannedIssueDate, sellerInfo } = paid;
  const issued =
    paid.statusBefore === 'DRAFT' ? { dateIssued, dueDate, plannedIssueDate, sellerInfo } : {};
  const notIssued = {
    ...{ dateIssued: null, dueDate: paid.dueDateBefore, sellerInfo: null },
    plannedIssueDate: paid.plannedIssueDateBefore,
  };
  log.updated(
    'Invoice',
    { accountId, id, status, paymentTotal, amountDue, datePaid, version, ...issued },
    paid.statusBefore === 'DRAFT' ? { ...before, ...notIssued } : before,
  );
  log.created('Payment', {
    ...newPaymentDefaults,
    ...payment,
    accountId,
    invoiceId: id,
    version: 1,
  });
  const event = {
    kind: 'PAYMENT_APPLIED',
    fromStatus: paid.statusBefore,
    toStatus: status,
  } as const;
  const again = writeOffReversalFields(context, paid.statusBefore, paid.dueBefore);
  log.created('InvoiceEvent', {
    ...invoiceEventRow(context, { ...event, invoiceId: id, note, ...again }),
    id: eventId,
  });
}

/**
 * Applies a payment that may be there already. A statement sees the payments of the moment at which it began, not those that came
 * while it waited for the invoice: where it did wait, nothing was written, and it begins anew, at last in a transaction, in
 * which the invoice is locked by then.
 */
export async function recordPaymentWithRetry(
  context: Context,
  payment: PaymentFields,
): Promise<PaymentOutcome[]> {
  const ids = [newRecordId(context, 'Payment'), newId('InvoiceEvent')] as const;
  const isStale = (outcomes: PaymentOutcome[]) => outcomes.some(({ isStale }) => isStale);
  const first = await writeInSingleStatement(context, (one) =>
    recordPaymentOnInvoice(context, one, payment, ids),
  );
  if (!isStale(first)) return first;
  return inTransaction(context, async (tx) => {
    const noted: SingleStatementWrite = { db: tx.db, log: tx.log, logValues: [] };
    const again = await recordPaymentOnInvoice(tx, noted, payment, ids);
    return isStale(again) ? recordPaymentOnInvoice(tx, noted, payment, ids) : again;
  });
}

/** What the history says besides of a payment that was applied to an invoice in a status. */
export function describeStatusChange(before: InvoiceStatus): string {
  if (before === 'DRAFT') return issuedByPayment;
  return before === 'WRITE_OFF' ? reopenedByPaymentNote : '';
}

/** What the history keeps of a payment of what was written off: all of it is owed again, before the payment counts (decision 85). */
export function writeOffReversalFields(
  { now, workspace }: Pick<Context, 'now' | 'workspace'>,
  before: InvoiceStatus,
  due: Decimal,
): Pick<NewInvoiceEvent, 'bookedOn' | 'givenUp'> {
  if (before !== 'WRITE_OFF') return {};
  return { givenUp: due.negated(), bookedOn: dateToDb(todayIn(workspace.timeZone, now)) };
}

const issuedByPayment = `. This payment issued the draft, which was not sent: it can no longer be ${describeActionsLostByPayment()}.`;

/** What a new payment is not: reversed, refunded, more than was due, made of credit, or a part of what came. */
export const newPaymentDefaults = {
  ...{
    reversedAt: null,
    reversalReason: null,
    reversalNote: null,
    fromCredit: false,
    groupId: null,
  },
  ...{ refundedTotal: new Decimal(0), creditedAmount: new Decimal(0) },
};

/** Two decimals at least, unless the amount is whole: only the statement knows the currency. */
export function formatPaymentAmount(amount: Decimal): string {
  return amount.isInteger()
    ? amount.toFixed()
    : amount.toFixed(Math.max(2, amount.decimalPlaces()));
}

/** The number that text stands for, if it is one that an invoice can have. */
export function parsePlainNumber(number: string): number | null {
  return /^\d+$/.test(number) && Number(number) <= 2_147_483_647 ? Number(number) : null;
}
