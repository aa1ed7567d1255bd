import type { Context } from '../../platform/context/context.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { RecordReader } from '../../query/json-query-runner.ts';
import { createRecordReader, hasListSlots } from '../../query/json-query-runner.ts';

/** Resolvers return records as keys. The query planner reads the selected fields. */

export type DatabaseKey = string | number;

/**
 * Batches a record with records that the same selection will need soon. `load` reads any of them.
 * The result lacks deleted records.
 */
export type ReadAhead = (
  place: object,
  load: (keys: readonly DatabaseKey[]) => Promise<ReadonlyMap<DatabaseKey, object>>,
) => Promise<ReadonlyMap<DatabaseKey, object>>;

export interface RecordKey {
  /** Required if the field can return several types. */
  __typename?: string;
  /** Absent for the workspace. */
  id?: DatabaseKey;
  ahead?: ReadAhead;
  /** The selected fields as JSON, if the write statement returned them. */
  written?: string | undefined;
}

export interface NestedQueries {
  /** Selections of the records that the result returns as keys. */
  recordQueries: readonly JsonQuery[];
}

const readers = new WeakMap<JsonQuery, Map<string, RecordReader>>();

/**
 * Returns a statement that reads the selection of a mutation's record.
 * @returns undefined if the selection is empty, has other records, or has lists with variable
 * arguments
 */
export function readerOfWrittenRecord(
  { recordQueries }: NestedQueries,
  model: JsonQuery['model'],
):
  | ((
      context: Context,
      written: { id?: unknown },
    ) => ReturnType<RecordReader['statement']> | undefined)
  | undefined {
  const [tree, ...others] = recordQueries;
  if (tree?.model !== model || others.length > 0 || hasListSlots(tree)) return undefined;
  return (context, { id }) => {
    if (typeof id !== 'string') return undefined;
    const { publicUrl } = context;
    const known = readers.get(tree) ?? new Map<string, RecordReader>();
    readers.set(tree, known);
    const reader = known.get(publicUrl) ?? createRecordReader(tree, 'id', publicUrl);
    known.set(publicUrl, reader);
    return reader.statement(context, id);
  };
}
