import type { z } from 'zod';
import type { Context } from '../platform/context/context.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import type { Rules } from '../platform/input/fields.ts';
import { parseOrCollectErrors } from '../platform/input/input-errors.ts';
import type { UpdateMode } from '../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../platform/input/update-input.ts';
import { inTransaction } from './in-transaction.ts';
import { lockRecord } from './lock-records.ts';
import { requireWrittenRow } from './written-rows.ts';

interface RecordChange<S extends z.ZodObject> {
  type: RecordType;
  schema: S;
  input: { id?: unknown };
  mode: UpdateMode;
  rules?: Rules<z.output<S>>;
  /** Looks up what the input names, where it is at fault elsewhere ({@link parseOrCollectErrors}). */
  lookUp?: (tx: Context, rest: Partial<z.output<S>>, current: never) => readonly unknown[];
  /** Locks that have to be taken before the record's own. */
  lockFirst?: (tx: Context) => Promise<unknown>;
}

/**
 * Changes a record in one transaction: its id first, then the record, which is locked, then the fields; `write` turns
 * the change into an update by the id and answers the rows that it wrote.
 * @throws ActionError id_missing, record_not_found, invalid_input, in this order
 */
export async function updateRecord<Row extends { id: string }, S extends z.ZodObject>(
  context: Context,
  { type, schema, input, mode, rules, lookUp, lockFirst }: RecordChange<S>,
  write: (tx: Context, change: Partial<z.output<S>>, current: Row) => Promise<Row[]>,
): Promise<Row> {
  const id = requireId(input);
  return inTransaction(context, async (tx) => {
    await lockFirst?.(tx);
    const current = await lockRecord<Row>(tx, type, id);
    const change = await parseOrCollectErrors(
      () => parseUpdateInput(schema, input, mode, rules),
      (rest) => lookUp?.(tx, rest, current as never) ?? [],
    );
    return requireWrittenRow(await write(tx, change, current), type, id);
  });
}
