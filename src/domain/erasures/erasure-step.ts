import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';

/** The preview runs the same steps. */
export interface ErasureStep {
  model: RecordModel;
  action: 'DELETED' | 'BLANKED' | 'KEPT';
  /** The condition on the table `t`. */
  where: Prisma.Sql;
  /** The new values by column. */
  set?: Readonly<Record<string, Prisma.Sql>>;
  /** Why rows remain. */
  reason?: string;
}

export interface CompletedErasureStep extends Pick<ErasureStep, 'model' | 'action' | 'reason'> {
  ids: string[];
}

const sql = Prisma.sql;

export const nullSql = sql`NULL`;
export const emptyList = sql`'[]'::jsonb`;
export const emptyObject = sql`'{}'::jsonb`;

export const legalRetentionReason =
  'Issued invoices keep their printed content, as the law requires. Their links stop working.';

export const nullColumns = (...columns: string[]): Record<string, Prisma.Sql> =>
  Object.fromEntries(columns.map((column) => [column, nullSql]));

export const isMailedToSql = (addresses: readonly string[]): Prisma.Sql =>
  sql`EXISTS (SELECT FROM unnest(t.recipients) AS r WHERE lower(r) = ANY(${addresses}::text[]))`;

export const isSuppressedSql = (addresses: readonly string[]): Prisma.Sql =>
  sql`t.email = ANY(${addresses}::text[])`;
