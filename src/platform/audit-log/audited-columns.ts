import { getDatamodel } from '../../generated/pothos/types.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { formatNumericId, numericIdPrefixes } from '../ids/record-ids.ts';

/** What the log keeps of a row, and how its values are written there. */

/** A row of a table, by its columns, with the values that Prisma answers. */
export type DatabaseRow = Readonly<Record<string, unknown>>;

/** What follows from invoices: the counter of their numbers, and the files that they are issued with. */
const following = [
  'CreditNoteDocument',
  'InvoiceSequence',
  'IssuedDocument',
  'SellerLogo',
] as const;

/** The tables whose rows are logged: all of a workspace's records but what follows from invoices. */
export type AuditedModel = Exclude<RecordModel, (typeof following)[number]>;

/** All of them. */
export const auditedModels = Object.keys(permissionAreaByModel).filter(
  (model): model is AuditedModel => !(following as readonly string[]).includes(model),
);

export const isAuditedModel = (model: string): model is AuditedModel =>
  (auditedModels as readonly string[]).includes(model);

/**
 * Columns that the log leaves out: secrets, texts in which secrets stand, and the bytes of files. A test looks at the
 * names and types of all columns, so that a new one is not forgotten.
 */
export const unauditedColumns: { readonly [M in AuditedModel]?: readonly string[] } = {
  // The use of a key is no change of it.
  ApiKey: ['hash', 'lastUsedAt', 'lastUsedAddress'],
  Invoice: ['viewToken'],
  // A mail carries the secret link to its invoice.
  OutboxMail: ['body', 'html'],
  User: ['invitationHash'],
  WorkspaceLogo: ['bytes'],
};

/** Said by the entry itself. */
const ofEntry = ['accountId', 'id', 'createdAt', 'updatedAt', 'version'];

/** Days, which the database gives as midnight of UTC. A test compares them with the database. */
export const dateColumns: { readonly [M in AuditedModel]?: readonly string[] } = {
  CalendarEvent: ['startDate', 'endDate'],
  ClientCredit: ['date'],
  CreditNote: ['dateCreated'],
  Deliverable: ['startDate', 'dueDate'],
  Expense: ['datePaid', 'dueDate'],
  ExchangeRate: ['day'],
  Invoice: [
    ...['dateCreated', 'dateIssued', 'plannedIssueDate', 'dateSent', 'dueDate', 'datePaid'],
    ...['supplyDate', 'servicePeriodStart', 'servicePeriodEnd'],
  ],
  InvoiceEvent: ['bookedOn'],
  InvoiceLine: ['servicePeriodStart', 'servicePeriodEnd'],
  Opportunity: ['estCloseDate', 'actualCloseDate'],
  Payment: ['date', 'reversedOn'],
  Project: ['startDate', 'dueDate'],
  Refund: ['date'],
};

/** Times of a day, which the database gives as times of the first day of 1970. */
export const timeColumns: { readonly [M in AuditedModel]?: readonly string[] } = {
  CalendarEvent: ['startTime', 'endTime'],
};

interface Column {
  name: string;
  isJson: boolean;
  write: (value: unknown) => unknown;
  /** The same in SQL, of an expression. */
  sql: (value: string) => string;
}

interface Table {
  /** The columns that are logged. */
  columns: readonly Column[];
  /** The columns that say which row of the workspace it is. */
  key: readonly string[];
}

function asValue(value: unknown): unknown {
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (typeof value === 'bigint') return String(value);
  return value;
}

/** Cuts the ISO text of a moment. */
const cut = (from: number, to: number) => (value: unknown) =>
  value instanceof Date ? value.toISOString().slice(from, to) : value;

const asText = (value: string) => `${value}::text`;

