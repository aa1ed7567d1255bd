import pg from 'pg';
import { BackupError } from '../backup-error.ts';
import {
  qualifiedName,
  quotedColumnList,
  quoteIdentifier,
  type Table,
} from '../table-catalogue.ts';
import type { ExportFile, RecordLine } from './export-file.ts';
import {
  columnTypeOf,
  hasInvoiceLink,
  isSecretColumn,
  secretPlaceholder,
} from './exported-models.ts';

export interface InsertionPlan {
  path: string;
  model: string;
  /** Qualified and quoted. */
  table: string;
  /** Inserts a JSON array of lines into a workspace. */
  sql: string;
  /** Reads one field of a line as its column's type, to find an invalid one. */
  fieldQueries: { column: string; sql: string }[];
}

/** 128 random bits, like every invoice link. */
const newSecret = `rtrim(translate(encode(substr(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea),
  1, 16), 'base64'), '+/', '-_'), '=')`;

/** One statement for the types of the columns. */
export async function planInsertion(
  client: pg.Client,
  schema: string,
  { name, columns }: Table,
  { header, path }: ExportFile,
): Promise<InsertionPlan> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [qualifiedName(schema, name)],
  );
  const types = new Map(rows.map(({ name: column, type }) => [column, type]));
  const isBytes = (column: string) => columnTypeOf(name, column) === 'Bytes';
  const columnDefinitions = columns.map(
    (column) => `${quoteIdentifier(column)} ${isBytes(column) ? 'text' : types.get(column)}`,
  );
  const decodeColumn = (column: string) =>
    isBytes(column)
      ? `decode(r.${quoteIdentifier(column)}, 'base64')`
      : `r.${quoteIdentifier(column)}`;
  const fieldQueries = columns.map((column, index) => ({
    column,
    sql: `SELECT ${decodeColumn(column)} FROM json_to_record($1::json -> 'record') AS r(${columnDefinitions[index]})`,
  }));
  const values = columns.map((column) => {
    const columnSql = `r.${quoteIdentifier(column)}`;
    if (isSecretColumn(name, column))
      return `CASE WHEN ${columnSql} IS NOT NULL THEN ${newSecret} END`;
    if (hasInvoiceLink(name, column)) {
      return `CASE WHEN i.id IS NULL OR i."viewToken" IS NULL THEN ${columnSql}
        ELSE replace(${columnSql}, '${Number(header.workspace.accountId)}-${secretPlaceholder}', i."accountId" || '-' || i."viewToken") END`;
    }
    return decodeColumn(column);
  });
  // E-mails get the new link of their invoice.
  const invoiceJoin = columns.some((column) => hasInvoiceLink(name, column))
    ? ` LEFT JOIN ${qualifiedName(schema, 'Invoice')} i ON i."accountId" = $1 AND i.id = r."invoiceId"`
    : '';
  const sql = `INSERT INTO ${qualifiedName(schema, name)} ("accountId", ${quotedColumnList(columns)})
    SELECT $1, ${values.join(', ')}
    FROM json_array_elements($2::json) AS line, json_to_record(line -> 'record') AS r(${columnDefinitions.join(', ')})${invoiceJoin}`;
  return { table: qualifiedName(schema, name), model: name, path, sql, fieldQueries };
}

/** Errors in the data, not of the database. */
const isDataError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/**
 * Three statements, more if a line is invalid.
 * @throws BackupError with that line and its fields
 */
export async function insertRecordLines(
  client: pg.Client,
  insertion: InsertionPlan,
  accountId: number,
  lines: readonly RecordLine[],
): Promise<void> {
  const insert = (batch: readonly RecordLine[]) =>
    tryStatement(client, insertion.sql, [
      accountId,
      `[${batch.map(({ line }) => line).join(',')}]`,
    ]);
  let dataError = await insert(lines);
  if (dataError === undefined) return;
  // Binary search: lines before `validEnd` are inserted, and an invalid one is before `invalidEnd`.
  let [validEnd, invalidEnd] = [0, lines.length];
  while (invalidEnd - validEnd > 1) {
    const middle = (validEnd + invalidEnd) >> 1;
    const laterError = await insert(lines.slice(validEnd, middle));
    if (laterError === undefined) validEnd = middle;
    else [invalidEnd, dataError] = [middle, laterError];
  }
  const { line, number } = lines[validEnd] as RecordLine;
  dataError = (await insert(lines.slice(validEnd, invalidEnd))) ?? dataError;
  const fields = await findInvalidFields(client, insertion, line, dataError);
  const location = [`line ${number}`, ...fields].join(', ');
  throw new BackupError(
    `${insertion.path} has invalid ${insertion.model} records: ${location}: ${dataError.message}. Nothing was imported.`,
    { cause: dataError },
  );
}

/** Returns a data error and reverts its statement. */
async function tryStatement(
  client: pg.Client,
  sql: string,
  values: unknown[],
): Promise<pg.DatabaseError | undefined> {
  await client.query('SAVEPOINT records');
  let dataError: pg.DatabaseError | undefined;
  try {
    await client.query(sql, values);
  } catch (error) {
    if (!isDataError(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT records');
    dataError = error;
  }
  await client.query('RELEASE SAVEPOINT records');
  return dataError;
}

/** The columns of the violated constraint, or the first unreadable field. */
async function findInvalidFields(
  client: pg.Client,
  { fieldQueries, table }: InsertionPlan,
  line: Buffer,
  { column, constraint }: pg.DatabaseError,
): Promise<string[]> {
  if (column !== undefined) return [column];
  if (constraint !== undefined) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attname <> 'accountId'
         AND (attnum = ANY ((SELECT conkey FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $2)::int2[])
           OR attnum = ANY ((SELECT indkey::int2[] FROM pg_index JOIN pg_class c ON c.oid = indexrelid
             WHERE indrelid = $1::regclass AND c.relname = $2)::int2[]))
       ORDER BY attnum`,
      [table, constraint],
    );
    return rows.map(({ name }) => name);
  }
  for (const { column: field, sql } of fieldQueries) {
    if (await tryStatement(client, sql, [line.toString()])) return [field];
  }
  return [];
}
