import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { auditValuesSql } from '../../platform/audit-log/audited-columns.ts';
import { systemAuditEntrySql } from '../../platform/audit-log/system-entries.ts';
import type { AuditEntryExpressions } from '../../platform/audit-log/write-entries.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { Subscriber } from './unsubscribe-token.ts';

/** An array of the addresses that unsubscribed, in lower case. */
export const suppressedAddressesSql = (
  accountId: number,
  addresses: readonly string[],
): Prisma.Sql => Prisma.sql`ARRAY(SELECT s.email FROM "MailSuppression" s
  WHERE s."accountId" = ${accountId} AND s.email = ANY(${addresses.map((one) => one.toLowerCase())}::text[]))`;

export interface Subscription {
  workspaceName: string;
  isUnsubscribed: boolean;
}

/** Undefined if the workspace was deleted. */
export async function findSubscription(
  db: Db,
  { accountId, email }: Subscriber,
): Promise<Subscription | undefined> {
  const [subscription] = await db.$queryRaw<Subscription[]>`
    SELECT name AS "workspaceName", ${suppressedAddressesSql(accountId, [email])} <> '{}' AS "isUnsubscribed"
    FROM "Workspace" WHERE "accountId" = ${accountId} AND "deletedAt" IS NULL`;
  return subscription;
}

const suppressionEntry = {
  model: 'MailSuppression',
  id: 'suppression.id',
  version: 'suppression.version',
  from: 'suppression',
} as const;

const values = auditValuesSql('MailSuppression', 'suppression');

/** Repeated calls change nothing. */
export const unsubscribe = (db: Db, { accountId, email }: Subscriber): Promise<void> =>
  changeSubscription(
    db,
    accountId,
    Prisma.sql`INSERT INTO "MailSuppression" ("accountId", id, email)
      VALUES (${accountId}, ${newId('MailSuppression')}, ${email}) ON CONFLICT DO NOTHING`,
    { ...suppressionEntry, kind: 'CREATED', after: values },
  );

export const resubscribe = (db: Db, { accountId, email }: Subscriber): Promise<void> =>
  changeSubscription(
    db,
    accountId,
    Prisma.sql`DELETE FROM "MailSuppression" WHERE "accountId" = ${accountId} AND email = ${email}`,
    { ...suppressionEntry, kind: 'DELETED', before: values },
  );

async function changeSubscription(
  db: Db,
  accountId: number,
  change: Prisma.Sql,
  entry: AuditEntryExpressions,
): Promise<void> {
  const author = { accountId, kind: 'CUSTOMER', operation: 'mail/unsubscribe' } as const;
  await db.$executeRaw`
    WITH suppression AS (${change} RETURNING *)
    ${systemAuditEntrySql(author, [entry])}`;
}
