import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import { currentSchema, qualifiedName, quoteIdentifier } from '../table-catalogue.ts';
import { isExcludedColumn, isSecretColumn } from '../workspace/exported-models.ts';
import type { CsvTable, CsvTableName } from './csv-tables.ts';
import { csvTables } from './csv-tables.ts';

/** How a file is written. */
export interface CsvOptions {
  /** What stands between two cells. */
  separator: ',' | ';' | '\t';
  /** Whether it begins with a mark by which spreadsheets know that it is UTF-8. */
  bom: boolean;
  /** Whether texts that a spreadsheet would take for a formula are left as they are. */
  keepsFormulas: boolean;
}

/** As RFC 4180 has it, and safe to be opened. */
export const defaultCsvOptions: CsvOptions = { separator: ',', bom: false, keepsFormulas: false };

/** Records that are read at once. */
const batch = 1_000;

const byteOrderMark = '\ufeff';

/** A column of a file: its head, its value as text in SQL, and whether somebody wrote it as they liked. */
interface Column {
  head: string;
  value: string;
  isText: boolean;
}

/** Begins a transaction that sees one moment. */
export async function beginCsvSnapshot(client: pg.Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/**
 * A file of a workspace's records, part by part: memory does not depend on how many they are. The client is in a transaction that
 * {@link beginCsvSnapshot} began, so that all files of it are of one moment.
 */
export async function* streamCsvTable(
  client: pg.Client,
  accountId: number,
  name: CsvTableName,
  form: CsvOptions,
): AsyncGenerator<Buffer> {
  const schema = await currentSchema(client);
  const table: CsvTable = csvTables[name];
  const columns = [...(await ownColumns(client, schema, table)), ...namedColumns(schema, table)];
  const heads = writeRows([columns.map(({ head }) => head)], form);
  yield Buffer.from(`${form.bom ? byteOrderMark : ''}${heads}`);
  const values = columns.map(({ value }) => value).join(', ');
  const cursor = quoteIdentifier(`csv ${name}`);
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${values} FROM ${qualifiedName(schema, table.model)} t
     WHERE t."accountId" = $1 ORDER BY t."accountId", t.id`,
    [accountId],
  );
  const asWritten = (cell: string | null, index: number) =>
    cell !== null && columns[index]?.isText && !form.keepsFormulas ? asText(cell) : cell;
  for (;;) {
    const fetch = { text: `FETCH ${batch} FROM ${cursor}`, rowMode: 'array' as const };
    const { rows } = await client.query<(string | null)[]>(fetch);
    if (rows.length > 0)
      yield Buffer.from(
        writeRows(
          rows.map((row) => row.map(asWritten)),
          form,
        ),
      );
    if (rows.length < batch) break;
  }
  await client.query(`CLOSE ${cursor}`);
}

/** Spreadsheets end a row at either character, and many guess the separator. */
const quotedCharacters = /[\r\n,;\t]/;

const writeRows = (
  rows: readonly (readonly (string | null)[])[],
  { separator }: CsvOptions,
): string =>
  stringify(rows as (string | null)[][], {
    delimiter: separator,
    record_delimiter: '\r\n',
    quoted_match: quotedCharacters,
  });

/** A file of rows whose texts anybody may have written, as a whole: heads first. */
export const formatCsv = (
  rows: readonly (readonly (string | null)[])[],
  form: CsvOptions,
): string =>
  `${form.bom ? byteOrderMark : ''}${writeRows(
    rows.map((row) =>
      row.map((cell) => (cell === null || form.keepsFormulas ? cell : asText(cell))),
    ),
    form,
  )}`;

/** Where a formula can begin: at the start of a line, or after a separator that a spreadsheet may guess. */
const formulaStart = /(?:^|[\r\n,;]|(?<=[^\t\r\n,;])\t)(?=\t*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A telephone number in the international form: digits and their separators alone, which a spreadsheet cannot compute because
 * a blank or a bracket follows the first digits.
 */
const phoneNumber = /^\+(?=(?:\D*\d){7,15}\D*$)\d+(?:[ \u00a0\u202f(][\d ().\u00a0\u202f/-]*)?$/;

/**
 * Adds an apostrophe before each part of a text that a spreadsheet would compute. Numbers and dates that the service writes do not
 * need it, so −5 stays a number. Telephone numbers stay as they are.
 */
const asText = (cell: string): string =>
  phoneNumber.test(cell) ? cell : cell.replace(formulaStart, "$&'");

const casts: Readonly<Record<string, (column: string) => string>> = {
  numeric: (column) => `trim_scale(${column})::text`,
  timestamptz: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** What no cell holds: files, and words in the form in which they are searched. */
const unwritten = ['bytea', 'tsvector'];

async function ownColumns(
  client: pg.Client,
  schema: string,
  { model }: CsvTable,
): Promise<Column[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT a.attname::text AS name, y.typname::text AS type FROM pg_attribute a JOIN pg_type y ON y.oid = a.atttypid
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    [qualifiedName(schema, model)],
  );
  return rows
    .filter(
      ({ name, type }) =>
        !(isExcludedColumn(model, name) || isSecretColumn(model, name) || unwritten.includes(type)),
    )
    .map(({ name, type }) => {
      const own = `t.${quoteIdentifier(name)}`;
      const value = casts[type]?.(own) ?? `${own}::text`;
      return { head: name, value, isText: ['text', 'varchar', 'bpchar'].includes(type) };
    });
}

function namedColumns(schema: string, { named }: CsvTable): Column[] {
  return Object.entries(named).map(([head, { by, model, shows }]) => ({
    head,
    value: `(SELECT ${shows} FROM ${qualifiedName(schema, model)} n WHERE n."accountId" = t."accountId" AND n.id = t.${quoteIdentifier(by)})`,
    isText: true,
  }));
}
