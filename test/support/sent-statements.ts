import pg from 'pg';
import type { StatementObserver } from '../../src/database/statements/statement-observer.ts';
import { leftOpen } from './all-workspaces.ts';
import { isOfRows } from './unscoped-statements.ts';

/**
 * Checks all statements of requests in all tests: each names the workspace for every table in it.
 * `test/exhaustive/distribution.test.ts` checks every operation, and this module every other request.
 */

interface Sent {
  operation: string;
  /** Statements that could not be checked, because the database of a test lacks the table by then. */
  tries: number;
}

const maxAttempts = 3;

/** The errors of PostgreSQL for a missing table, column or function. */
const isUndefined = (error: unknown) =>
  error instanceof pg.DatabaseError && /^42(P01|703|883)$|^3F000$/.test(error.code ?? '');

const known = new Set<string>();
const unseen = new Map<string, Sent>();

const table = String.raw`(?:"?\w+"?\.)?"?\w+"?(?:\s+AS\s+"?\w+"?)?`;
const writesRows = /\b(?:INSERT\s+INTO|MERGE\s+INTO|COPY\s+\S+\s+FROM)\b/gi;
const namesColumns = new RegExp(
  String.raw`\bINSERT\s+INTO\s+${table}\s*(?:\((?!\s*(?:SELECT|WITH|TABLE|VALUES)\b)|DEFAULT\s+VALUES\b)`,
  'gi',
);

/** Whether SQL inserts rows without naming their columns. A newer release may add columns. */
export const isNameless = (text: string): boolean =>
  (text.match(writesRows)?.length ?? 0) > (text.match(namesColumns)?.length ?? 0);

/** A library's own statement, of which a column that is added last, with a default, is no part. */
const isFromGraphileWorker = (text: string): boolean =>
  /^\s*INSERT INTO "RateCount" VALUES\b/.test(text);

const nameless = new Set<string>();

/**
 * The statements since the last call that insert rows without naming their columns, from requests or from the service
 * itself.
 */
export function namelessSent(): string[] {
  const sent = [...nameless];
  nameless.clear();
  return sent;
}

const changes = String.raw`\bDO\s+UPDATE\s+SET\b(?:(?!\bRETURNING\b)[\s\S])*?`;
const changeable = String.raw`(?:\b(?:now|(?:clock|statement|transaction)_timestamp|random|gen_random_uuid|nextval)\s*\(|\bcurrent_(?:date|time|timestamp)\b)`;
const changesByChangeable = new RegExp(changes + changeable, 'i');

/** Whether an upsert updates with a function that is not immutable, which Citus rejects for distributed tables. */
export const isFickle = (text: string): boolean => changesByChangeable.test(text);

const fickle = new Set<string>();

/** The statements since the last call that distributed tables would reject. */
export function fickleSent(): string[] {
  const sent = [...fickle];
  fickle.clear();
  return sent;
}

/**
 * Records the statements of requests. Of other statements it records only those without column names and those with
 * volatile functions.
 */
export const noteSent: StatementObserver = ({ isFailed, request, texts }) => {
  for (const text of texts) {
    if (isNameless(text) && !isFromGraphileWorker(text)) nameless.add(text);
    if (isFickle(text)) fickle.add(text);
  }
  if (request === undefined || isFailed) return;
  for (const text of texts) {
    if (known.has(text) || !isOfRows(text)) continue;
    known.add(text);
    unseen.set(text, { operation: request().operation ?? 'signing in', tries: 0 });
  }
};

/** The statements since the last call that are not restricted to one workspace, each with its operation. */
export async function unconfinedSent(owner: pg.Pool): Promise<string[]> {
  const sent = [...unseen];
  unseen.clear();
  const errors: string[] = [];
  for (const [statement, { operation, tries }] of sent) {
    try {
      const tables = await leftOpen(owner, statement);
      if (tables.length > 0) errors.push(`${operation}: ${tables.join()}: ${statement}`);
    } catch (error) {
      if (!isUndefined(error)) errors.push(`${operation}: ${error}: ${statement}`);
      else if (tries + 1 < maxAttempts) unseen.set(statement, { operation, tries: tries + 1 });
    }
  }
  return errors;
}
