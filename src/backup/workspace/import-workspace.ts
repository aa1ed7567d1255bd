import pg from 'pg';
import { type Held, holdWaitingMails, type Run } from '../../domain/outbox-mails/held.ts';
import { BackupError } from '../backup-error.ts';
import { columnList, currentSchema, nameIn, quoted, type Table } from '../catalogue.ts';
import { withSession } from '../session.ts';
import type { ExportFile, ReadingOptions } from './export-file.ts';
import { recordLines } from './export-file.ts';
import type { WorkspaceFigures } from './export-format.ts';
import { takenTables } from './export-workspace.ts';
import { largestTaken } from './record-forms.ts';
import { isLinked, isSecret, secretLeftOut, typeOf } from './taken-models.ts';
import { readNextNumber, readWorkspaceFigures, workspaceDifferences } from './workspace-figures.ts';

/** A workspace that was made of a file. */
export interface Imported {
  accountId: number;
  records: number;
  figures: WorkspaceFigures;
  nextInvoiceNumber: string;
  /** Mails that waited, or were being sent, where the workspace comes from. */
  mail: Held;
}

/**
 * Makes a workspace that is equal to the one in a file, beside those there are and while the service goes on, in one
 * transaction: all of it is there, or nothing. Its number is the file's where that is free, and so is every other id, since
 * ids are those of their workspace (decision 2). Invoices get new links, and mails that waited are held.
 * @throws BackupError where the file's records do not fit together, or what arrived is not what the file says
 */
export async function importWorkspace(
  url: string,
  file: ExportFile,
  options: ReadingOptions,
): Promise<Imported> {
  return withSession(url, options.signal, async (client) => {
    const schema = await currentSchema(client);
    const tables = await requireTables(client, schema, file);
    const accountId = await takeNumbers(client, schema, file);
    await client.query('BEGIN');
    // The workspace names a tax rule that comes after it.
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    await insertRecords(client, schema, accountId, tables, file, options);
    await client.query('SET CONSTRAINTS ALL IMMEDIATE').catch(refusing(file, 'Workspace'));
    const compared = await compare(client, schema, accountId, file);
    const run: Run = async (statement) =>
      (await client.query(statement.text, statement.values)).rows as never;
    const mail = await holdWaitingMails(run, new Date(file.header.takenAt), accountId);
    options.signal.throwIfAborted();
    await client.query('COMMIT');
    await client.query(`ANALYZE ${tables.map(({ name }) => nameIn(schema, name)).join(', ')}`);
    return { accountId, records: file.end.records, mail, ...compared };
  });
}

/** @throws BackupError where the file has other columns than the tables */
async function requireTables(
  client: pg.Client,
  schema: string,
  { header, path }: ExportFile,
): Promise<Table[]> {
  const tables = await takenTables(client, schema);
  const named = ({ name, columns }: Table) => `${name} ${[...columns].sort().join(' ')}`;
  const given = new Set(header.models.map(named));
  const other = tables.find((table) => !given.has(named(table)));
  if (other === undefined && header.models.length === tables.length) return tables;
  throw new BackupError(
    `${path} has other columns than this release${other ? ` (of ${other.name})` : ''}. Nothing was imported.`,
  );
}

/**
 * The number that the workspace gets: its own where it is free, otherwise the next one. Sequences pass it, and the numbers of
 * its users, before any of them is used; whoever makes a workspace or a user meanwhile waits for that moment.
 */
