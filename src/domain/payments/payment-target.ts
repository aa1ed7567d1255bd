import type { Invoice } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { currentDate } from '../../platform/dates/dates.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { PaymentFields } from './fields.ts';

/** A locked invoice that a payment names, and the facts that decide about the payment. */
export interface PaymentTarget {
  invoice: Invoice;
  /** The amount due, or the written-off amount of a written-off invoice. */
  due: Decimal;
  isDuplicate: boolean;
  /** The payment date is more than ten years before the invoice. */
  isDateTooEarly: boolean;
  /** The payment names an issue date that the invoice cannot have. */
  isWrongIssueDate: boolean;
  /** The earlier of the creation date and the issue date. */
  firstDay: Date;
}

export const payableAmount = ({
  amountDue,
  creditedTotal,
  paymentTotal,
  status,
  total,
}: Invoice): Decimal =>
  status === 'WRITE_OFF' ? total.minus(paymentTotal).minus(creditedTotal) : amountDue;

export const paymentDateOf = (
  context: Pick<Context, 'now' | 'workspace'>,
  { date }: Pick<PaymentFields, 'date'>,
): Date => date ?? currentDate(context);

/** Banks print references in groups, and people type them in either case. */
export const normalizedReferenceSql = (reference: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`lower(regexp_replace(${reference}, '[\\s\\u00a0\\u200b\\u202f]+', '', 'g'))`;

export function parsePlainNumber(number: string): number | null {
  return /^\d+$/.test(number) && Number(number) <= 2_147_483_647 ? Number(number) : null;
}
