import type { SqlStatement } from '../database/statements/sql-statement.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { rowFilterOf } from '../platform/access-policies/policy-sql.ts';
import type { AuditedModel, DatabaseRow } from '../platform/audit-log/audited-columns.ts';
import { auditChangesSql, auditRecordIdSql } from '../platform/audit-log/audited-columns.ts';
import { insertAuditEntriesSql } from '../platform/audit-log/write-entries.ts';
import type { Context } from '../platform/context/context.ts';
import { columnsOf, columnTypeOf, parameterOf, primaryKeyOf } from './column-values.ts';
import { guardSql } from './guards.ts';

/** Builds the SQL of changes. Columns are sorted, so that equal sets of columns share a prepared statement. */

const quoted = (name: string) => `"${name}"`;

const namesOf = (values: object) => Object.keys(values).sort();

class Parameters {
  readonly values: unknown[] = [];
  readonly model: string;

  constructor(model: string) {
    this.model = model;
  }

  add(name: string, value: unknown): string {
    const column = columnTypeOf(this.model, name);
    return `$${this.values.push(parameterOf(column, value))}::${column.type}`;
  }
}

const conditionSql = (parameters: Parameters, key: DatabaseRow, alias = '') =>
  Object.entries(key)
    .map(([name, value]) => `${alias}${quoted(name)} = ${parameters.add(name, value)}`)
    .join(' AND ');

/** All rows have the same columns. */
export function insertStatement(model: string, rows: readonly DatabaseRow[]): SqlStatement {
  const [first = {}, ...others] = rows;
  const names = namesOf(first);
  const columns = names.map(quoted).join(', ');
  const parameters = new Parameters(model);
  if (others.length === 0) {
    const values = names.map((name) => parameters.add(name, first[name])).join(', ');
    const text = `INSERT INTO ${quoted(model)} (${columns}) VALUES (${values})`;
    return { text, values: parameters.values };
  }
  const text = `INSERT INTO ${quoted(model)} (${columns}) SELECT ${columns} FROM ${populatedRows(model, '$1')}`;
  return { text, values: [jsonOfRows(model, rows)] };
}

function jsonOfRows(model: string, rows: readonly DatabaseRow[]): string {
  const columns = Object.entries(columnsOf(model));
  const json = rows.map((row) => {
    const values: Record<string, unknown> = {};
    for (const [name, column] of columns) {
      const value = row[name] ?? null;
      if (value === null) continue;
      if (typeof value === 'bigint') values[name] = String(value);
      else values[name] = column.type.startsWith('jsonb') ? value : parameterOf(column, value);
    }
    return values;
  });
  return JSON.stringify(json);
}

const populatedRows = (model: string, parameter: string) =>
  `json_populate_recordset(NULL::${quoted(model)}, ${parameter}::json)`;

function keysSql(parameters: Parameters, keys: readonly DatabaseRow[]): string {
  const [first = {}] = keys;
  const own = Object.keys(first).filter((name) => name !== 'accountId');
  const [name = ''] = own;
  if (keys.length === 1) return conditionSql(parameters, first);
  if (own.length === 1 && 'accountId' in first) {
    const workspace = conditionSql(parameters, { accountId: first.accountId });
    const { type } = columnTypeOf(parameters.model, name);
    const all = parameters.values.push(keys.map((key) => key[name]));
    return `${workspace} AND ${quoted(name)} = ANY ($${all}::${type}[])`;
  }
  return keys.map((key) => `(${conditionSql(parameters, key)})`).join(' OR ');
}

export function updateAllStatement(
  model: string,
  keys: readonly DatabaseRow[],
  change: DatabaseRow,
): SqlStatement {
  const parameters = new Parameters(model);
  const assignments = namesOf(change).map(
    (name) => `${quoted(name)} = ${parameters.add(name, change[name])}`,
  );
  const text = `UPDATE ${quoted(model)} SET ${assignments.join(', ')} WHERE ${keysSql(parameters, keys)}`;
  return { text, values: parameters.values };
}

interface RowUpdate {
  key: DatabaseRow;
  stored: DatabaseRow;
}

/** Each row gets its own values of the same columns. */
export function updateEachStatement(
  model: string,
  updates: readonly [RowUpdate, ...RowUpdate[]],
): SqlStatement {
  const [{ key, stored }] = updates;
  const { accountId, ...own } = key;
  const parameters = new Parameters(model);
  const workspace = conditionSql(parameters, { accountId }, 't.');
  const rows = updates.map((update) => ({ ...update.key, ...update.stored }));
  const json = `$${parameters.values.push(jsonOfRows(model, rows))}`;
  const assignments = namesOf(stored).map((name) => `${quoted(name)} = n.${quoted(name)}`);
  const joined = Object.keys(own).map((name) => `t.${quoted(name)} = n.${quoted(name)}`);
  const text = `UPDATE ${quoted(model)} t SET ${assignments.join(', ')} FROM ${populatedRows(model, json)} n
    WHERE ${[workspace, ...joined].join(' AND ')}`;
  return { text, values: parameters.values };
}

