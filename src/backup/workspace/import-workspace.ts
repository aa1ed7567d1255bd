import pg from 'pg';
import {
  type HeldMailCounts,
  holdWaitingMails,
  type RunStatement,
} from '../../domain/outbox-mails/held-mails.ts';
import { disableRestoredEndpoints } from '../../domain/webhooks/endpoint-state.ts';
import type { FileStorage } from '../../platform/file-store/file-storage.ts';
import { BackupError } from '../backup-error.ts';
import { withDatabaseSession } from '../snapshot-session.ts';
import { currentSchema, qualifiedName, type Table } from '../table-catalogue.ts';
import type { ExportFile, ExportReadOptions, RecordLine } from './export-file.ts';
import { readRecordLines } from './export-file.ts';
import type { WorkspaceTotals } from './export-format.ts';
import { readExportedTables } from './export-workspace.ts';
import { importFiles } from './import-files.ts';
import { assertNotImported } from './previous-imports.ts';
import { maxImportedNumber } from './record-format.ts';
import type { InsertionPlan } from './record-insertion.ts';
import { insertRecordLines, planInsertion } from './record-insertion.ts';
import {
  findWorkspaceDifferences,
  readNextInvoiceNumber,
  readWorkspaceTotals,
} from './workspace-totals.ts';

export interface ImportResult {
  accountId: number;
  records: number;
  figures: WorkspaceTotals;
  nextInvoiceNumber: string;
  /** E-mails that were queued or being sent at the source. */
  mail: HeldMailCounts;
  disabledWebhookEndpoints: number;
}

export interface ImportOptions extends ExportReadOptions {
  files: FileStorage;
  /** Allows a second import of the same records. */
  isCopy?: boolean;
}

/**
 * Creates a workspace in one transaction. It keeps its number if that is free. Other ids are unique
 * only within a workspace, so they never change. Invoices get new links.
 * @throws BackupError
 */
export async function importWorkspace(
  url: string,
  file: ExportFile,
  { isCopy = false, files, ...options }: ImportOptions,
): Promise<ImportResult> {
  return withDatabaseSession(url, options.signal, async (client) => {
    const schema = await currentSchema(client);
    const tables = await requireTables(client, schema, file);
    if (!isCopy) await assertNotImported(client, schema, file, options.signal);
    const accountId = await reserveNumbers(client, schema, file);
    await client.query('BEGIN');
    // The workspace references a tax rule that is inserted later.
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    await insertRecords(client, schema, accountId, tables, file, options);
    await importFiles(accountId, file, files, options);
    await checkDeferredConstraints(client, file);
    const totals = await requireEqualTotals(client, schema, accountId, file);
    const runStatement: RunStatement = async (statement) =>
      (await client.query(statement.text, statement.values)).rows as never;
    const mail = await holdWaitingMails(runStatement, new Date(file.header.takenAt), accountId);
    const disabledWebhookEndpoints = await disableRestoredEndpoints(runStatement, accountId);
    options.signal.throwIfAborted();
    await client.query('COMMIT');
    await client.query(
      `ANALYZE ${tables.map(({ name }) => qualifiedName(schema, name)).join(', ')}`,
    );
    const { records } = file.end;
    return { accountId, records, mail, disabledWebhookEndpoints, ...totals };
  });
}

/**
 * The tables and columns of the file.
 * @throws BackupError if the columns differ, except for later ones
 */
async function requireTables(
  client: pg.Client,
  schema: string,
  { header, isOlder, path }: ExportFile,
): Promise<Table[]> {
  const tables = await readExportedTables(client, schema);
  const columnsInFile = new Map(header.models.map(({ name, columns }) => [name, new Set(columns)]));
  const common = tables.flatMap(({ name, columns }) => {
    const inFile = columnsInFile.get(name);
    return inFile ? [{ name, columns: columns.filter((column) => inFile.has(column)) }] : [];
  });
  const isComplete = ({ name, columns }: Table) =>
    columns.length === columnsInFile.get(name)?.size &&
    (isOlder || columns.length === tables.find((table) => table.name === name)?.columns.length);
  const differentTable = common.find((table) => !isComplete(table));
  const hasAllTables = isOlder || common.length === tables.length;
  if (!differentTable && common.length === columnsInFile.size && hasAllTables) return common;
  throw new BackupError(
    `${path} has other columns than this release${differentTable ? ` (of ${differentTable.name})` : ''}. Nothing was imported.`,
  );
}

/**
 * The workspace's own number if free, otherwise the next one. Advances the sequences past the
 * imported numbers under a lock.
 */
