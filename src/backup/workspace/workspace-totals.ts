import type pg from 'pg';
import { formatDocumentNumber } from '../../platform/input/document-number-pattern.ts';
import { qualifiedName } from '../table-catalogue.ts';
import type { TotalsDifference } from '../table-totals.ts';
import { findTotalsDifferences, readTableTotals } from '../table-totals.ts';
import type { WorkspaceTotals } from './export-format.ts';
import { exportedModels } from './exported-models.ts';

/** Two statements for each model. */
export async function readWorkspaceTotals(
  client: pg.ClientBase,
  schema: string,
  accountId: number,
): Promise<WorkspaceTotals> {
  const figures: WorkspaceTotals = {};
  for (const model of exportedModels) {
    const totals = await readTableTotals(client, schema, model, accountId);
    const ownTotals = totals[String(accountId)];
    if (ownTotals) figures[model] = ownTotals;
  }
  return figures;
}

/** Formatted. One statement. */
export async function readNextInvoiceNumber(
  client: pg.ClientBase,
  schema: string,
  accountId: number,
): Promise<string> {
  const { rows } = await client.query<{ pattern: string; next: number | null }>(
    `SELECT w."invoiceNumberPattern" AS pattern, s."nextNumber" AS next FROM ${qualifiedName(schema, 'Workspace')} w
     LEFT JOIN ${qualifiedName(schema, 'InvoiceSequence')} s USING ("accountId") WHERE w."accountId" = $1`,
    [accountId],
  );
  const { pattern = '', next = null } = rows[0] ?? {};
  const numberContext = { clientName: '', day: new Date().toISOString().slice(0, 10) };
  return next === null ? '' : formatDocumentNumber(pattern, next, numberContext);
}

export function findWorkspaceDifferences(
  expected: WorkspaceTotals,
  found: WorkspaceTotals,
): TotalsDifference[] {
  const byWorkspace = (figures: WorkspaceTotals) =>
    Object.fromEntries(exportedModels.map((model) => [model, totalsOfAccount(figures[model])]));
  return findTotalsDifferences(byWorkspace(expected), byWorkspace(found));
}

const totalsOfAccount = (counted: WorkspaceTotals[string] | undefined) =>
  counted ? { '': counted } : {};
