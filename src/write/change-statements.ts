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

const quoteIdentifier = (name: string) => `"${name}"`;

const columnNamesOf = (values: object) => Object.keys(values).sort();

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
    .map(([name, value]) => `${alias}${quoteIdentifier(name)} = ${parameters.add(name, value)}`)
    .join(' AND ');

/** All rows have the same columns. */
export function insertStatement(model: string, rows: readonly DatabaseRow[]): SqlStatement {
  const [first = {}, ...others] = rows;
  const names = columnNamesOf(first);
  const columns = names.map(quoteIdentifier).join(', ');
  const parameters = new Parameters(model);
  if (others.length === 0) {
    const values = names.map((name) => parameters.add(name, first[name])).join(', ');
    const text = `INSERT INTO ${quoteIdentifier(model)} (${columns}) VALUES (${values})`;
    return { text, values: parameters.values };
  }
  const text = `INSERT INTO ${quoteIdentifier(model)} (${columns}) SELECT ${columns} FROM ${populatedRowsSql(model, '$1')}`;
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

const populatedRowsSql = (model: string, parameter: string) =>
  `json_populate_recordset(NULL::${quoteIdentifier(model)}, ${parameter}::json)`;

function keysSql(parameters: Parameters, keys: readonly DatabaseRow[]): string {
  const [first = {}] = keys;
  const columnNames = Object.keys(first).filter((name) => name !== 'accountId');
  const [name = ''] = columnNames;
  if (keys.length === 1) return conditionSql(parameters, first);
  if (columnNames.length === 1 && 'accountId' in first) {
    const workspace = conditionSql(parameters, { accountId: first.accountId });
    const { type } = columnTypeOf(parameters.model, name);
    const parameterNumber = parameters.values.push(keys.map((key) => key[name]));
    return `${workspace} AND ${quoteIdentifier(name)} = ANY ($${parameterNumber}::${type}[])`;
  }
  return keys.map((key) => `(${conditionSql(parameters, key)})`).join(' OR ');
}

export function updateAllStatement(
  model: string,
  keys: readonly DatabaseRow[],
  change: DatabaseRow,
): SqlStatement {
  const parameters = new Parameters(model);
  const assignments = columnNamesOf(change).map(
    (name) => `${quoteIdentifier(name)} = ${parameters.add(name, change[name])}`,
  );
  const text = `UPDATE ${quoteIdentifier(model)} SET ${assignments.join(', ')} WHERE ${keysSql(parameters, keys)}`;
  return { text, values: parameters.values };
}

interface RowUpdate {
  key: DatabaseRow;
  newValues: DatabaseRow;
}

/** Each row gets its own values of the same columns. */
export function updateEachStatement(
  model: string,
  updates: readonly [RowUpdate, ...RowUpdate[]],
): SqlStatement {
  const [{ key, newValues }] = updates;
  const { accountId, ...keyInWorkspace } = key;
  const parameters = new Parameters(model);
  const workspace = conditionSql(parameters, { accountId }, 't.');
  const rows = updates.map((update) => ({ ...update.key, ...update.newValues }));
  const json = `$${parameters.values.push(jsonOfRows(model, rows))}`;
  const assignments = columnNamesOf(newValues).map(
    (name) => `${quoteIdentifier(name)} = n.${quoteIdentifier(name)}`,
  );
  const joinConditions = Object.keys(keyInWorkspace).map(
    (name) => `t.${quoteIdentifier(name)} = n.${quoteIdentifier(name)}`,
  );
  const text = `UPDATE ${quoteIdentifier(model)} t SET ${assignments.join(', ')} FROM ${populatedRowsSql(model, json)} n
    WHERE ${[workspace, ...joinConditions].join(' AND ')}`;
  return { text, values: parameters.values };
}

export const updateStatement = (model: string, key: DatabaseRow, change: DatabaseRow) =>
  updateAllStatement(model, [key], change);

export function deleteStatement(model: string, keys: readonly DatabaseRow[]): SqlStatement {
  const parameters = new Parameters(model);
  const text = `DELETE FROM ${quoteIdentifier(model)} WHERE ${keysSql(parameters, keys)}`;
  return { text, values: parameters.values };
}

/** Reads and locks the rows that the caller sees, in the order of their keys. */
export function lockStatement(
  { accountId, actor }: Pick<Context, 'accountId' | 'actor'>,
  model: string,
  condition: Prisma.Sql,
  columns: readonly string[] = Object.keys(columnsOf(model)),
): SqlStatement {
  const workspaceCondition = Prisma.sql`"accountId" = ${accountId} AND (${condition})`;
  const values = [...workspaceCondition.values];
  const filter = rowFilterOf(accountId, actor, model, values);
  const filteredCondition = filter
    ? `${workspaceCondition.text} AND ${filter.condition}`
    : workspaceCondition.text;
  const orderColumns = primaryKeyOf(model).map(quoteIdentifier).join(', ');
  const text = `${filter?.tables ?? ''}SELECT ${columns.map(quoteIdentifier).join(', ')} FROM ${quoteIdentifier(model)} t
    WHERE ${filteredCondition} ORDER BY ${orderColumns} FOR NO KEY UPDATE OF t`;
  return { text, values };
}

interface UnreadUpdate {
  key: { accountId: number; id: string };
  change: DatabaseRow;
  /** Result of `auditEntryParameters`. */
  auditParameters: readonly unknown[];
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
  { auditParameters, change, key }: UnreadUpdate,
): SqlStatement {
  const names = columnNamesOf(change);
  const parameters = new Parameters(model);
  parameters.values.push(...auditParameters);
  const condition = conditionSql(parameters, key);
  const newValues = names.map(
    (name) => `${parameters.add(name, change[name])} AS ${quoteIdentifier(name)}`,
  );
  const differences = names.map(
    (name) => `c.${quoteIdentifier(name)} IS DISTINCT FROM n.${quoteIdentifier(name)}`,
  );
  const [beforeJson, afterJson] = auditChangesSql(model, names, 'c', 'n');
  const entry = insertAuditEntriesSql(1, [
    {
      kind: 'UPDATED',
      model,
      id: auditRecordIdSql(model).sql('c'),
      version: 'c.version + 1',
      before: `(${beforeJson})`,
      after: `(${afterJson})`,
      from: `c, (SELECT ${newValues.join(', ')}) n WHERE ${differences.join(' OR ')}`,
    },
  ]);
  const columns = ['id', 'version', ...names].map(quoteIdentifier).join(', ');
  const text = `WITH c AS MATERIALIZED (SELECT ${columns} FROM ${quoteIdentifier(model)} WHERE ${condition} FOR NO KEY UPDATE) ${entry}`;
  return { text, values: parameters.values };
}

function differingUpdateStatement(
  model: string,
  { change, key, versions }: UnreadUpdate,
): SqlStatement {
  const parameters = new Parameters(model);
  const rowCondition = conditionSql(parameters, key);
  const parametersByColumn = columnNamesOf(change).map(
    (name) => [quoteIdentifier(name), parameters.add(name, change[name])] as const,
  );
  const assignments = parametersByColumn.map(([name, value]) => `${name} = ${value}`).join(', ');
  const differences = parametersByColumn
    .map(([name, value]) => `${name} IS DISTINCT FROM ${value}`)
    .join(' OR ');
  const versionCondition = versions
    ? ` AND version = ANY ($${parameters.values.push(versions)}::int[])`
    : '';
  const existenceGuard = `SELECT ${guardSql('count(*) = 1')} FROM ${quoteIdentifier(model)} WHERE ${rowCondition}${versionCondition}`;
  const text = `UPDATE ${quoteIdentifier(model)} SET ${assignments} WHERE ${rowCondition} AND (${existenceGuard}) = 1 AND (${differences})`;
  return { text, values: parameters.values };
}
