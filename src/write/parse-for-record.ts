import type { RecordType } from '../platform/ids/record-ids.ts';
import type { Model, WriteContext } from './unit-of-work.ts';

/**
 * Parses an input about a record that was not read.
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
