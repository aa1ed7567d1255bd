import pg from 'pg';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { notePool } from './cursors.ts';

/**
 * Statements written by hand, sent by pg itself. Prisma's raw queries give the same rows but take several times as long
 * on the way; for the surface's hot paths that is most of what a request costs.
 */

const { builtins } = pg.types;

/** The values that Prisma's raw queries answer. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  [builtins.INT8, BigInt],
  [builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
  [builtins.TIME, (text) => new Date(`1970-01-01T${text}Z`)],
]);

const types = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? pg.types.getTypeParser(oid),
};

/** A parameter as PostgreSQL reads it, whatever time zone the process runs in. */
function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(parameter);
  return value;
}

type Tagged = (template: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<never>;

/**
 * The same client, whose raw queries go straight to the pool. Within a transaction it is Prisma's own client that
 * works, so its raw queries stay on the transaction's connection.
 */
export function withDirectQueries(
  prisma: PrismaClient,
  pool: pg.Pool,
  statementName: (query: { sql: string }) => string,
): PrismaClient {
  const send = (text: string, values: unknown[]) => {
    const name = statementName({ sql: text });
    return pool.query({ text, values: values.map(parameter), types, ...(name && { name }) });
  };
  const rows = async (text: string, values: unknown[]) => (await send(text, values)).rows as never;
  const count = async (text: string, values: unknown[]) =>
    (await send(text, values)).rowCount as never;
  const tagged =
    (run: (text: string, values: unknown[]) => Promise<never>): Tagged =>
    (template, ...values) => {
      const sql = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values);
      return run(sql.text, sql.values);
    };
  const own = {
    $queryRaw: tagged(rows),
    $queryRawUnsafe: (text: string, ...values: unknown[]) => rows(text, values),
    $executeRaw: tagged(count),
    $executeRawUnsafe: (text: string, ...values: unknown[]) => count(text, values),
    $transaction: (...all: Parameters<PrismaClient['$transaction']>) => prisma.$transaction(...all),
    $disconnect: () => prisma.$disconnect(),
  };
  // Defined, not assigned: an assignment would go through to Prisma's own client, which is a proxy.
  const direct = Object.create(prisma, Object.getOwnPropertyDescriptors(own)) as PrismaClient;
  notePool(direct, pool);
  return direct;
}
