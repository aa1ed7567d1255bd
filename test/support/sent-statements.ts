import pg from 'pg';
import type { StatementObserver } from '../../src/database/statements/statement-observer.ts';
import { leftOpen } from './all-workspaces.ts';
import { isOfRows } from './unscoped-statements.ts';

/**
 * What requests send to the databases of tests, whatever the tests are about: each statement says of which workspace it is, of every table in it
 * (`test/exhaustive/distribution.test.ts` asks it of every operation; here it is asked of whatever else a test makes of them).
 */

interface Sent {
  operation: string;
  /** How often nobody could tell: the database of a test may be without the table by then. */
  tries: number;
}

const maxAttempts = 3;

/** What PostgreSQL says of a table, column or function that is not there. */
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

/** What was sent since somebody asked, by requests or by what the service does by itself, and makes rows without naming their columns. */
export function namelessSent(): string[] {
  const sent = [...nameless];
  nameless.clear();
  return sent;
}

const changes = String.raw`\bDO\s+UPDATE\s+SET\b(?:(?!\bRETURNING\b)[\s\S])*?`;
const changeable = String.raw`(?:\b(?:now|(?:clock|statement|transaction)_timestamp|random|gen_random_uuid|nextval)\s*\(|\bcurrent_(?:date|time|timestamp)\b)`;
const changesByChangeable = new RegExp(changes + changeable, 'i');

/** Whether a text of SQL changes what stands in its way by a function that is not always the same, which Citus rejects where tables are spread. */
export const isFickle = (text: string): boolean => changesByChangeable.test(text);

const fickle = new Set<string>();

/** What was sent since somebody asked and could not be sent where tables are spread. */
export function fickleSent(): string[] {
  const sent = [...fickle];
  fickle.clear();
  return sent;
}

/** Notes what requests send; of what a test sends by itself, and of what belongs to no request, just what names no columns and what is fickle. */
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

/** What was noted since somebody asked and is not of one workspace, each with the operation that sent it. */
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
