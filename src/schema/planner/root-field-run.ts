import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { checkCursorWorkspace } from '../core/list-cursors.ts';
import type { DatabaseKey, ReadAhead, RecordKey } from '../core/record-keys.ts';
import type { RequestedList } from './requested-lists.ts';
import type { Row } from './row.ts';
import type { FieldNodes } from './selected-field.ts';

/** A response path. */
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
  context: Context;
  path: Path;
  /** The mutation has been executed. */
  isMutationResult: boolean;
  /** Errors of nullable fields. */
  errors: GraphQLError[];
  /** Still to be read. */
  pending: PendingRecord[];
  /** The nested lists, in the order of `Operation.lists`. */
  lists: readonly RequestedList[];
}

export type CompleteValue = (value: unknown, run: RootFieldRun, path: Path) => unknown;

export const startRun = (
  context: Context,
  path: Path,
  isMutationResult: boolean,
): RootFieldRun => ({
  context,
  path,
  isMutationResult,
  errors: [],
  pending: [],
  lists: [],
});

export const rootPath = (key: string): Path => ({ prev: undefined, key, typename: undefined });

export const nestedPath = (prev: Path, key: string | number, typename?: string): Path => ({
  prev,
  key,
  typename,
});

/** @throws ActionError for a cursor of another workspace */
export function setRunLists(run: RootFieldRun, lists: readonly RequestedList[]): void {
  for (const { cursor } of lists) checkCursorWorkspace(run.context, cursor);
  run.lists = lists;
}
