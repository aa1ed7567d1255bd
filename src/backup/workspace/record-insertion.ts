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
  readings: { column: string; sql: string }[];
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
  const read = columns.map(
    (column) => `${quoteIdentifier(column)} ${isBytes(column) ? 'text' : types.get(column)}`,
  );
  const decoded = (column: string) =>
    isBytes(column)
      ? `decode(r.${quoteIdentifier(column)}, 'base64')`
      : `r.${quoteIdentifier(column)}`;
  const readings = columns.map((column, index) => ({
    column,
    sql: `SELECT ${decoded(column)} FROM json_to_record($1::json -> 'record') AS r(${read[index]})`,
  }));
  const values = columns.map((column) => {
    const own = `r.${quoteIdentifier(column)}`;
    if (isSecretColumn(name, column)) return `CASE WHEN ${own} IS NOT NULL THEN ${newSecret} END`;
    if (hasInvoiceLink(name, column)) {
      return `CASE WHEN i.id IS NULL OR i."viewToken" IS NULL THEN ${own}
        ELSE replace(${own}, '${Number(header.workspace.accountId)}-${secretPlaceholder}', i."accountId" || '-' || i."viewToken") END`;
    }
    return decoded(column);
  });
  // E-mails get the new link of their invoice.
  const linked = columns.some((column) => hasInvoiceLink(name, column))
    ? ` LEFT JOIN ${qualifiedName(schema, 'Invoice')} i ON i."accountId" = $1 AND i.id = r."invoiceId"`
    : '';
  const sql = `INSERT INTO ${qualifiedName(schema, name)} ("accountId", ${quotedColumnList(columns)})
    SELECT $1, ${values.join(', ')}
    FROM json_array_elements($2::json) AS line, json_to_record(line -> 'record') AS r(${read.join(', ')})${linked}`;
  return { table: qualifiedName(schema, name), model: name, path, sql, readings };
}

/** Errors in the data, not of the database. */
const isOfRecords = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');

/**
 * Inserts lines of one model in the open transaction. Three statements, more if a line is invalid.
 * @throws BackupError with the first invalid line and its fields
 */
export async function insertRecordLines(
  client: pg.Client,
  insertion: InsertionPlan,
  accountId: number,
  lines: readonly RecordLine[],
): Promise<void> {
  const insert = (some: readonly RecordLine[]) =>
    trying(client, insertion.sql, [accountId, `[${some.map(({ line }) => line).join(',')}]`]);
  let fault = await insert(lines);
  if (fault === undefined) return;
  // Binary search: lines before `fine` are inserted, and an invalid one is before `wrong`.
  let [fine, wrong] = [0, lines.length];
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    const other = await insert(lines.slice(fine, middle));
    if (other === undefined) fine = middle;
    else [wrong, fault] = [middle, other];
  }
  const { line, number } = lines[fine] as RecordLine;
  fault = (await insert(lines.slice(fine, wrong))) ?? fault;
  const fields = await fieldsOf(client, insertion, line, fault);
  const where = [`line ${number}`, ...fields].join(', ');
  throw new BackupError(
    `${insertion.path} has invalid ${insertion.model} records: ${where}: ${fault.message}. Nothing was imported.`,
    { cause: fault },
  );
}

/** Returns a data error and reverts its statement. */
async function trying(
  client: pg.Client,
  sql: string,
  values: unknown[],
): Promise<pg.DatabaseError | undefined> {
  await client.query('SAVEPOINT records');
  let fault: pg.DatabaseError | undefined;
  try {
    await client.query(sql, values);
  } catch (error) {
    if (!isOfRecords(error)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT records');
    fault = error;
  }
  await client.query('RELEASE SAVEPOINT records');
  return fault;
}

/** The columns of the violated constraint, or the first unreadable field. */
async function fieldsOf(
  client: pg.Client,
  { readings, table }: InsertionPlan,
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
  for (const { column: read, sql } of readings) {
    if (await trying(client, sql, [line.toString()])) return [read];
  }
  return [];
}
