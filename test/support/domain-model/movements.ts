import { expect } from 'vitest';
import type { TestApi } from '../api.ts';
import { digitsOf } from './amounts.ts';
import type { Choices } from './choices.ts';
import type { Side } from './compared-apis.ts';
import type { Payment } from './records.ts';
import type { Model } from './state.ts';
import { require } from './state.ts';

/** Refunds of payments, and their effect on the credit of clients. Each has a day, never before that of its payment. */

/** Refunds, and changes of credit by their kinds. */
type Kind = 'REFUND' | 'OVERPAID' | 'CREDIT_NOTE' | 'APPLIED' | 'REFUNDED' | 'TAKEN_BACK' | 'OWED';

/** An amount that moved with a payment, on a day, and the reference that was given. */
export type Movement = readonly [kind: Kind, amount: bigint, date: string, reference?: string];

const [millisecondsOfDay, farAhead] = [86_400_000, 400];

/** A day so many days after another one. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * millisecondsOfDay).toISOString().slice(0, day.length);

const earlierOf = (one: string, other: string): string => (one < other ? one : other);

/** The later of two days. */
export const laterOf = (one: string, other: string): string => (one < other ? other : one);

/** The first possible day of a reversal or refund. Today is possible for a future payment. */
export const firstAfter = (model: Model, day: string): string => earlierOf(day, model.today);

/**
 * The given day of a reversal or refund, by default today.
 * @throws Rejected if it is earlier than allowed, or more than a year ahead
 */
export function dayOf(model: Model, date: string | undefined, day: string): string {
  if (date === undefined) return model.today;
  require(date >= firstAfter(model, day) && date < daysAfter(model.today, 300), 'invalid_input');
  return date;
}

/** Days around the day of a record, mostly valid ones. Some are too early by so many days. */
export const anyDay = (model: Model, choices: Choices, day: string, early: number): string =>
  choices.of([
    ...[day, day, day, day, model.today, daysAfter(model.today, 20)],
    ...[daysAfter(day, -early), daysAfter(day, 1), daysAfter(model.today, farAhead)],
  ]);

/** What moves with a payment that is reversed, on the day of that, or of the payment where that is still to come. */
export function movementsBack(
  model: Model,
  { amount, creditedAmount, date, fromCredit, refundedTotal }: Payment,
): Movement[] {
  const on = laterOf(model.today, date);
  const changes: Movement[] = [
    ['TAKEN_BACK', (fromCredit ? amount : 0n) - creditedAmount, on],
    ['OWED', -refundedTotal, on],
  ];
  return changes.filter(([, changed]) => changed !== 0n);
}

const stored = `
  SELECT "paymentId" AS of, 'REFUND' AS kind, amount, date FROM "Refund" WHERE "accountId" = $1
  UNION ALL SELECT "paymentId", kind::text, amount, date FROM "ClientCredit" WHERE "accountId" = $1`;

/** The refunds and the changes of credit are those of the model. */
export async function compareMovements(
  { database }: TestApi,
  { model, workspace }: Side,
): Promise<void> {
  const { rows } = await database.pool.query(
    `SELECT concat_ws(' ', of, kind, trim_scale(amount), date) AS moved FROM (${stored}) m`,
    [workspace.accountId],
  );
  const expected = model.all('Payment').flatMap(({ id, invoiceId, moved }) => {
    const { currency } = model.get('Invoice', invoiceId);
    const scale = 10 ** digitsOf(currency);
    return moved.map(([kind, amount, date]) => `${id} ${kind} ${Number(amount) / scale} ${date}`);
  });
  expect(rows.map(({ moved }) => moved).sort()).toEqual(expected.sort());
}

/** Histories in which something is missing: each line begins with the status that the one before left, and every change of money has one. */
export const incompleteHistories = `
  SELECT e.id FROM (
    SELECT id, kind, "fromStatus", lag("toStatus") OVER (PARTITION BY "invoiceId" ORDER BY id) AS before FROM "InvoiceEvent"
    WHERE "accountId" = $1 AND "toStatus" IS NOT NULL) e
  WHERE e.kind <> 'CREATED' AND e."fromStatus" IS DISTINCT FROM e.before
  UNION ALL SELECT i.id FROM "Invoice" i
  CROSS JOIN LATERAL (SELECT (array_agg(e."toStatus" ORDER BY e.id DESC) FILTER (WHERE e."toStatus" IS NOT NULL))[1] AS last,
      count(*) FILTER (WHERE kind = 'PAYMENT_APPLIED') AS applied, count(*) FILTER (WHERE kind = 'PAYMENT_REVERSED') AS reversed,
      count(*) FILTER (WHERE kind = 'PAYMENT_REFUNDED') AS refunded, count(*) FILTER (WHERE kind = 'CREDITED') AS credited
    FROM "InvoiceEvent" e WHERE e."accountId" = i."accountId" AND e."invoiceId" = i.id) e
  CROSS JOIN LATERAL (SELECT count(*) AS applied, count("reversedAt") AS reversed,
      coalesce(sum((SELECT count(*) FROM "Refund" r WHERE r."accountId" = p."accountId" AND r."paymentId" = p.id
        AND coalesce(r."referenceNumber", '') NOT LIKE 'CN-%')), 0) AS refunded
    FROM "Payment" p WHERE p."accountId" = i."accountId" AND p."invoiceId" = i.id) p
  WHERE i."accountId" = $1 AND (e.last <> i.status OR (e.applied, e.reversed, e.refunded) <> (p.applied, p.reversed, p.refunded)
    OR e.credited <> (SELECT count(*) FROM "CreditNote" c WHERE c."accountId" = i."accountId" AND c."invoiceId" = i.id))`;
