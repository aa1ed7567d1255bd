import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { dateToDb, todayIn } from '../../platform/dates/dates.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { PaymentFields } from './fields.ts';

/** An invoice that a payment names, locked, and what decides whether it takes the payment. */
export interface NamedInvoice {
  invoice: Invoice;
  /** What a payment can pay. Of a written-off invoice, the amount that was written off. */
  due: Decimal;
  /** Whether the invoice already has the same payment. */
  isDuplicate: boolean;
  /** Whether the payment is more than ten years older than the invoice. */
  isEarly: boolean;
  /** Whether the payment names an issue date that the invoice cannot have. */
  isOtherIssueDate: boolean;
  /** The first day of the invoice. */
  firstDay: Date;
}

/** What can be paid of an invoice. */
export const payableAmount = ({
  amountDue,
  creditedTotal,
  paymentTotal,
  status,
  total,
}: Invoice): Decimal =>
  status === 'WRITE_OFF' ? total.minus(paymentTotal).minus(creditedTotal) : amountDue;

/** The day of a payment. Default: today. */
export const dateOf = (
  { now, workspace }: Pick<Context, 'now' | 'workspace'>,
  { date }: Pick<PaymentFields, 'date'>,
): Date => date ?? dateToDb(todayIn(workspace.timeZone, now));

/** Banks print references in groups, and people type them in either case. */
export const normalizedReferenceSql = (reference: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(regexp_replace(${reference}, '[\\s\\u00a0\\u200b\\u202f]+', '', 'g'))`;

/** The plain number of an invoice; null if the text is none. */
export function parsePlainNumber(number: string): number | null {
  return /^\d+$/.test(number) && Number(number) <= 2_147_483_647 ? Number(number) : null;
}
