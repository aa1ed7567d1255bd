import type pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';
import type { TransactionConnection } from '../pool/pooled-connection.ts';
import type { PrismaModelsByConnection } from './prisma-models-by-connection.ts';
import type { GetStatementName, RawQueries, SendQuery } from './raw-queries.ts';
import { Transaction } from './transaction.ts';

const transactions = new WeakMap<object, Transaction>();

export function requireTransaction(db: Prisma.TransactionClient): Transaction {
  const transaction = transactions.get(db);
  if (transaction) return transaction;
  throw new TypeError('No transaction is open.');
}

const modelNames: ReadonlySet<string> = new Set(
  Object.values(Prisma.ModelName).map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`),
);

/** A proxy creates only the functions that the write uses. */
function clientOf(transaction: Transaction, rawQueries: RawQueries): Prisma.TransactionClient {
  const modelOf = (model: string) =>
    new Proxy(
      {},
      {
        get: (_, method) =>
          typeof method === 'string' &&
          ((...parameters: unknown[]) => transaction.runOnModel(model, method, parameters)),
      },
    );
  return new Proxy(rawQueries, {
    get: (target, name) =>
      typeof name === 'string' && modelNames.has(name)
        ? modelOf(name)
        : (Reflect.get(target, name) as unknown),
  }) as unknown as Prisma.TransactionClient;
}

export type TransactionWork<T> = (db: Prisma.TransactionClient) => Promise<T>;

interface Parts {
  pool: pg.Pool;
  models: PrismaModelsByConnection;
  rawQueries: (send: SendQuery) => RawQueries;
  nameOf: GetStatementName;
  longestMillis: number;
}

/**
 * Rolls back if the work throws or after the timeout. The timeout does not stop the work, but rejects its
 * statements.
 * @throws errors of the work; P2028 after the timeout
 */
export async function runInTransaction<T>(
  { pool, rawQueries, longestMillis, ...parts }: Parts,
  work: TransactionWork<T>,
  { timeout = longestMillis }: { timeout?: number } = {},
): Promise<T> {
  const connection = (await pool.connect()) as pg.PoolClient & TransactionConnection;
  const transaction = new Transaction(connection, parts);
  const timer = setTimeout(() => {
    // The commit throws the error.
    transaction.end('ROLLBACK').catch(() => undefined);
  }, timeout);
  try {
    const db = clientOf(transaction, rawQueries(transaction.send));
    transactions.set(db, transaction);
    const result = await work(db);
    await transaction.end('COMMIT');
    return result;
  } catch (error) {
    await transaction.end('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
