import type { z } from 'zod';
import type { Context } from '../platform/context/context.ts';
import type { RecordType } from '../platform/ids/record-ids.ts';
import type { Rules } from '../platform/input/fields.ts';
import { parseOrCollectErrors } from '../platform/input/input-errors.ts';
import type { UpdateMode } from '../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../platform/input/update-input.ts';
import type { ConstraintErrors } from './constraint-errors.ts';
import type { Change, Model, Row, WriteContext } from './unit-of-work.ts';
import { write } from './write.ts';

interface Update<M, S extends z.ZodObject> {
  model: M;
  schema: S;
  input: { id?: unknown };
  mode: UpdateMode;
  rules?: Rules<z.output<S>>;
  constraints?: (change: Partial<z.output<S>>) => ConstraintErrors;
  /** Looks up names and ids of an invalid input, to report all errors together. */
  startLookups?: (
    tx: WriteContext,
    validFields: Partial<z.output<S>>,
    current: never,
  ) => readonly unknown[];
  lockFirst?: (tx: WriteContext) => Promise<unknown>;
}

/**
 * `decide` gets the change and the locked row, and returns the columns to set. Without it, the input fields are the columns and the
 * update takes one round trip.
 * @throws ActionError id_missing, record_not_found, invalid_input, in this order
 */
export function updateWithInput<M extends Model & RecordType, S extends z.ZodObject>(
  context: Context,
  { model, schema, input, mode, rules, constraints, startLookups, lockFirst }: Update<M, S>,
  computeColumns?: (
    tx: WriteContext,
    change: Partial<z.output<S>>,
    current: Row<M>,
  ) => Promise<Change<M>> | Change<M>,
): Promise<{ id: string }> {
  return write(context, async (tx) => {
    const id = requireId(input);
    if (!computeColumns) {
      const change = await parseForRecord(tx, model, id, () =>
        parseUpdateInput(schema, input, mode, rules),
      );
      await tx.updateById(model, id, change as Change<M>, constraints?.(change));
      return { id };
    }
    await lockFirst?.(tx);
    const current = await tx.lock(model, id);
    const change = await parseOrCollectErrors(
      () => parseUpdateInput(schema, input, mode, rules),
      (validFields) => startLookups?.(tx, validFields, current as never) ?? [],
    );
    tx.update(model, current, await computeColumns(tx, change, current), constraints?.(change));
    return { id };
  });
}

/**
 * Parses an input before its record was read.
 * @throws ActionError record_not_found before the error of the input
 */
export async function parseForRecord<T>(
  tx: WriteContext,
  model: Model & RecordType,
  id: string,
  parse: () => T,
): Promise<T> {
  try {
    return parse();
  } catch (error) {
    await tx.lock(model, id);
    throw error;
  }
}
