import pg from 'pg';
import { Prisma } from '../../generated/prisma/client.ts';

/** pg sends raw SQL. Prisma's raw queries take several times as long and parse some types differently. */

const { builtins } = pg.types;

type Parser = (text: string) => unknown;

/** The same values as in Prisma's models. */
const parsers: readonly (readonly [type: number, arrayType: number, Parser])[] = [
  [builtins.NUMERIC, 1231, (text) => new Prisma.Decimal(text)],
  [builtins.INT8, 1016, BigInt],
  [builtins.DATE, 1182, (text) => new Date(`${text}T00:00:00Z`)],
  [builtins.TIME, 1183, (text) => new Date(`1970-01-01T${text}Z`)],
];

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

/** Independent of the process's time zone. */
function parameter(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (Array.isArray(value)) return value.map(parameter);
  return value;
}

export type SendQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** Returns '' for a statement that is not prepared. */
export type GetStatementName = (query: { sql: string }) => string;

/** @param isRead whether the caller uses the rows */
export function toPgQuery(
  text: string,
  values: readonly unknown[],
  nameOf: GetStatementName,
  isRead = true,
): pg.QueryConfig {
  const name = nameOf({ sql: text });
  return {
    text,
    values: values.map(parameter),
    ...(isRead && { types }),
    ...(name && { name }),
  };
}

type Run<T> = (text: string, values: unknown[]) => T;

/** A template tag that also accepts `Prisma.Sql`. */
export const acceptTemplate =
  <T>(run: Run<T>) =>
  (template: TemplateStringsArray | Prisma.Sql, ...values: unknown[]): T => {
    const sql = template instanceof Prisma.Sql ? template : Prisma.sql(template, ...values);
    return run(sql.text, sql.values);
  };

export function createRawQueries(sendQuery: SendQuery, nameOf: GetStatementName) {
  const send = (text: string, values: unknown[]) => sendQuery(toPgQuery(text, values, nameOf));
  const rows = async (text: string, values: unknown[]) => (await send(text, values)).rows as never;
  const count = async (text: string, values: unknown[]) =>
    (await send(text, values)).rowCount as never;
  return {
    $queryRaw: acceptTemplate(rows),
    $queryRawUnsafe: (text: string, ...values: unknown[]) => rows(text, values),
    $executeRaw: acceptTemplate(count),
    $executeRawUnsafe: (text: string, ...values: unknown[]) => count(text, values),
  };
}

export type RawQueries = ReturnType<typeof createRawQueries>;
