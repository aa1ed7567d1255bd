import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';

/**
 * What becomes of the rows that belong to whom is erased, in the order in which it is done. A step says which rows and what is
 * written; the dry run counts the same rows.
 */
export interface ErasureStep {
  model: RecordModel;
  action: 'DELETED' | 'BLANKED' | 'KEPT';
  /** Which rows of the table `t`, of the workspace. */
  where: Prisma.Sql;
  /** What is written to them, by column; nothing where they are deleted. */
  set?: Readonly<Record<string, Prisma.Sql>>;
  /** Why they stay, or in part. */
  reason?: string;
}

/** What was done by a step, or found by the way. */
export interface CompletedErasureStep extends Pick<ErasureStep, 'model' | 'action' | 'reason'> {
  ids: string[];
}

const sql = Prisma.sql;

/** Nothing in the place of something. */
export const nullSql = sql`NULL`;

/** Why what was issued stays. */
export const legalRetentionReason =
  'Issued invoices keep their printed content, as the law requires. Their links stop working.';

/** Nothing in the place of what stands in these columns. */
export const nullColumns = (...columns: string[]): Record<string, Prisma.Sql> =>
  Object.fromEntries(columns.map((column) => [column, nullSql]));

/** Mails to any of the addresses. */
export const isMailedToSql = (addresses: readonly string[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM unnest(t.recipients) AS r WHERE lower(r) = ANY(${addresses}::text[]))`;
