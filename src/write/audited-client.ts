import type { Db } from '../database/client/db.ts';
import type { Invoice } from '../generated/prisma/client.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { unfilteredClient } from '../platform/access-policies/policy-client.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import {
  auditRecordIdOf,
  isAuditedModel,
  primaryKeyColumnsOf,
} from '../platform/audit-log/audited-columns.ts';
import type { ChangeCollector } from '../platform/audit-log/change-collector.ts';
import { withIssuedSnapshot } from './issued-snapshot.ts';

/**
 * The database whose writes are noted for the log: what a verb writes through Prisma's models is noted by itself. What it
 * writes by hand it notes by `context.log` (`noting`); a test compares the whole database with the log after every write.
 */

/** Runs work in the transaction that is open, or in one of its own where none is. */
export type RunAuditedWork = <T>(work: (db: Db, log: ChangeCollector) => Promise<T>) => Promise<T>;

interface Args {
  where?: { accountId?: number; id?: string | number } | undefined;
  data?: object;
  create?: object;
  update?: object;
  skipDuplicates?: boolean;
  select?: unknown;
}

type Query = (args: Args) => Promise<unknown>;
type Queries = Readonly<Record<string, Query>>;

/** What one write of Prisma's needs to be noted. */
interface Write {
  model: AuditedModel;
  db: Db;
  queries: Queries;
  log: ChangeCollector;
}

const rowsOf = (found: unknown): DatabaseRow[] =>
  (Array.isArray(found) ? found : [found]) as DatabaseRow[];

async function send({ queries }: Write, name: string, args: Args): Promise<unknown> {
  return (queries[name] as Query).call(queries, args);
}

async function insertRows(write: Write, name: string, args: Args): Promise<DatabaseRow[]> {
  const rows = rowsOf(await send(write, name, args));
  for (const row of rows) write.log.created(write.model, row);
  return rows;
}

const columnSql = (name: string) => Prisma.raw(`"${name}"`);

/** A condition for rows of a workspace by their keys, in SQL. */
function withKeys(model: AuditedModel, rows: readonly DatabaseRow[]): Prisma.Sql {
  const key = primaryKeyColumnsOf(model);
  const [first] = rows;
  if (key.length === 1 && key[0] === 'id' && typeof first?.id === 'string') {
    return Prisma.sql`"accountId" = ${first.accountId} AND id = ANY (${rows.map(({ id }) => id)}::text[])`;
  }
  const same = (row: DatabaseRow) =>
    Prisma.sql`(${Prisma.join(
      ['accountId', ...key].map((name) => Prisma.sql`${columnSql(name)} = ${row[name]}`),
      ' AND ',
    )})`;
  return Prisma.join(rows.map(same), ' OR ');
}

/** The one row that a condition names by its key alone; undefined where it says more or less. */
function primaryKeyInWhere({ model }: Write, where: Args['where'] = {}): DatabaseRow | undefined {
  const row: DatabaseRow = { ...where };
  const key = ['accountId', ...primaryKeyColumnsOf(model)];
  const isKey = (name: string) => ['string', 'number'].includes(typeof row[name]);
  return Object.keys(row).length === key.length && key.every(isKey) ? row : undefined;
}

/**
 * Locks the rows that are to be written and are not known, and notes them as they are then. An update that changes no value raises no version,
 * so of a row that is not locked nobody could say whether that update raised it, or somebody else just before.
 */
async function readBefore(write: Write, where: Args['where']): Promise<void> {
  const { db, log, model } = write;
  const named = primaryKeyInWhere(write, where);
  const found = named ? [named] : rowsOf(await send(write, 'findMany', { where }));
  const unknown = found.filter((row) => !log.known(model, auditRecordIdOf(model, row)));
  if (unknown.length === 0) return;
  const order = Prisma.join(['accountId', ...primaryKeyColumnsOf(model)].map(columnSql));
  const locked = await unfilteredClient(db).$queryRaw<DatabaseRow[]>`
    SELECT * FROM ${columnSql(model)} WHERE ${withKeys(model, unknown)} ORDER BY ${order} FOR NO KEY UPDATE`;
  for (const row of locked) log.read(model, row);
}

/** Rows as they are once what is issued keeps what it is issued with. */
async function withIssuedValues({ db, model }: Write, rows: DatabaseRow[]): Promise<DatabaseRow[]> {
  if (model !== 'Invoice') return rows;
  const [{ accountId } = {}] = rows;
  return withIssuedSnapshot(db, Number(accountId), rows as (DatabaseRow & Invoice)[]);
}

