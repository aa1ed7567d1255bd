import pg from 'pg';
import {
  type HeldMailCounts,
  holdWaitingMails,
  type RunStatement,
} from '../../domain/outbox-mails/held-mails.ts';
import { BackupError } from '../backup-error.ts';
import { withDatabaseSession } from '../snapshot-session.ts';
import { currentSchema, qualifiedName, type Table } from '../table-catalogue.ts';
import type { ExportFile, ExportReadOptions, RecordLine } from './export-file.ts';
import { readRecordLines } from './export-file.ts';
import type { WorkspaceTotals } from './export-format.ts';
import { readExportedTables } from './export-workspace.ts';
import { assertNotImported } from './previous-imports.ts';
import { maxImportedNumber } from './record-format.ts';
import type { InsertionPlan } from './record-insertion.ts';
import { insertRecordLines, planInsertion } from './record-insertion.ts';
import {
  findWorkspaceDifferences,
  readNextInvoiceNumber,
  readWorkspaceTotals,
} from './workspace-totals.ts';

/** A workspace that was made of a file. */
export interface ImportResult {
  accountId: number;
  records: number;
  figures: WorkspaceTotals;
  nextInvoiceNumber: string;
  /** Mails that waited, or were being sent, where the workspace comes from. */
  mail: HeldMailCounts;
}

/**
 * Makes a workspace that is equal to the one in a file, beside those there are and while the service goes on, in one
 * transaction: all of it is there, or nothing. Its number is the file's where that is free, and so is every other id, since
 * ids are those of their workspace (decision 2). Invoices get new links, and mails that waited are held.
 * @param isCopy whether it is made though a workspace here has its records already
 * @throws BackupError where they are here already, do not fit together, or what arrived is not what the file says
 */
export async function importWorkspace(
  url: string,
  file: ExportFile,
  { isCopy = false, ...options }: ExportReadOptions & { isCopy?: boolean },
): Promise<ImportResult> {
  return withDatabaseSession(url, options.signal, async (client) => {
    const schema = await currentSchema(client);
    const tables = await requireTables(client, schema, file);
    if (!isCopy) await assertNotImported(client, schema, file, options.signal);
    const accountId = await takeNumbers(client, schema, file);
    await client.query('BEGIN');
    // The workspace names a tax rule that comes after it.
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    await insertRecords(client, schema, accountId, tables, file, options);
    await checkAll(client, file);
    const compared = await compare(client, schema, accountId, file);
    const run: RunStatement = async (statement) =>
      (await client.query(statement.text, statement.values)).rows as never;
    const mail = await holdWaitingMails(run, new Date(file.header.takenAt), accountId);
    options.signal.throwIfAborted();
    await client.query('COMMIT');
    await client.query(
      `ANALYZE ${tables.map(({ name }) => qualifiedName(schema, name)).join(', ')}`,
    );
    return { accountId, records: file.end.records, mail, ...compared };
  });
}

/** @throws BackupError where the file has other columns than the tables */
async function requireTables(
  client: pg.Client,
  schema: string,
  { header, path }: ExportFile,
): Promise<Table[]> {
  const tables = await readExportedTables(client, schema);
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
  if (largestUser > maxImportedNumber) {
    throw new BackupError(
      `${file.path} has a user with the number ${largestUser}, which is too large.`,
    );
  }
  const [workspace, user] = [qualifiedName(schema, 'Workspace'), qualifiedName(schema, 'User')];
  const numbers = (table: string, column: string) =>
    `pg_get_serial_sequence('${table}', '${column}')`;
  const isThere = async (id: number) => {
    const text = `SELECT 1 FROM ${workspace} WHERE "accountId" = $1`;
    return (await client.query(text, [id])).rows.length > 0;
  };
  // By itself: where tables are spread, the servers that have their rows give no numbers.
  const nextNumber = async () => {
    const text = `SELECT nextval(${numbers(workspace, 'accountId')}) AS number`;
    return Number((await client.query<{ number: string }>(text)).rows[0]?.number);
  };
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${workspace}, ${user} IN SHARE ROW EXCLUSIVE MODE`);
  const isOwnFree = accountId >= 1 && accountId <= maxImportedNumber && !(await isThere(accountId));
  const number = isOwnFree ? accountId : await nextNumber();
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
  options: ExportReadOptions,
): Promise<void> {
  const insertions = new Map<string, InsertionPlan>();
  for (const table of tables) {
    insertions.set(table.name, await planInsertion(client, schema, table, file));
  }
  let batch: RecordLine[] = [];
  let bytes = 0;
  let of = '';
  const flush = async () => {
    if (batch.length === 0) return;
    const insertion = insertions.get(of);
    if (insertion === undefined)
      throw new BackupError(`${file.path} has records of an unknown model, ${of}.`);
    await insertRecordLines(client, insertion, accountId, batch);
    batch = [];
    bytes = 0;
  };
  for await (const record of readRecordLines(file, options)) {
    if (record.model !== of || batch.length >= mostRecords || bytes >= mostBytes) await flush();
    of = record.model;
    batch.push(record);
    bytes += record.line.length;
  }
  await flush();
}

/**
 * Has checked what is checked at the end: the workspace's tax rule, and sums such as those of an invoice's payments.
 * @throws BackupError with the line of the record that is told of
 */
async function checkAll(client: pg.Client, file: ExportFile): Promise<void> {
  try {
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || !/^(2[23]|P0001)/.test(cause.code ?? ''))
      throw cause;
    const [id] = /\b[a-z]{3}_\w+/.exec(cause.message) ?? [];
    const mark = id === undefined ? `{"model":"${cause.table}"` : `"id":"${id}"`;
    const signal = new AbortController().signal;
    for await (const { line, number } of readRecordLines(file, {
      signal,
      onProgress: () => undefined,
    })) {
      if (!line.includes(mark)) continue;
      throw new BackupError(
        `${file.path} has inconsistent records: line ${number}: ${cause.message}. Nothing was imported.`,
        { cause },
      );
    }
    throw cause;
  }
}

/** How many differences an error tells. */
const mostTold = 5;

async function compare(
  client: pg.Client,
  schema: string,
  accountId: number,
  { end, path }: ExportFile,
): Promise<Pick<ImportResult, 'figures' | 'nextInvoiceNumber'>> {
  const expected = end.figures;
  const figures = await readWorkspaceTotals(client, schema, accountId);
  const nextInvoiceNumber = await readNextInvoiceNumber(client, schema, accountId);
  const wrong = findWorkspaceDifferences(expected, figures);
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
    `The imported data differs from ${path}, so it was rolled back:\n${told.join('\n')}`,
  );
}
