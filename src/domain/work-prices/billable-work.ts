import { Prisma } from '../../generated/prisma/client.ts';
import { currencyDigitsSql } from '../../platform/money/currency-digits.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { netExpenseSql } from '../expenses/net-amount.ts';
import type { RateSource } from './time-prices.ts';
import { coveringFeeTypesSql, pricedTimeSql, timePriceSql } from './time-prices.ts';

export const workKinds = ['TIME', 'EXPENSE', 'DELIVERABLE'] as const;

export type WorkKind = (typeof workKinds)[number];

export const workTables = {
  TIME: 'TimeEntry',
  EXPENSE: 'Expense',
  DELIVERABLE: 'Deliverable',
} as const satisfies Record<WorkKind, string>;

/** Before tax. */
export interface WorkItem {
  kind: WorkKind;
  id: string;
  clientId: string;
  clientName: string;
  projectId: string | null;
  projectName: string | null;
  deliverableId: string | null;
  deliverableName: string | null;
  userId: number | null;
  /** The full name of the user, otherwise the e-mail address. */
  userName: string | null;
  /** The start of the work, the date of the expense, or the approval of the deliverable. */
  at: Date;
  description: string | null;
  /** Hours with six decimals, otherwise 1. */
  quantity: Decimal;
  /** Unit price. Null for time without an hourly rate. */
  rate: Decimal | null;
  source: RateSource | null;
  amount: Decimal | null;
  currency: string;
  taxable: boolean;
}

export interface ChargeableWorkItem extends WorkItem {
  /** Billed seconds, the basis of the price. Only of time. */
  seconds: Decimal | null;
  /** Only of time. */
  end: Date | null;
}

export interface WorkFilter {
  accountId: number;
  clientId?: string | null | undefined;
  projectId?: string | null | undefined;
  /** Only these projects. */
  projectIds?: readonly string[];
  from?: Date | null | undefined;
  before?: Date | null | undefined;
  /** Only these records. */
  ids?: { readonly [K in WorkKind]: readonly string[] };
  /** Limits each kind to a page: rows after a cursor. */
  page?: { after: { at: Date; id: string } | null; limit: number };
}

const { sql } = Prisma;
const raw = Prisma.raw;

const dateColumns = {
  TIME: 't."timerStart"',
  EXPENSE: 't."dateCreated"',
  DELIVERABLE: 'coalesce(t."approvedAt", t."completedAt")',
} as const satisfies Record<WorkKind, string>;

/** A price of the project that covers time `t` makes it unbillable. */
export const isChargeableTimeSql = (accountId: number) =>
  // The repeated workspace condition lets PostgreSQL read all such projects at once.
  sql`t.billable AND (t."hourlyAmount" IS NOT NULL OR t."projectId" IS NULL OR NOT EXISTS (
    SELECT 1 FROM "Project" o WHERE o."accountId" = ${accountId} AND o.id = t."projectId"
      AND o."feeSchedule" ->> 'feeType' IN ${raw(coveringFeeTypesSql)}))`;

/** {@link isChargeableTimeSql} with the joined project, which is not read again. */
const isChargeablePricedTimeSql = raw(
  `t.billable AND (t."hourlyAmount" IS NOT NULL OR x.fee IS NULL OR x.fee NOT IN ${coveringFeeTypesSql})`,
);

const chargeable: Record<WorkKind, (accountId: number) => Prisma.Sql> = {
  TIME: isChargeableTimeSql,
  EXPENSE: () => sql`t.reimbursable`,
  DELIVERABLE: () =>
    sql`NOT t.archived AND (t."approvedAt" IS NOT NULL OR (t."completedAt" IS NOT NULL AND NOT t."approvalRequired"))`,
};