export const updateStatement = (model: string, key: DatabaseRow, change: DatabaseRow) =>
  updateAllStatement(model, [key], change);

export function deleteStatement(model: string, keys: readonly DatabaseRow[]): SqlStatement {
  const parameters = new Parameters(model);
  const text = `DELETE FROM ${quoted(model)} WHERE ${keysSql(parameters, keys)}`;
  return { text, values: parameters.values };
}

/** Reads and locks the rows that the caller sees, in the order of their keys. */
export function lockStatement(
  { accountId, actor }: Pick<Context, 'accountId' | 'actor'>,
  model: string,
  condition: Prisma.Sql,
  columns: readonly string[] = Object.keys(columnsOf(model)),
): SqlStatement {
  const found = Prisma.sql`"accountId" = ${accountId} AND (${condition})`;
  const values = [...found.values];
  const filter = rowFilterOf(accountId, actor, model, values);
  const filtered = filter ? `${found.text} AND ${filter.condition}` : found.text;
  const order = primaryKeyOf(model).map(quoted).join(', ');
  const text = `${filter?.tables ?? ''}SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(model)} t
    WHERE ${filtered} ORDER BY ${order} FOR NO KEY UPDATE OF t`;
  return { text, values };
}

interface UnreadUpdate {
  key: { accountId: number; id: string };
  change: DatabaseRow;
  /** Result of `auditEntryParameters`. */
  audit: readonly unknown[];
  /** Default: any version. */
  versions?: readonly number[];
}

/**
 * Updates a row that was not read. The first statement locks the row and inserts an audit entry of the values that differ. It locks even
 * if no value differs, so that entries of concurrent writers are complete. The second fails with a `GuardError` if there is no such row.
 */
export const updateUnreadStatements = (
  model: AuditedModel,
  update: UnreadUpdate,
): [lock: SqlStatement, update: SqlStatement] => [
  lockAndLogStatement(model, update),
  differingUpdateStatement(model, update),
];

function lockAndLogStatement(
  model: AuditedModel,
  { audit, change, key }: UnreadUpdate,
): SqlStatement {
  const names = namesOf(change);
  const parameters = new Parameters(model);
  parameters.values.push(...audit);
  const condition = conditionSql(parameters, key);
  const after = names.map((name) => `${parameters.add(name, change[name])} AS ${quoted(name)}`);
  const differs = names.map((name) => `c.${quoted(name)} IS DISTINCT FROM n.${quoted(name)}`);
  const [before, afterwards] = auditChangesSql(model, names, 'c', 'n');
  const entry = insertAuditEntriesSql(1, [
    {
      kind: 'UPDATED',
      model,
      id: auditRecordIdSql(model).sql('c'),
      version: 'c.version + 1',
      before: `(${before})`,
      after: `(${afterwards})`,
      from: `c, (SELECT ${after.join(', ')}) n WHERE ${differs.join(' OR ')}`,
    },
  ]);
  const columns = ['id', 'version', ...names].map(quoted).join(', ');
  const text = `WITH c AS MATERIALIZED (SELECT ${columns} FROM ${quoted(model)} WHERE ${condition} FOR NO KEY UPDATE) ${entry}`;
  return { text, values: parameters.values };
}

function differingUpdateStatement(
  model: string,
  { change, key, versions }: UnreadUpdate,
): SqlStatement {
  const parameters = new Parameters(model);
  const row = conditionSql(parameters, key);
  const given = namesOf(change).map(
    (name) => [quoted(name), parameters.add(name, change[name])] as const,
  );
  const assignments = given.map(([name, value]) => `${name} = ${value}`).join(', ');
  const differs = given.map(([name, value]) => `${name} IS DISTINCT FROM ${value}`).join(' OR ');
  const accepted = versions
    ? ` AND version = ANY ($${parameters.values.push(versions)}::int[])`
    : '';
  const found = `SELECT ${guardSql('count(*) = 1')} FROM ${quoted(model)} WHERE ${row}${accepted}`;
  const text = `UPDATE ${quoted(model)} SET ${assignments} WHERE ${row} AND (${found}) = 1 AND (${differs})`;
  return { text, values: parameters.values };
}
