import type { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import { awaitPublication, queryOf } from '../platform/audit-log/publish-entries.ts';
import type { Context } from '../platform/context/context.ts';
import { quoteIdentifier } from './conditions.ts';

const auditLog = 'ONLY "LogEntry"';

/** `ONLY` excludes staged audit entries, which have no positions. */
export const tableSql = (model: Prisma.ModelName): string =>
  model === 'LogEntry' ? auditLog : quoteIdentifier(model);

/** Publishes staged audit entries first if it reads the log. */
export async function queryRecords<Row>(
  { accountId, db }: Pick<Context, 'accountId' | 'db'>,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  if (text.includes(auditLog)) await awaitPublication(queryOf(unfilteredClient(db)), accountId);
  return db.$queryRawUnsafe<Row[]>(text, ...values);
}
