import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { checkCursorWorkspace } from '../../query/list-cursors.ts';
import type { DatabaseKey, ReadAhead, RecordKey } from '../core/record-keys.ts';
import type { RequestedLists } from './requested-lists.ts';
import type { Row } from './row.ts';
import type { FieldNodes } from './selected-field.ts';

export type Path = GraphQLResolveInfo['path'];

/** Omits missing records. With `json`, the JSON of the writing statement, sends no statement. */
export type ReadRecords = (
  keys: readonly DatabaseKey[],
  run: RootFieldRun,
  json?: readonly string[],
) => Promise<ReadonlyMap<DatabaseKey, Row>>;

/** A placeholder in the response for a record that a resolver returned by key. */
export class PendingRecord {
  readonly read: ReadRecords;
  readonly key: DatabaseKey;
  readonly path: Path;
  readonly nodes: FieldNodes;
  readonly readAhead: ReadAhead | undefined;
  readonly json: string | undefined;
  /** The field is non-null. */
  isRequired = false;
  row: Row | null = null;

  constructor(
    read: ReadRecords,
    key: DatabaseKey,
    path: Path,
    nodes: FieldNodes,
    { ahead: readAhead, written: json }: RecordKey,
  ) {
    this.read = read;
    this.key = key;
    this.path = path;
    this.nodes = nodes;
    this.readAhead = readAhead;
    this.json = json;
  }

  toJSON(): Row | null {
    return this.row;
  }
}

export interface RootFieldRun {
  readonly context: Context;
  readonly path: Path;
  readonly isMutationResult: boolean;
  readonly lists: RequestedLists;
  /** Errors of nullable fields. */
  readonly errors: GraphQLError[];
  readonly pending: PendingRecord[];
}

export type CompleteValue = (value: unknown, run: RootFieldRun, path: Path) => unknown;

/** @throws ActionError for a cursor of another workspace */
export function startRun(
  run: Pick<RootFieldRun, 'context' | 'path' | 'isMutationResult' | 'lists'>,
): RootFieldRun {
  for (const { cursor } of run.lists.values()) checkCursorWorkspace(run.context, cursor);
  return { ...run, errors: [], pending: [] };
}

export const rootPath = (key: string): Path => ({ prev: undefined, key, typename: undefined });

export const nestedPath = (prev: Path, key: string | number, typename?: string): Path => ({
  prev,
  key,
  typename,
});
