import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import { currentSchema, qualifiedName, quoteIdentifier } from '../table-catalogue.ts';
import { isExcludedColumn, isSecretColumn } from '../workspace/exported-models.ts';
import type { CsvTable, CsvTableName } from './csv-tables.ts';
import { csvTables } from './csv-tables.ts';

export interface CsvOptions {
  separator: ',' | ';' | '\t';
  /** Byte order mark, so that spreadsheets detect UTF-8. */
  bom: boolean;
  /** Keeps texts that spreadsheets would read as formulas. */
  keepsFormulas: boolean;
}

/** RFC 4180, with formulas disabled. */
export const defaultCsvOptions: CsvOptions = { separator: ',', bom: false, keepsFormulas: false };

const rowsPerFetch = 1_000;

const byteOrderMark = '\ufeff';

/** `isText`: user input, as opposed to formatted numbers and dates. */
interface Column {
  header: string;
  value: string;
  isText: boolean;
}

export async function beginCsvSnapshot(client: pg.Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

/**
 * Constant memory. {@link beginCsvSnapshot} has begun the transaction, so that all files share one
 * snapshot.
 */
export async function* streamCsvTable(
  client: pg.Client,
  accountId: number,
  name: CsvTableName,
  options: CsvOptions,
): AsyncGenerator<Buffer> {
  const schema = await currentSchema(client);
  const table: CsvTable = csvTables[name];
  const columns = [...(await ownColumns(client, schema, table)), ...namedColumns(schema, table)];
  const headerRow = writeRows([columns.map(({ header }) => header)], options);
  yield Buffer.from(`${options.bom ? byteOrderMark : ''}${headerRow}`);
  const values = columns.map(({ value }) => value).join(', ');
  const cursor = quoteIdentifier(`csv ${name}`);
  await client.query(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${values} FROM ${qualifiedName(schema, table.model)} t
     WHERE t."accountId" = $1 ORDER BY t."accountId", t.id`,
    [accountId],
  );
  const formatCell = (cell: string | null, index: number) =>
    cell !== null && columns[index]?.isText && !options.keepsFormulas
      ? disableFormulas(cell)
      : cell;
  for (;;) {
    const fetch = { text: `FETCH ${rowsPerFetch} FROM ${cursor}`, rowMode: 'array' as const };
    const { rows } = await client.query<(string | null)[]>(fetch);
    if (rows.length > 0)
      yield Buffer.from(
        writeRows(
          rows.map((row) => row.map(formatCell)),
          options,
        ),
      );
    if (rows.length < rowsPerFetch) break;
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

/** A whole file whose cells are all user input. The first row is the header. */
export const formatCsv = (
  rows: readonly (readonly (string | null)[])[],
  options: CsvOptions,
): string =>
  `${options.bom ? byteOrderMark : ''}${writeRows(
    rows.map((row) =>
      row.map((cell) => (cell === null || options.keepsFormulas ? cell : disableFormulas(cell))),
    ),
    options,
  )}`;

/** At the start of a line, or after a separator that a spreadsheet may guess. */
const formulaStart = /(?:^|[\r\n,;]|(?<=[^\t\r\n,;])\t)(?=\t*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/** A spreadsheet cannot compute it, because a blank or a bracket follows the first digits. */
const phoneNumber = /^\+(?=(?:\D*\d){7,15}\D*$)\d+(?:[ \u00a0\u202f(][\d ().\u00a0\u202f/-]*)?$/;

/** Adds an apostrophe before each part of a text that a spreadsheet would compute. */
const disableFormulas = (cell: string): string =>
  phoneNumber.test(cell) ? cell : cell.replace(formulaStart, "$&'");

const casts: Readonly<Record<string, (column: string) => string>> = {
  numeric: (column) => `trim_scale(${column})::text`,
  timestamptz: (column) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/** Files and search vectors are not exported. */
const excludedTypes = ['bytea', 'tsvector'];

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
        !(
          isExcludedColumn(model, name) ||
          isSecretColumn(model, name) ||
          excludedTypes.includes(type)
        ),
    )
    .map(({ name, type }) => {
      const column = `t.${quoteIdentifier(name)}`;
      const value = casts[type]?.(column) ?? `${column}::text`;
      return { header: name, value, isText: ['text', 'varchar', 'bpchar'].includes(type) };
    });
}

function namedColumns(schema: string, { names }: CsvTable): Column[] {
  return Object.entries(names).map(([header, { idColumn, model, nameSql }]) => ({
    header,
    value: `(SELECT ${nameSql} FROM ${qualifiedName(schema, model)} n WHERE n."accountId" = t."accountId" AND n.id = t.${quoteIdentifier(idColumn)})`,
    isText: true,
  }));
}
