import type { PaymentProviderType } from '../../generated/prisma/enums.ts';
import type { Context } from '../kernel/context.ts';
import { Decimal } from '../kernel/money.ts';
import type { Booking } from './bookings.ts';
import { bookingsSql, orderOfKinds } from './bookings.ts';

/** Bookings with what a booking format has to know besides: whose they are, and which tax is in them. */

interface StoredTax {
  rate: string;
  taxable: string;
  amount: string;
  compound: boolean;
}

export interface BookedEntry extends Booking {
  clientName: string;
  /** How money came or went; null where none did. */
  paymentType: PaymentProviderType | null;
  /** Of an invoice: its taxes. */
  taxes: readonly StoredTax[] | null;
}

/** The bookings of some days, in order, with what is in them. One statement. */
export function bookedEntries(
  { accountId, db, workspace: { timeZone } }: Context,
  days: { from: string; to: string },
): Promise<BookedEntry[]> {
  return db.$queryRaw<BookedEntry[]>`
    SELECT b.*, c.name AS "clientName", coalesce(p."paymentType", r."paymentType") AS "paymentType",
      CASE WHEN b.kind = 'INVOICE' THEN (
        SELECT coalesce(jsonb_agg(jsonb_build_object('rate', trim_scale(l.rate)::text, 'taxable', l."taxableAmount"::text,
          'amount', l.amount::text, 'compound', l.compound) ORDER BY l."order"), '[]')
        FROM "InvoiceTaxLine" l WHERE l."accountId" = ${accountId} AND l."invoiceId" = b."invoiceId"
      ) END AS taxes
    FROM (${bookingsSql({ accountId, timeZone, ...days })}) b
    JOIN "Client" c ON c."accountId" = ${accountId} AND c.id = b."clientId"
    LEFT JOIN "Payment" p ON p."accountId" = ${accountId} AND p.id = b.id
    LEFT JOIN "Refund" r ON r."accountId" = ${accountId} AND r.id = b.id
    ORDER BY b.date, ${orderOfKinds}, b.number, b.id`;
}

/** What an invoice charges at one rate, tax included. */
export interface TaxGroup {
  rate: Decimal;
  gross: Decimal;
}

/**
 * An invoice by its rates; what is not taxed is of rate 0. Their sum is the invoice's total. Undefined where taxes are no rates of their
 * own: one upon another, or several on the same amount.
 */
export function groupsOf({
  amount,
  taxes,
}: Pick<BookedEntry, 'amount' | 'taxes'>): TaxGroup[] | undefined {
  const byRate = new Map<string, Decimal>();
  let rest = amount;
  for (const tax of taxes ?? []) {
    if (tax.compound) return undefined;
    const gross = new Decimal(tax.taxable).plus(tax.amount);
    byRate.set(tax.rate, (byRate.get(tax.rate) ?? new Decimal(0)).plus(gross));
    rest = rest.minus(gross);
  }
  // More was taxed than there is: something was taxed twice.
  if (!rest.isZero() && rest.isNegative() !== amount.isNegative()) return undefined;
  byRate.set('0', (byRate.get('0') ?? new Decimal(0)).plus(rest));
  return [...byRate]
    .map(([rate, gross]) => ({ rate: new Decimal(rate), gross }))
    .filter(({ gross }) => !gross.isZero());
}
