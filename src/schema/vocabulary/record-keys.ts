/** Records as resolvers answer them: by their keys. What is selected of them the reader reads. */

/** What the database knows a record by. */
export type Key = string | number;

/**
 * Reads a record along with others that will soon be asked for at the same place of the same operation: `load` reads any
 * of them. What it answers has the record by its key, unless that is gone.
 */
export type ReadAhead = (
  place: object,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, object>>,
) => Promise<ReadonlyMap<Key, object>>;

export interface RecordKey {
  /** Which type it is of, where a field can show several. */
  __typename?: string;
  /** The workspace itself needs none. */
  id?: Key;
  ahead?: ReadAhead;
}
