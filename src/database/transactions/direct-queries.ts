import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { BoundedPool } from '../pool/connection-pool.ts';
import { registerPool } from './cursors.ts';
import { PrismaModelsByConnection } from './prisma-models-by-connection.ts';
import type { GetStatementName, SendQuery } from './raw-queries.ts';
import { createRawQueries } from './raw-queries.ts';
import type { TransactionWork } from './transactions.ts';
import { runInTransaction } from './transactions.ts';

/** An assignment would change Prisma's client, which is a proxy. */
const withOwn = <C extends object>(client: C, own: object): C =>
  Object.create(client, Object.getOwnPropertyDescriptors(own)) as C;

interface Options {
  nameOf: GetStatementName;
  longestMillis: number;
}

/**
 * Raw queries and transactions bypass Prisma.
 * @param prisma has an `ExistingConnectionAdapter` on the same pool
 */
export function withDirectQueries(
  prisma: PrismaClient,
  pool: BoundedPool,
  { nameOf, longestMillis }: Options,
): PrismaClient {
  const raw = (send: SendQuery) => createRawQueries(send, nameOf);
  const models = new PrismaModelsByConnection(prisma);
  const parts = { pool, models, rawQueries: raw, nameOf, longestMillis };
  const direct = withOwn(prisma, {
    ...raw((query) => pool.query(query)),
    $transaction: (work: TransactionWork<unknown> | never[], options?: { timeout?: number }) =>
      typeof work === 'function'
        ? runInTransaction(parts, work, options)
        : prisma.$transaction(work, options),
    $disconnect: () => prisma.$disconnect(),
  });
  registerPool(direct, pool);
  return direct;
}