/** `t` is the record, and `p` the project of a deliverable. */
export function unbilledWorkConditionSql(
  kind: WorkKind,
  filter: WorkFilter,
  isChargeable = chargeable[kind](filter.accountId),
): Prisma.Sql {
  const { accountId, clientId, projectId, projectIds, from, before, ids, page } = filter;
  const client = raw(kind === 'DELIVERABLE' ? 'p."clientId"' : 't."clientId"');
  const at = raw(dateColumns[kind]);
  const conditions = [
    sql`t."accountId" = ${accountId} AND t."invoiceId" IS NULL AND ${client} IS NOT NULL AND ${isChargeable}`,
    ...(clientId ? [sql`${client} = ${clientId}`] : []),
    ...(projectId ? [sql`t."projectId" = ${projectId}`] : []),
    ...(projectIds ? [sql`t."projectId" = ANY (${projectIds}::text[])`] : []),
    ...(from ? [sql`${at} >= ${from}`] : []),
    ...(before ? [sql`${at} < ${before}`] : []),
    ...(ids ? [sql`t.id = ANY (${ids[kind]}::text[])`] : []),
    ...(page?.after ? [sql`(${at}, t.id) > (${page.after.at}, ${page.after.id})`] : []),
  ];
  return Prisma.join(conditions, ' AND ');
}

const people = raw(`coalesce(nullif(concat_ws(' ', u."firstName", u."lastName"), ''), u.email)`);

function timeSql(filter: WorkFilter): Prisma.Sql {
  return sql`
    SELECT 'TIME' AS kind, t.id, t."clientId", c.name AS "clientName", t."projectId", p.name AS "projectName",
      t."deliverableId", (SELECT d.name FROM "Deliverable" d WHERE d."accountId" = ${filter.accountId} AND d.id = t."deliverableId") AS "deliverableName",
      t."userId", ${people} AS "userName", t."timerStart" AS at, t.notes AS description, h.hours AS quantity, e.seconds, t."timerEnd" AS end, r.rate,
      h.source, a.amount, x.currency, coalesce((p."feeSchedule" ->> 'taxable')::boolean, true) AS taxable
    FROM ${pricedTimeSql} WHERE ${unbilledWorkConditionSql('TIME', filter, isChargeablePricedTimeSql)}`;
}

/** Without included tax, because the invoice adds its own. */
const expensePrice = netExpenseSql(`(100 + coalesce(t."markupPercent", 0))`);

function expenseSql(filter: WorkFilter): Prisma.Sql {
  return sql`
    SELECT 'EXPENSE' AS kind, t.id, t."clientId", c.name AS "clientName", t."projectId", p.name AS "projectName",
      NULL::text AS "deliverableId", NULL::text AS "deliverableName", t."userId", ${people} AS "userName",
      t."dateCreated" AS at, coalesce(t.description, t.category) AS description, 1::numeric AS quantity, NULL::numeric AS seconds, NULL::timestamptz AS end,
      e.price AS rate, NULL::text AS source, e.price AS amount, t.currency, t."taxRate" IS DISTINCT FROM 0 AS taxable
    FROM "Expense" t
    JOIN "Client" c ON c."accountId" = t."accountId" AND c.id = t."clientId"
    LEFT JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"
    LEFT JOIN "User" u ON u."accountId" = t."accountId" AND u.id = t."userId"
    CROSS JOIN LATERAL (SELECT round(${raw(expensePrice)}, ${raw(currencyDigitsSql('t.currency'))}) AS price) e
    WHERE ${unbilledWorkConditionSql('EXPENSE', filter)}`;
}

/**
 * Unbilled deliverables of a project share the rest of its fixed price, in order. Together they cost exactly that
 * price, even if deliverables are added later.
 */
