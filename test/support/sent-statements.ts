import pg from 'pg';
import type { StatementWatch } from '../../src/database/statement-watch.ts';
import { leftOpen } from './all-workspaces.ts';
import { isOfRows } from './unconfined.ts';

/**
 * What requests send to the databases of tests, whatever the tests are about: each statement says of which workspace it is, of every table in it
 * (`test/walks/distribution.test.ts` asks it of every operation; here it is asked of whatever else a test makes of them).
 */

interface Sent {
  operation: string;
  /** How often nobody could tell: the database of a test may be without the table by then. */
  tries: number;
}

const mostTries = 3;

/** What PostgreSQL says of a table, column or function that is not there. */
const isUndefined = (error: unknown) =>
  error instanceof pg.DatabaseError && /^42(P01|703|883)$|^3F000$/.test(error.code ?? '');

const known = new Set<string>();
const unseen = new Map<string, Sent>();

/** Notes what requests send; what a test sends by itself, and what belongs to no request, is not noted. */
export const noteSent: StatementWatch = ({ isFailed, request, texts }) => {
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
  const faults: string[] = [];
  for (const [statement, { operation, tries }] of sent) {
    try {
      const tables = await leftOpen(owner, statement);
      if (tables.length > 0) faults.push(`${operation}: ${tables.join()}: ${statement}`);
    } catch (error) {
      if (!isUndefined(error)) faults.push(`${operation}: ${error}: ${statement}`);
      else if (tries + 1 < mostTries) unseen.set(statement, { operation, tries: tries + 1 });
    }
  }
  return faults;
}
