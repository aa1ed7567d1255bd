import pg from 'pg';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { notePool } from './cursors.ts';
import type { Taken } from './taken.ts';
import { noteTaken } from './taken.ts';

/**
 * Statements written by hand, sent by pg itself, in transactions as outside of them, so that a type of the database is one
 * value everywhere. Prisma's raw queries take several times as long on the way, and answer some types otherwise.
 */

const { builtins } = pg.types;

type Parser = (text: string) => unknown;

/** The values that Prisma answers for a column of a type. */
const parsers: readonly (readonly [type: number, arrayType: number, Parser])[] = [
  [builtins.NUMERIC, 1231, (text) => new Prisma.Decimal(text)],
  [builtins.INT8, 1016, BigInt],
  [builtins.DATE, 1182, (text) => new Date(`${text}T00:00:00Z`)],
  [builtins.TIME, 1183, (text) => new Date(`1970-01-01T${text}Z`)],
];

/** Texts of an array as pg parses it. */
const textsOf = pg.types.getTypeParser(1009 as never) as (text: string) => (string | null)[];

const parserOf = new Map<number, Parser>(
  parsers.flatMap(([type, arrayType, parse]) => [
    [type, parse] as const,
    [
      arrayType,
      (text: string) => textsOf(text).map((one) => (one === null ? null : parse(one))),
    ] as const,
  ]),
);

const types = {
  getTypeParser: (oid: number) => parserOf.get(oid) ?? pg.types.getTypeParser(oid),
};

/** A parameter as PostgreSQL reads it, whatever time zone the process runs in. */
function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(parameter);
  return value;
}

type Tagged = (template: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => Promise<never>;

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Prisma's raw queries, sent on connections of ours. */
function rawQueries(sendQuery: Send, statementName: (query: { sql: string }) => string) {
  const send = (text: string, values: unknown[]) => {
    const name = statementName({ sql: text });
    return sendQuery({ text, values: values.map(parameter), types, ...(name && { name }) });
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
  return {
    $queryRaw: tagged(rows),
    $queryRawUnsafe: (text: string, ...values: unknown[]) => rows(text, values),
    $executeRaw: tagged(count),
    $executeRawUnsafe: (text: string, ...values: unknown[]) => count(text, values),
  };
}

/** Defined, not assigned: an assignment would go through to Prisma's own client, which is a proxy. */
const withOwn = <C extends object>(client: C, own: object): C =>
  Object.create(client, Object.getOwnPropertyDescriptors(own)) as C;

type InTransaction = (db: Prisma.TransactionClient) => Promise<unknown>;

/**
 * Sends statements on the connection of a transaction as long as it is open. Afterwards they would be written for good, or
 * in somebody else's transaction.
 */
function sendIn({ connection }: Taken): Send {
  if (!connection) throw new TypeError('The transaction got its connection from another pool.');
  const { transaction } = connection;
  return async (query) => {
    if (transaction === null || connection.transaction !== transaction) {
      throw new TransactionOverError('The transaction is over: it took too long, perhaps.');
    }
    return connection.query(query);
  };
}

/** A statement came after its transaction was committed or rolled back; it was not sent. */
class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';
  /** Prisma's own for the same. */
  readonly code = 'P2028';
}

/** The same client, whose raw queries go straight to the pool, and in a transaction to its connection. */
export function withDirectQueries(
  prisma: PrismaClient,
  pool: pg.Pool,
  statementName: (query: { sql: string }) => string,
): PrismaClient {
  const open = (work: InTransaction, options?: object) => {
    const taken: Taken = {};
    return noteTaken(taken, () =>
      prisma.$transaction(
        (db) => work(withOwn(db, rawQueries(sendIn(taken), statementName))),
        options,
      ),
    );
  };
  const direct = withOwn(prisma, {
    ...rawQueries((query) => pool.query(query), statementName),
    $transaction: (work: InTransaction | never[], options?: object) =>
      typeof work === 'function' ? open(work, options) : prisma.$transaction(work, options),
    $disconnect: () => prisma.$disconnect(),
  });
  notePool(direct, pool);
  return direct;
}
