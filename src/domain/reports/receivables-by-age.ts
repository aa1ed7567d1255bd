import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { isOwedSql } from '../invoices/invoice-record.ts';
import { workspaceToday } from './report-sql.ts';

export interface ReceivablesByAge {
  currency: string;
  invoices: number;
  /** Due today or later. */
  notDue: Decimal;
  days1To30: Decimal;
  days31To60: Decimal;
  days61To90: Decimal;
  over90Days: Decimal;
  total: Decimal;
}

/** Amounts due of issued invoices by currency and days overdue. */
export async function listReceivablesByAge(context: Context): Promise<ReceivablesByAge[]> {
  const sumDue = (condition: Prisma.Sql) =>
    Prisma.sql`coalesce(sum(due) FILTER (WHERE ${condition}), 0)`;
  return context.db.$queryRaw<ReceivablesByAge[]>`
    SELECT currency, count(*)::int AS invoices, sum(due) AS total,
      ${sumDue(Prisma.sql`late <= 0`)} AS "notDue",
      ${sumDue(Prisma.sql`late BETWEEN 1 AND 30`)} AS "days1To30",
      ${sumDue(Prisma.sql`late BETWEEN 31 AND 60`)} AS "days31To60",
      ${sumDue(Prisma.sql`late BETWEEN 61 AND 90`)} AS "days61To90",
      ${sumDue(Prisma.sql`late > 90`)} AS "over90Days"
    FROM (
      SELECT currency, "amountDue" AS due, ${workspaceToday(context)}::date - "dueDate" AS late FROM "Invoice"
      WHERE "accountId" = ${context.accountId} AND ${isOwedSql}
    ) AS open
    GROUP BY currency ORDER BY currency`;
}