/** How a value that is no day or time of a day is written in SQL, by its type; others as PostgreSQL writes them. */
const inSql: Readonly<Record<string, Column['sql']>> = {
  BigInt: asText,
  DateTime: (value) => `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  Decimal: (value) => `trim_scale(${value})::text`,
};

function tableOf(model: AuditedModel): Table {
  const { fields, primaryKey } = models[model] as (typeof models)[string];
  const columns = fields
    .filter(({ kind }) => kind !== 'object')
    .filter(({ name }) => !ofEntry.includes(name) && !unauditedColumns[model]?.includes(name))
    .map(({ name, type }) => {
      const isJson = type === 'Json';
      if (dateColumns[model]?.includes(name))
        return { name, isJson, write: cut(0, 10), sql: asText };
      if (timeColumns[model]?.includes(name))
        return { name, isJson, write: cut(11, 19), sql: asText };
      return { name, isJson, write: asValue, sql: inSql[type] ?? ((value: string) => value) };
    });
  const key = (primaryKey?.fields ?? []).filter((name) => name !== 'accountId');
  return { columns, key };
}

const { models } = getDatamodel().datamodel;
const tables = new Map<AuditedModel, Table>();

function table(model: AuditedModel): Table {
  const known = tables.get(model) ?? tableOf(model);
  tables.set(model, known);
  return known;
}

/** The columns that say which row of a workspace's table it is. */
export const primaryKeyColumnsOf = (model: AuditedModel): readonly string[] => table(model).key;

/** How the SQL of a row's id in the log is written, and the one column that it is made of. Of records that have one. */
export function auditRecordIdSql(model: AuditedModel): {
  column: string;
  sql: (alias: string) => string;
} {
  const [column = 'accountId'] = primaryKeyColumnsOf(model);
  if (column === 'accountId') {
    const sql = (alias: string) => `'${numericIdPrefixes.Workspace}_' || ${alias}."accountId"`;
    return { column, sql };
  }
  const head = model === 'User' ? `'${numericIdPrefixes.User}_' || ` : '';
  return { column, sql: (alias) => `(${head}${alias}."${column}")` };
}

/** The id of a row in the log: its own, or those of what it links. */
export function auditRecordIdOf(model: AuditedModel, row: DatabaseRow): string {
  const { key } = table(model);
  if (key.length === 0) return formatNumericId('Workspace', Number(row.accountId));
  const idOf = (name: string) => {
    const isUser = name === 'userId' || model === 'User';
    return isUser ? formatNumericId('User', Number(row[name])) : String(row[name]);
  };
  return key.map(idOf).join('/');
}

type Values = Record<string, unknown>;

/**
 * All that is logged of a row that was made or is gone. What is null is left out: most columns of most rows are, and a column that is not
 * there says the same.
 */
export function auditValuesOf(model: AuditedModel, row: DatabaseRow): Values {
  const values: Values = {};
  for (const { name, write } of table(model).columns) {
    const value = write(row[name]) ?? null;
    if (value !== null) values[name] = value;
  }
  return values;
}

/** Columns that one call of `jsonb_build_object` takes: a function has at most a hundred arguments. */
const columnsAtOnce = 50;

function objectSql(columns: readonly Column[], alias: string): string {
  const parts: string[] = [];
  for (let from = 0; from < columns.length; from += columnsAtOnce) {
    const pairs = columns
      .slice(from, from + columnsAtOnce)
      .map(({ name, sql }) => `'${name}', ${sql(`${alias}."${name}"`)}`);
    parts.push(`jsonb_build_object(${pairs.join(', ')})`);
  }
  return parts.join(' || ');
}

/** {@link auditValuesOf} as a statement says it of a row under an alias. A test compares the two for every table. */
export function auditValuesSql(model: AuditedModel, alias: string): string {
  const { columns } = table(model);
  // What is null within a value is part of it.
  const json = columns
    .filter(({ isJson }) => isJson)
    .map((column) => {
      const value = `${alias}."${column.name}"`;
      return `CASE WHEN ${value} IS NULL THEN '{}' ELSE ${objectSql([column], alias)} END`;
    });
  const others = columns.filter(({ isJson }) => !isJson);
  return [`jsonb_strip_nulls(${objectSql(others, alias)})`, ...json].join(' || ');
}

/**
 * {@link auditValuesOf} as a statement says it where the process says, in a parameter, all but the columns that the statement finds: those that always have a
 * value, and those that may have none.
 */
export function auditMergedValuesSql(
  said: string,
  model: AuditedModel,
  alias: string,
  { always = [], perhaps = [] }: { always?: readonly string[]; perhaps?: readonly string[] },
): string {
  const parts = [`${said}::jsonb`];
  if (always.length > 0) parts.push(auditColumnsSql(model, alias, always));
  if (perhaps.length > 0)
    parts.push(`jsonb_strip_nulls(${auditColumnsSql(model, alias, perhaps)})`);
  return parts.join(' || ');
}

/** The values of some columns of a row under an alias, as a statement says them. */
export const auditColumnsSql = (
  model: AuditedModel,
  alias: string,
  names: readonly string[],
): string =>
  objectSql(
    table(model).columns.filter(({ name }) => names.includes(name)),
    alias,
  );

/** {@link auditChangesOf} as a statement says it: of the columns named, of a row under one alias that became that under another. */
export function auditChangesSql(
  model: AuditedModel,
  names: readonly string[],
  before: string,
  after: string,
): [before: string, after: string] {
  const columns = table(model).columns.filter(({ name }) => names.includes(name));
  const of = (alias: string) =>
    columns
      .map(
        (column) => `CASE WHEN ${before}."${column.name}" IS DISTINCT FROM ${after}."${column.name}"
          THEN ${objectSql([column], alias)} ELSE '{}' END`,
      )
      .join(' || ');
  return [of(before), of(after)];
}

/** What is logged of a row that became another: the values that differ, before and after. */
export function auditChangesOf(
  model: AuditedModel,
  before: DatabaseRow,
  after: DatabaseRow,
): [Values, Values] {
  const changed: [Values, Values] = [{}, {}];
  for (const { name, write } of table(model).columns) {
    const [was, is] = [write(before[name]) ?? null, write(after[name]) ?? null];
    if (was === is || JSON.stringify(was) === JSON.stringify(is)) continue;
    changed[0][name] = was;
    changed[1][name] = is;
  }
  return changed;
}
