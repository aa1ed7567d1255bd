import type pg from 'pg';
import { formatNumber } from '../../platform/input/document-number-pattern.ts';
import { nameIn } from '../table-catalogue.ts';
import type { Difference } from '../table-totals.ts';
import { differences, readTableFigures } from '../table-totals.ts';
import type { WorkspaceFigures } from './export-format.ts';
import { takenModels } from './exported-models.ts';

/** The figures of a workspace's records, of each model that has some. Two statements for each. */
export async function readWorkspaceFigures(
  client: pg.ClientBase,
  schema: string,
  accountId: number,
): Promise<WorkspaceFigures> {
  const figures: WorkspaceFigures = {};
  for (const model of takenModels) {
    const found = await readTableFigures(client, schema, model, accountId);
    const own = found[String(accountId)];
    if (own) figures[model] = own;
  }
  return figures;
}

/** The number that the next invoice gets, as it would be printed. One statement. */
export async function readNextNumber(
  client: pg.ClientBase,
  schema: string,
  accountId: number,
): Promise<string> {
  const { rows } = await client.query<{ pattern: string; next: number | null }>(
    `SELECT w."invoiceNumberPattern" AS pattern, s."nextNumber" AS next FROM ${nameIn(schema, 'Workspace')} w
     LEFT JOIN ${nameIn(schema, 'InvoiceSequence')} s USING ("accountId") WHERE w."accountId" = $1`,
    [accountId],
  );
  const { pattern = '', next = null } = rows[0] ?? {};
  const occasion = { clientName: '', day: new Date().toISOString().slice(0, 10) };
  return next === null ? '' : formatNumber(pattern, next, occasion);
}

/** Where the figures of an imported workspace are not those of the file. */
export function workspaceDifferences(
  expected: WorkspaceFigures,
  found: WorkspaceFigures,
): Difference[] {
  const byWorkspace = (figures: WorkspaceFigures) =>
    Object.fromEntries(takenModels.map((model) => [model, only(figures[model])]));
  return differences(byWorkspace(expected), byWorkspace(found));
}

const only = (counted: WorkspaceFigures[string] | undefined) => (counted ? { '': counted } : {});
