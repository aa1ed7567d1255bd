import { columnTypes } from '../../generated/columns.ts';
import { getDatamodel } from '../../generated/pothos/types.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { RecordModel } from '../ids/permission-areas.ts';
import { permissionAreaByModel } from '../ids/permission-areas.ts';
import { formatNumericId, numericIdPrefixes } from '../ids/record-ids.ts';

export type DatabaseRow = Readonly<Record<string, unknown>>;

/** Rows of these tables are derived from invoices or events, so they are not audited. */
const following = [
  'CreditNoteDocument',
  'EInvoiceDocument',
  'InvoiceSequence',
  'IssuedDocument',
  'SellerLogo',
  'WebhookDelivery',
] as const;

export type AuditedModel = Exclude<RecordModel, (typeof following)[number]>;

export const auditedModels = Object.keys(permissionAreaByModel).filter(
  (model): model is AuditedModel => !(following as readonly string[]).includes(model),
);

export const isAuditedModel = (model: string): model is AuditedModel =>
  (auditedModels as readonly string[]).includes(model);

/** Secrets, texts with secrets, and file contents. A test checks all columns. */
export const unauditedColumns: { readonly [M in AuditedModel]?: readonly string[] } = {
  // Using an API key is not a change of its record.
  ApiKey: ['hash', 'lastUsedAt', 'lastUsedAddress'],
  Invoice: ['viewToken'],
  // Contains the secret link to the invoice.
  OutboxMail: ['body', 'html'],
  User: ['invitationHash'],
  WorkspaceLogo: ['bytes'],
};

const ofEntry = ['accountId', 'id', 'createdAt', 'updatedAt', 'version'];

const columnsOfType = (type: string): { readonly [M in AuditedModel]?: readonly string[] } =>
  Object.fromEntries(
    auditedModels.flatMap((model) => {
      const columns = Object.entries(columnTypes[model] ?? {});
      const names = columns.flatMap(([name, column]) => (column.type === type ? [name] : []));
      return names.length > 0 ? [[model, names] as const] : [];
    }),
  );

/** Prisma returns dates as midnight UTC. */
export const dateColumns = columnsOfType('date');

/** Prisma returns times as instants on 1970-01-01. */
export const timeColumns = columnsOfType('time');

interface Column {
  name: string;
  isJson: boolean;
  write: (value: unknown) => unknown;
  /** SQL expression with the same result as `write`. */
  sql: (value: string) => string;
}

interface Table {
  columns: readonly Column[];
  key: readonly string[];
}

function asValue(value: unknown): unknown {
  if (Prisma.Decimal.isDecimal(value)) return value.toFixed();
  if (typeof value === 'bigint') return String(value);
  return value;
}

const cut = (from: number, to: number) => (value: unknown) =>
  value instanceof Date ? value.toISOString().slice(from, to) : value;

const asText = (value: string) => `${value}::text`;

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

export const primaryKeyColumnsOf = (model: AuditedModel): readonly string[] => table(model).key;

/** Only for models with a single key column. */
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

/** The record's own id, or the joined ids of a link row. */
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

export function auditValuesOf(model: AuditedModel, row: DatabaseRow): Values {
  const values: Values = {};
  for (const { name, write } of table(model).columns) {
    const value = write(row[name]) ?? null;
    if (value !== null) values[name] = value;
  }
  return values;
}

/** A PostgreSQL function takes at most 100 arguments. */
const maxColumnsPerCall = 50;

function objectSql(columns: readonly Column[], alias: string): string {
  const parts: string[] = [];
  for (let from = 0; from < columns.length; from += maxColumnsPerCall) {
    const pairs = columns
      .slice(from, from + maxColumnsPerCall)
      .map(({ name, sql }) => `'${name}', ${sql(`${alias}."${name}"`)}`);
    parts.push(`jsonb_build_object(${pairs.join(', ')})`);
  }
  return parts.join(' || ');
}

/** SQL expression with the same result as {@link auditValuesOf}. A test compares both. */
export function auditValuesSql(model: AuditedModel, alias: string): string {
  const { columns } = table(model);
  // Null inside a JSON value is part of the value.
  const json = columns
    .filter(({ isJson }) => isJson)
    .map((column) => {
      const value = `${alias}."${column.name}"`;
      return `CASE WHEN ${value} IS NULL THEN '{}' ELSE ${objectSql([column], alias)} END`;
    });
  const others = columns.filter(({ isJson }) => !isJson);
  return [`jsonb_strip_nulls(${objectSql(others, alias)})`, ...json].join(' || ');
}

export const auditColumnsSql = (
  model: AuditedModel,
  alias: string,
  names: readonly string[],
): string =>
  objectSql(
    table(model).columns.filter(({ name }) => names.includes(name)),
    alias,
  );

/** SQL expression with the same result as {@link auditChangesOf}. */
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
