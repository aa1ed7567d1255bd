import type pg from 'pg';
import { qualifiedName, quoteIdentifier } from './table-catalogue.ts';

interface Totals {
  rows: number;
  sums: Record<string, string>;
}

/** Totals by workspace. The key is '' if the table has no workspaces. */
export type TableTotals = Record<string, Totals>;

export type TotalsByTable = Record<string, TableTotals>;

export interface TotalsDifference {
  table: string;
  workspace: string;
  /** Null for the row count. */
  column: string | null;
  expected: string;
  found: string;
}

const summedTypes = ['numeric', 'integer', 'bigint', 'smallint'];

/** Not amounts. Migrations may raise `version`. */
const excludedColumns = ['accountId', 'version'];

/** Two statements. */
export async function readTableTotals(
  client: pg.ClientBase,
  schema: string,
  table: string,
  accountId?: number,
  rowsSource = qualifiedName(schema, table),
): Promise<TableTotals> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT attname::text AS name, atttypid::regtype::text AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [qualifiedName(schema, table)],
  );
  const hasWorkspace = columns.some(({ name }) => name === 'accountId');
  const numberColumns = columns.filter(
    ({ name, type }) => summedTypes.includes(type) && !excludedColumns.includes(name),
  );
  const sums = numberColumns.map(
    ({ name }) => `trim_scale(coalesce(sum(${quoteIdentifier(name)}), 0)::numeric)::text`,
  );
  const { rows } = await client.query({
    text: `SELECT ${hasWorkspace ? '"accountId"::text' : `''`}, count(*)::text${sums.map((sum) => `, ${sum}`).join('')}
      FROM ${rowsSource} ${accountId === undefined ? '' : 'WHERE "accountId" = $1'} GROUP BY 1`,
    values: accountId === undefined ? [] : [accountId],
    rowMode: 'array',
  });
  return Object.fromEntries(
    (rows as string[][]).map(([workspace = '', count, ...values]) => [
      workspace,
      {
        rows: Number(count),
        sums: Object.fromEntries(
          numberColumns.map(({ name }, index) => [name, values[index] ?? '0']),
        ),
      },
    ]),
  );
}

/** Two statements for each table. */
export async function readTotalsByTable(
  client: pg.ClientBase,
  schema: string,
  tables: string[],
): Promise<TotalsByTable> {
  const figures: TotalsByTable = {};
  for (const table of tables) figures[table] = await readTableTotals(client, schema, table);
  return figures;
}

/** Compares only the expected tables. */
export function findTotalsDifferences(
  expected: TotalsByTable,
  found: TotalsByTable,
): TotalsDifference[] {
  return Object.entries(expected).flatMap(([table, workspaces]) => {
    const foundWorkspaces = found[table] ?? {};
    const all = new Set([...Object.keys(workspaces), ...Object.keys(foundWorkspaces)]);
    return [...all].flatMap((workspace) =>
      compareTotals(table, workspace, workspaces[workspace], foundWorkspaces[workspace]),
    );
  });
}

const noTotals: Totals = { rows: 0, sums: {} };

function compareTotals(
  table: string,
  workspace: string,
  expected: Totals = noTotals,
  found: Totals = noTotals,
): TotalsDifference[] {
  const pairs: [string | null, string, string][] = [
    [null, String(expected.rows), String(found.rows)],
    ...Object.entries(expected.sums).map(([column, sum]): [string, string, string] => [
      column,
      sum,
      found.sums[column] ?? '0',
    ]),
  ];
  return pairs
    .filter(([, expectedValue, foundValue]) => expectedValue !== foundValue)
    .map(([column, expectedValue, foundValue]) => ({
      table,
      workspace,
      column,
      expected: expectedValue,
      found: foundValue,
    }));
}
