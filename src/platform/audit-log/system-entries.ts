import { randomUUID } from 'node:crypto';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AuditEntryExpressions } from './write-entries.ts';
import { auditEntryParameters, insertAuditEntriesSql } from './write-entries.ts';

interface ByItself {
  accountId: number;
  kind: 'SERVICE' | 'CUSTOMER' | 'ADMINISTRATION';
  /** For example `mail/send`. */
  operation: string;
}

/** Stages entries of background jobs. Each has its own request id. */
export function systemAuditEntrySql(
  { accountId, kind, operation }: ByItself,
  changes: readonly AuditEntryExpressions[],
): Prisma.Sql {
  const values = auditEntryParameters({
    accountId,
    by: { kind, id: null, name: null },
    origin: { operation, address: null },
    requestId: randomUUID(),
  });
  const parts = insertAuditEntriesSql(1, changes).split(/\$(\d+)/);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const numbers = parts.filter((_, index) => index % 2 === 1);
  return new Prisma.Sql(
    texts,
    numbers.map((number) => values[Number(number) - 1]),
  );
}