async function updateRows(write: Write, args: Args): Promise<DatabaseRow[]> {
  await readBefore(write, args.where);
  const rows = await withIssuedValues(
    write,
    rowsOf(await send(write, 'updateManyAndReturn', args)),
  );
  for (const row of rows) write.log.updated(write.model, row);
  return rows;
}

/** A key as Prisma wants it for one row, `accountId_id` say, as a condition. */
function flatKey(where: object = {}): object {
  const [[name, value] = ['', undefined], ...more] = Object.entries(where);
  const isPair = more.length === 0 && typeof value === 'object' && value !== null;
  return isPair && name.includes('_') ? (value as object) : where;
}

async function updateRow(write: Write, args: Args): Promise<DatabaseRow> {
  await readBefore(write, flatKey(args.where) as Args['where']);
  const row = (await send(write, 'update', args)) as DatabaseRow;
  write.log.updated(write.model, row);
  return row;
}

/** Of a row that its key names. Whether it was made or changed is seen by which of the two statements wrote it. */
async function upsertRow(
  write: Write,
  { create = {}, update = {}, where }: Args,
): Promise<DatabaseRow> {
  const key = flatKey(where) as Args['where'];
  await readBefore(write, key);
  if (!write.log.known(write.model, auditRecordIdOf(write.model, key as DatabaseRow))) {
    const data = { data: create, skipDuplicates: true };
    const [made] = await insertRows(write, 'createManyAndReturn', data);
    if (made) return made;
  }
  return updateRow(write, { where, data: update });
}

/** Deletes rows by their keys, with what they were: Prisma answers only how many there were. */
async function deleteRows(write: Write, { where }: Args): Promise<{ count: number }> {
  const { db, log, model } = write;
  const found = rowsOf(await send(write, 'findMany', { where }));
  if (found.length === 0) return { count: 0 };
  const rows = await db.$queryRaw<DatabaseRow[]>`
    DELETE FROM ${columnSql(model)} WHERE ${withKeys(model, found)} RETURNING *`;
  for (const row of rows) log.deleted(model, row);
  return { count: rows.length };
}

const countRows = async (rows: Promise<DatabaseRow[]>) => ({ count: (await rows).length });

/** Prisma's writes of a model, each of which notes what it wrote. */
const writes: Readonly<Record<string, (write: Write, args: Args) => Promise<unknown>>> = {
  create: async (write, args) => (await insertRows(write, 'create', args))[0],
  createMany: (write, args) => countRows(insertRows(write, 'createManyAndReturn', args)),
  createManyAndReturn: (write, args) => insertRows(write, 'createManyAndReturn', args),
  update: updateRow,
  updateMany: (write, args) => countRows(updateRows(write, args)),
  updateManyAndReturn: updateRows,
  upsert: upsertRow,
  deleteMany: deleteRows,
};

const writeMethodNames = /^(create|update|upsert|delete)/;

function auditedModelClient(
  model: AuditedModel,
  queries: object,
  inLogged: RunAuditedWork,
): object {
  const delegate = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
  return new Proxy(queries, {
    get: (target, name) => {
      const query = Reflect.get(target, name) as unknown;
      if (typeof name !== 'string' || !writeMethodNames.test(name)) return query;
      const write = writes[name];
      if (!write) throw new TypeError(`${model}.${name} is not logged: use another write.`);
      return (args: Args) => {
        if (args.select)
          throw new TypeError(`${model}.${name} has to answer whole rows, to log them.`);
        return inLogged((db, log) => {
          const own = db[delegate as keyof Db] as unknown as Queries;
          return write({ model, db, queries: own, log }, args);
        });
      };
    },
  });
}

/** By what a database that notes what is written is asked for the one behind it. */
const unauditedClientKey = Symbol('the database as it was opened');

/** The database as it was opened, behind one that notes what is written. */
export const unauditedClient = (db: Db): Db =>
  (db as { [unauditedClientKey]?: Db })[unauditedClientKey] ?? db;

/** A database that notes what is written through Prisma's models. */
export function createAuditedClient(db: Db, inLogged: RunAuditedWork): Db {
  const modelClients: Record<string, object> = {};
  return new Proxy(db, {
    get: (target, name) => {
      if (name === unauditedClientKey) return target;
      const value = Reflect.get(target, name) as unknown;
      if (typeof name !== 'string' || typeof value !== 'object' || value === null) return value;
      const model = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      if (!isAuditedModel(model)) return value;
      modelClients[name] ??= auditedModelClient(model, value, inLogged);
      return modelClients[name];
    },
  });
}