async function reserveNumbers(
  client: pg.Client,
  schema: string,
  file: ExportFile,
): Promise<number> {
  const { accountId, largestUser } = file.header.workspace;
  if (largestUser > maxImportedNumber) {
    throw new BackupError(
      `${file.path} has a user with the number ${largestUser}, which is too large.`,
    );
  }
  const [workspace, user] = [qualifiedName(schema, 'Workspace'), qualifiedName(schema, 'User')];
  const sequenceOf = (table: string, column: string) =>
    `pg_get_serial_sequence('${table}', '${column}')`;
  const exists = async (id: number) => {
    const text = `SELECT 1 FROM ${workspace} WHERE "accountId" = $1`;
    return (await client.query(text, [id])).rows.length > 0;
  };
  // A separate statement, because worker nodes of a distributed database cannot call nextval.
  const nextNumber = async () => {
    const text = `SELECT nextval(${sequenceOf(workspace, 'accountId')}) AS number`;
    return Number((await client.query<{ number: string }>(text)).rows[0]?.number);
  };
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${workspace}, ${user} IN SHARE ROW EXCLUSIVE MODE`);
  const isOwnFree = accountId >= 1 && accountId <= maxImportedNumber && !(await exists(accountId));
  const number = isOwnFree ? accountId : await nextNumber();
  await client.query(
    `SELECT setval(s, greatest(passed, nextval(s))) FROM (VALUES
       (${sequenceOf(workspace, 'accountId')}, $1::bigint), (${sequenceOf(user, 'id')}, $2::bigint)) AS n(s, passed)`,
    [number, largestUser],
  );
  await client.query('COMMIT');
  return number;
}

const maxBatchRecords = 1_000;
const maxBatchBytes = 1024 * 1024;

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
  let model = '';
  const flush = async () => {
    if (batch.length === 0) return;
    const insertion = insertions.get(model);
    if (insertion === undefined)
      throw new BackupError(`${file.path} has records of an unknown model, ${model}.`);
    await insertRecordLines(client, insertion, accountId, batch);
    batch = [];
    bytes = 0;
  };
  for await (const record of readRecordLines(file, options)) {
    if (record.model !== model || batch.length >= maxBatchRecords || bytes >= maxBatchBytes)
      await flush();
    model = record.model;
    batch.push(record);
    bytes += record.line.length;
  }
  await flush();
}

/**
 * Sums such as an invoice's payments.
 * @throws BackupError with the line of the record
 */
async function checkDeferredConstraints(client: pg.Client, file: ExportFile): Promise<void> {
  try {
    await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || !/^(2[23]|P0001)/.test(cause.code ?? ''))
      throw cause;
    const [id] = /\b[a-z]{3}_\w+/.exec(cause.message) ?? [];
    const pattern = id === undefined ? `{"model":"${cause.table}"` : `"id":"${id}"`;
    const signal = new AbortController().signal;
    for await (const { line, number } of readRecordLines(file, {
      signal,
      onProgress: () => undefined,
    })) {
      if (!line.includes(pattern)) continue;
      throw new BackupError(
        `${file.path} has inconsistent records: line ${number}: ${cause.message}. Nothing was imported.`,
        { cause },
      );
    }
    throw cause;
  }
}

const maxReportedDifferences = 5;

async function requireEqualTotals(
  client: pg.Client,
  schema: string,
  accountId: number,
  { end, path }: ExportFile,
): Promise<Pick<ImportResult, 'figures' | 'nextInvoiceNumber'>> {
  const expected = end.figures;
  const figures = await readWorkspaceTotals(client, schema, accountId);
  const nextInvoiceNumber = await readNextInvoiceNumber(client, schema, accountId);
  const differences = findWorkspaceDifferences(expected, figures);
  if (differences.length === 0 && nextInvoiceNumber === end.nextInvoiceNumber) {
    return { figures, nextInvoiceNumber };
  }
  const reportLines = differences
    .slice(0, maxReportedDifferences)
    .map(
      ({ table, column, expected: expectedValue, found }) =>
        `  ${table}, ${column ?? 'records'}: ${expectedValue} in the file, ${found} imported`,
    );
  if (nextInvoiceNumber !== end.nextInvoiceNumber) {
    reportLines.push(
      `  next number: ${end.nextInvoiceNumber} in the file, ${nextInvoiceNumber} imported`,
    );
  }
  throw new BackupError(
    `The imported data differs from ${path}, so it was rolled back:\n${reportLines.join('\n')}`,
  );
}