async function takeNumbers(client: pg.Client, schema: string, file: ExportFile): Promise<number> {
  const { accountId, largestUser } = file.header.workspace;
  if (largestUser > largestTaken) {
    throw new BackupError(
      `${file.path} has a user with the number ${largestUser}, which is too large.`,
    );
  }
  const [workspace, user] = [nameIn(schema, 'Workspace'), nameIn(schema, 'User')];
  const numbers = (table: string, column: string) =>
    `pg_get_serial_sequence('${table}', '${column}')`;
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${workspace}, ${user} IN SHARE ROW EXCLUSIVE MODE`);
  const { rows } = await client.query<{ number: string }>(
    `SELECT CASE WHEN $1::bigint BETWEEN 1 AND ${largestTaken}
         AND NOT EXISTS (SELECT FROM ${workspace} WHERE "accountId" = $1::bigint)
       THEN $1::bigint ELSE nextval(${numbers(workspace, 'accountId')}) END AS number`,
    [accountId],
  );
  const number = Number(rows[0]?.number);
  await client.query(
    `SELECT setval(s, greatest(passed, nextval(s))) FROM (VALUES
       (${numbers(workspace, 'accountId')}, $1::bigint), (${numbers(user, 'id')}, $2::bigint)) AS n(s, passed)`,
    [number, largestUser],
  );
  await client.query('COMMIT');
  return number;
}

/** What is sent to the database at once. */
const mostRecords = 1_000;
const mostBytes = 1024 * 1024;

async function insertRecords(
  client: pg.Client,
  schema: string,
  accountId: number,
  tables: Table[],
  file: ExportFile,
  options: ReadingOptions,
): Promise<void> {
  const statements = new Map<string, string>();
  for (const table of tables)
    statements.set(table.name, await insertion(client, schema, table, file));
  let batch: Buffer[] = [];
  let bytes = 0;
  let of = '';
  const flush = async () => {
    if (batch.length === 0) return;
    const sql = statements.get(of);
    if (sql === undefined)
      throw new BackupError(`${file.path} has records of an unknown model, ${of}.`);
    await client.query(sql, [accountId, `[${batch.join(',')}]`]).catch(refusing(file, of));
    batch = [];
    bytes = 0;
  };
  for await (const { model, line } of recordLines(file, options)) {
    if (model !== of || batch.length >= mostRecords || bytes >= mostBytes) await flush();
    of = model;
    batch.push(line);
    bytes += line.length;
  }
  await flush();
}

/** What the database says of records that do not fit, in words. */
function refusing({ path }: ExportFile, model: string) {
  return (cause: unknown): never => {
    if (!(cause instanceof pg.DatabaseError) || !/^2[23]/.test(cause.code ?? '')) throw cause;
    throw new BackupError(
      `${path} has records of ${model} that do not fit: ${cause.message}. Nothing was imported.`,
      { cause },
    );
  };
}

/** 128 random bits, as links of invoices have them. */
const newSecret = `rtrim(translate(encode(substr(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea),
  1, 16), 'base64'), '+/', '-_'), '=')`;

/** The statement that inserts the records of an array of lines. One statement to know the columns' types. */
async function insertion(
  client: pg.Client,
  schema: string,
  { name, columns }: Table,
  { header }: ExportFile,
): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname::text AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [nameIn(schema, name)],
  );
  const types = new Map(rows.map(({ name: column, type }) => [column, type]));
  const isBytes = (column: string) => typeOf(name, column) === 'Bytes';
  const read = columns.map(
    (column) => `${quoted(column)} ${isBytes(column) ? 'text' : types.get(column)}`,
  );
  const values = columns.map((column) => {
    const own = `r.${quoted(column)}`;
    if (isSecret(name, column)) return `CASE WHEN ${own} IS NOT NULL THEN ${newSecret} END`;
    if (isLinked(name, column)) {
      return `CASE WHEN i.id IS NULL OR i."viewToken" IS NULL THEN ${own}
        ELSE replace(${own}, '${Number(header.workspace.accountId)}-${secretLeftOut}', i."accountId" || '-' || i."viewToken") END`;
    }
    return isBytes(column) ? `decode(${own}, 'base64')` : own;
  });
  // A mail that is let go here leads to its invoice by the link that this one has by now.
  const linked = columns.some((column) => isLinked(name, column))
    ? ` LEFT JOIN ${nameIn(schema, 'Invoice')} i ON i."accountId" = $1 AND i.id = r."invoiceId"`
    : '';
  return `INSERT INTO ${nameIn(schema, name)} ("accountId", ${columnList(columns)})
    SELECT $1, ${values.join(', ')}
    FROM json_array_elements($2::json) AS line, json_to_record(line -> 'record') AS r(${read.join(', ')})${linked}`;
}

/** How many differences an error tells. */
const mostTold = 5;

async function compare(
  client: pg.Client,
  schema: string,
  accountId: number,
  { end, path }: ExportFile,
): Promise<Pick<Imported, 'figures' | 'nextInvoiceNumber'>> {
  const expected = end.figures;
  const figures = await readWorkspaceFigures(client, schema, accountId);
  const nextInvoiceNumber = await readNextNumber(client, schema, accountId);
  const wrong = workspaceDifferences(expected, figures);
  if (wrong.length === 0 && nextInvoiceNumber === end.nextInvoiceNumber) {
    return { figures, nextInvoiceNumber };
  }
  const told = wrong
    .slice(0, mostTold)
    .map(
      ({ table, column, expected: right, found }) =>
        `  ${table}, ${column ?? 'records'}: ${right} in the file, ${found} imported`,
    );
  if (nextInvoiceNumber !== end.nextInvoiceNumber) {
    told.push(`  next number: ${end.nextInvoiceNumber} in the file, ${nextInvoiceNumber} imported`);
  }
  throw new BackupError(
    `What was imported is not what ${path} says, and was undone:\n${told.join('\n')}`,
  );
}