function deliverableSql(filter: WorkFilter): Prisma.Sql {
  const { accountId } = filter;
  const share = (rank: string) =>
    raw(`round(s.rest * ${rank} / s.open, ${currencyDigitsSql('x.currency')})`);
  return sql`
    SELECT 'DELIVERABLE' AS kind, t.id, p."clientId", c.name AS "clientName", t."projectId", p.name AS "projectName",
      t.id AS "deliverableId", t.name AS "deliverableName", NULL::int AS "userId", NULL::text AS "userName",
      ${raw(dateColumns.DELIVERABLE)} AS at, t.description, 1::numeric AS quantity, NULL::numeric AS seconds, NULL::timestamptz AS end, v.price AS rate, NULL::text AS source,
      v.price AS amount, x.currency, coalesce((p."feeSchedule" ->> 'taxable')::boolean, true) AS taxable
    FROM "Deliverable" t
    JOIN "Project" p ON p."accountId" = t."accountId" AND p.id = t."projectId"
    JOIN "Client" c ON c."accountId" = p."accountId" AND c.id = p."clientId"
    JOIN "Workspace" w ON w."accountId" = t."accountId"
    CROSS JOIN LATERAL (
      SELECT p."feeSchedule" ->> 'feeType' AS fee, (p."feeSchedule" ->> 'amount')::numeric AS price,
        coalesce(c.currency, w.currency) AS currency
    ) x
    LEFT JOIN LATERAL (
      SELECT o.open, o.rank, greatest(x.price - y.charged - x.price * o.whole / o.everything, 0) AS rest
      FROM (
        SELECT d.id, count(*) FILTER (WHERE d."invoiceId" IS NULL) OVER () AS open,
          count(*) FILTER (WHERE d."invoiceId" IS NOT NULL AND d."invoiceLineId" IS NULL) OVER () AS whole,
          count(*) OVER () AS everything,
          count(*) FILTER (WHERE d."invoiceId" IS NULL) OVER (ORDER BY d.position, d.id) AS rank
        FROM "Deliverable" d
        WHERE d."accountId" = ${accountId} AND d."projectId" = t."projectId" AND (NOT d.archived OR d."invoiceId" IS NOT NULL)
      ) o
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(l."lineTotal"), 0) AS charged FROM "InvoiceLine" l
        WHERE l."accountId" = ${accountId} AND (l."invoiceId", l.id) IN (
          SELECT d."invoiceId", d."invoiceLineId" FROM "Deliverable" d
          WHERE d."accountId" = ${accountId} AND d."projectId" = t."projectId")
      ) y
      WHERE o.id = t.id
    ) s ON x.fee = 'FIXED_PRICE'
    CROSS JOIN LATERAL (
      SELECT CASE x.fee WHEN 'PER_ITEM' THEN x.price ELSE ${share('s.rank')} - ${share('(s.rank - 1)')} END AS price
    ) v
    WHERE ${unbilledWorkConditionSql('DELIVERABLE', filter)} AND x.fee IN ('PER_ITEM', 'FIXED_PRICE') AND x.price IS NOT NULL`;
}

const sqlOf = { TIME: timeSql, EXPENSE: expenseSql, DELIVERABLE: deliverableSql } as const;

/** The columns of {@link ChargeableWorkItem}, in no order. */
export function unbilledWorkSql(
  filter: WorkFilter,
  kinds: readonly WorkKind[] = workKinds,
): Prisma.Sql {
  const { page } = filter;
  const ofKind = (kind: WorkKind) => {
    const rows = sqlOf[kind](filter);
    return page ? sql`(${rows} ORDER BY at, id LIMIT ${page.limit})` : sql`(${rows})`;
  };
  return Prisma.join(kinds.map(ofKind), ' UNION ALL ');
}

/** As on an invoice by project: time with one rate is rounded once. */
export const unbilledLinesSql = (filter: WorkFilter): Prisma.Sql => sql`
  SELECT kind, "clientId", "projectId", currency, rate, sum(seconds) AS seconds, count(*) AS items,
    CASE kind WHEN 'TIME' THEN round(${raw(timePriceSql('sum(seconds)', 'rate'))}, ${raw(currencyDigitsSql('currency'))}) ELSE sum(amount) END AS amount
  FROM (${unbilledWorkSql(filter)}) work GROUP BY kind, "clientId", "projectId", currency, rate, taxable`;
