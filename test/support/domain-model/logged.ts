import type pg from 'pg';
import { expect } from 'vitest';
import { behindEnds, publishStaged } from '../log-ends.ts';
import type { Side } from './compared-apis.ts';
import type { Type } from './records.ts';
import { types } from './records.ts';
import type { Change } from './state.ts';

/** The log entries of a step. */
export interface Entry {
  place: string;
  accountId: number;
  kind: string;
  type: string;
  id: string;
  version: number;
}

async function read(pool: pg.Pool, sides: readonly Side[], ends: string): Promise<Entry[]> {
  await publishStaged(pool);
  const { rows } = await pool.query<Entry>(
    `SELECT place::text, "accountId", kind::text, "recordType" AS type, "recordId" AS id, "recordVersion" AS version
     FROM "LogEntry" WHERE "accountId" = ANY ($1) AND ${behindEnds('$2')} ORDER BY "LogEntry".place`,
    [sides.map(({ workspace }) => workspace.accountId), ends],
  );
  return rows;
}

/** What an invoice consists of, which the model does not follow by itself: it changes with the invoice. */
const lines = ['InvoiceLine', 'InvoiceTaxLine'];

/** Entries that also occur if the invoice does not change, for example when a paid one is sent again. */
const parts = [
  ...[...lines, 'InvoiceEvent', 'OutboxMail', 'Refund', 'ClientCredit'],
  ...['CreditNoteLine', 'CreditNoteTaxLine'],
];

const isModelled = (type: string): type is Type => (types as readonly string[]).includes(type);

/**
 * The log contains the changes of the model, only in this workspace, and the versions are the model's. Created records
 * get their ids from it.
 */
export function expectLogged(
  { model, workspace }: Side,
  changes: readonly Change[],
  entries: readonly Entry[],
): void {
  expect(entries.filter(({ accountId }) => accountId !== workspace.accountId)).toEqual([]);
  const modelled = entries.filter(({ type }) => isModelled(type));
  const others = entries.filter(({ type }) => !isModelled(type) && !parts.includes(type));
  expect(others).toEqual([]);
  if (entries.some(({ type }) => lines.includes(type))) {
    expect(modelled.some(({ type }) => type === 'Invoice')).toBe(true);
  }
  for (const type of types) {
    const made = modelled.filter((entry) => entry.type === type && entry.kind === 'CREATED');
    const expected = changes.filter((change) => change.type === type && change.kind === 'CREATED');
    for (const [at, { key }] of expected.entries()) model.get(type, key).id = made[at]?.id ?? '';
  }
  const words = (kind: string, type: string, id: string) => `${kind} ${type} ${id}`;
  expect(modelled.map(({ id, kind, type }) => words(kind, type, id)).sort()).toEqual(
    changes.map((change) => words(change.kind, change.type, model.idOf(change))).sort(),
  );
  const last = new Map(modelled.map((entry) => [entry.id, entry]));
  for (const { id, kind, type, version } of last.values()) {
    if (kind === 'DELETED') continue;
    const row = model.byId(type as Type, id);
    expect(`${type} ${id} ${version}`).toBe(`${type} ${id} ${row.version}`);
  }
}

expectLogged.read = read;
