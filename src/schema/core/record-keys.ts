import type { Context } from '../../platform/context/context.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { RecordReader } from '../../query/json-query-runner.ts';
import { createRecordReader, hasListSlots } from '../../query/json-query-runner.ts';

/** Records as resolvers answer them: by their keys. What is selected of them the reader reads. */

/** What the database knows a record by. */
export type DatabaseKey = string | number;

/**
 * Reads a record along with others that will soon be asked for at the same place of the same operation: `load` reads any
 * of them. What it answers has the record by its key, unless that is gone.
 */
export type ReadAhead = (
  place: object,
  load: (keys: readonly DatabaseKey[]) => Promise<ReadonlyMap<DatabaseKey, object>>,
) => Promise<ReadonlyMap<DatabaseKey, object>>;

export interface RecordKey {
  /** Which type it is of, where a field can show several. */
  __typename?: string;
  /** The workspace itself needs none. */
  id?: DatabaseKey;
  ahead?: ReadAhead;
  /** What is asked of the record as JSON, where the statement that wrote it wrote that as well. */
  written?: string | undefined;
}

/** What resolvers are told besides by whoever plans operations. */
export interface NestedQueries {
  /** What is asked of records at each place below the field where resolvers answer them by their keys. */
  recordQueries: readonly JsonQuery[];
}

const readers = new WeakMap<JsonQuery, Map<string, RecordReader>>();

/**
 * The statement that reads what is asked of the one record that a mutation returns. Undefined if nothing or something else is asked, or it
 * has lists whose arguments come with the operation.
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
