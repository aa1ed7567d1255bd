import { randomUUID } from 'node:crypto';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AuditEntryExpressions } from './write-entries.ts';
import { auditEntryParameters, insertAuditEntriesSql } from './write-entries.ts';

/** Who acts where nobody asked for it by a request. */
interface ByItself {
  accountId: number;
  kind: 'SERVICE' | 'CUSTOMER' | 'ADMINISTRATION';
  /** What is done, in words of the house: `mail/send`. */
  operation: string;
}

/**
 * A part of a statement that logs what its other parts write, for work that no request's transaction does: an attempt to send mail, say. So it
 * is told to those who follow the workspace as every change is (decision 67). It has a request id of its own.
 */
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
  // Texts and the numbers of parameters by turns.
  const parts = insertAuditEntriesSql(1, changes).split(/\$(\d+)/);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const numbers = parts.filter((_, index) => index % 2 === 1);
  return new Prisma.Sql(
    texts,
    numbers.map((number) => values[Number(number) - 1]),
  );
}
