import type { SqlStatement } from '../database/statements/sql-statement.ts';
import { applyAccessPolicy } from '../platform/access-policies/policy-sql.ts';
import type { Context } from '../platform/context/context.ts';
import type { SerializedRecord } from '../query/serialized-record.ts';
import { readWithCommit } from './transaction-statements.ts';
import { write } from './write.ts';

export interface WrittenAndRead<W> {
  written: W;
  /** Undefined if no record was read with COMMIT. */
  read?: { record: SerializedRecord | undefined };
}

/**
 * Runs a command and reads its record in the round trip of COMMIT. It does not read in an outer transaction, which may change the record
 * again.
 * @param statementOf returns a statement with one row of `body` and `version`
 */
export async function writeAndRead<W>(
  context: Context,
  statementOf: ((context: Context, written: W) => SqlStatement | undefined) | undefined,
  command: (context: Context) => Promise<W>,
): Promise<WrittenAndRead<W>> {
  if (context.root === null || !statementOf) return { written: await command(context) };
  return write(context, async (tx) => {
    const written = await command(tx);
    const statement = statementOf(tx, written);
    if (!statement) return { written };
    const read: { record: SerializedRecord | undefined } = { record: undefined };
    const filteredStatement = applyAccessPolicy(tx.accountId, tx.actor, statement);
    readWithCommit(tx, filteredStatement, ([row]) => {
      read.record = row as SerializedRecord | undefined;
    });
    return { written, read };
  });
}
