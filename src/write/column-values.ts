import { columnTypes } from '../generated/columns.ts';
import { getDatamodel } from '../generated/pothos/types.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { DatabaseRow } from '../platform/audit-log/audited-columns.ts';

export interface ColumnType {
  type: string;
  /** Only constant defaults. */
  default?: unknown;
  /** The database computes the default. */
  isSetByDatabase?: true;
  isRequired?: true;
}

export function columnsOf(model: string): Readonly<Record<string, ColumnType>> {
  const columns = columnTypes[model];
  if (columns) return columns;
  throw new TypeError(`There is no model ${model}.`);
}

const { models } = getDatamodel().datamodel;

export function primaryKeyOf(model: string): readonly string[] {
  const { fields, primaryKey } = models[model] as (typeof models)[string];
  return primaryKey?.fields ?? fields.flatMap(({ isId, name }) => (isId ? name : []));
}

/** @throws TypeError if the model has no such column */
export function columnTypeOf(model: string, name: string): ColumnType {
  const column = columnsOf(model)[name];
  if (column) return column;
  throw new TypeError(`${model} has no column ${name}.`);
}

const isNull = (value: unknown): boolean =>
  value === undefined || value === null || value === Prisma.DbNull;

/** Sorts keys as jsonb does, so that a written value equals the value read. */
function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (typeof value !== 'object' || value === null) return value;
  const byKey = ([a]: [string, unknown], [b]: [string, unknown]) =>
    Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));
  const entries = Object.entries(value).sort(byKey);
  return Object.fromEntries(entries.map(([key, entry]) => [key, canonicalJson(entry)]));
}

function toStoredValue(type: string, value: unknown): unknown {
  if (isNull(value)) return null;
  if (type.endsWith('[]'))
    return (value as unknown[]).map((element) => toStoredValue(type.slice(0, -2), element));
  if (type === 'numeric') return new Prisma.Decimal(value as Prisma.Decimal);
  if (type === 'bigint') return BigInt(value as bigint);
  if (type === 'jsonb')
    return value === Prisma.JsonNull ? null : canonicalJson(JSON.parse(JSON.stringify(value)));
  return value;
}

/** Omits undefined values. */
export function toStoredValues(model: string, values: object): DatabaseRow {
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) stored[name] = toStoredValue(columnTypeOf(model, name).type, value);
  return stored;
}

interface ColumnDefault {
  name: string;
  type: string;
  /** Undefined if the database computes the value. */
  defaultValue: unknown;
}

const columnDefaultsByModel = new Map<string, readonly ColumnDefault[]>();

function columnDefaultsOf(model: string): readonly ColumnDefault[] {
  const cached = columnDefaultsByModel.get(model);
  if (cached) return cached;
  const columns = Object.entries(columnsOf(model)).map(([name, column]) => {
    const { isSetByDatabase, type } = column;
    return {
      name,
      type,
      defaultValue: isSetByDatabase ? undefined : toStoredValue(type, column.default),
    };
  });
  columnDefaultsByModel.set(model, columns);
  return columns;
}

/** Adds the defaults, except those that the database computes. */
export function newRowOf(model: string, values: object): DatabaseRow {
  const requestedValues = values as DatabaseRow;
  const row: Record<string, unknown> = {};
  for (const { name, defaultValue, type } of columnDefaultsOf(model)) {
    const value = requestedValues[name];
    if (value !== undefined) row[name] = toStoredValue(type, value);
    else if (defaultValue !== undefined) row[name] = defaultValue;
  }
  for (const name of Object.keys(requestedValues)) if (!(name in row)) columnTypeOf(model, name);
  return row;
}

const isJson = (type: string) => type === 'jsonb' || type === 'jsonb[]';

export function parameterOf({ type }: ColumnType, value: unknown): unknown {
  if (value === null) return null;
  if (isJson(type)) return JSON.stringify(value);
  if (value instanceof Date && type === 'date') return value.toISOString().slice(0, 10);
  if (value instanceof Date && type === 'time') return value.toISOString().slice(11, 23);
  return value;
}

export function areEqualValues(left: unknown, right: unknown): boolean {
  if (Prisma.Decimal.isDecimal(left) && Prisma.Decimal.isDecimal(right)) return left.equals(right);
  if (left instanceof Uint8Array && right instanceof Uint8Array)
    return Buffer.compare(left, right) === 0;
  const textOf = (value: unknown) =>
    typeof value === 'bigint' ? String(value) : JSON.stringify(value ?? null);
  return left === right || textOf(left) === textOf(right);
}
