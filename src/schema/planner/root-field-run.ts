import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../platform/context/context.ts';
import { checkCursorWorkspace } from '../core/list-cursors.ts';
import type { DatabaseKey, ReadAhead, RecordKey } from '../core/record-keys.ts';
import type { RequestedList } from './requested-lists.ts';
import type { Row } from './row.ts';
import type { FieldNodes } from './selected-field.ts';

/** Where a value stands in the answer. */
export type Path = GraphQLResolveInfo['path'];

/**
 * Reads records that stand at one place of an operation, by their keys; those that are not there are left out. With
 * `written`, their JSON as the statement that wrote them wrote it, no statement is sent.
 */
export type ReadRecords = (
  keys: readonly DatabaseKey[],
  run: RootFieldRun,
  json?: readonly string[],
) => Promise<ReadonlyMap<DatabaseKey, Row>>;

/** A record that a resolver answered by its key: it stands in the answer before it is read. */
export class PendingRecord {
  readonly read: ReadRecords;
  readonly key: DatabaseKey;
  readonly path: Path;
  readonly nodes: FieldNodes;
  readonly readAhead: ReadAhead | undefined;
  readonly json: string | undefined;
  /** Whether it may not be null. */
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

/** One reading of one field at the root of an operation. */
export interface RootFieldRun {
  context: Context;
  /** Where the field stands in the answer. */
  path: Path;
  /** Whether it shows what a mutation did, which is done. */
  isMutationResult: boolean;
  /** Errors of fields that may be null, and then are. */
  errors: GraphQLError[];
  /** Records that are still to be read. */
  pending: PendingRecord[];
  /** What the lists below records are asked for. */
  lists: readonly RequestedList[];
}

/** Makes of a value what stands in the answer, or a promise of it where resolvers below it promise. */
export type CompleteValue = (value: unknown, run: RootFieldRun, path: Path) => unknown;

/** The run of a field at the root, before it is read. */
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

/** The place of a field at the root. */
export const rootPath = (key: string): Path => ({ prev: undefined, key, typename: undefined });

/** A place below another one. */
export const nestedPath = (prev: Path, key: string | number, typename?: string): Path => ({
  prev,
  key,
  typename,
});

/** Has a run read lists as they are asked for. @throws ActionError where one goes on in another workspace */
export function setRunLists(run: RootFieldRun, lists: readonly RequestedList[]): void {
  for (const { cursor } of lists) checkCursorWorkspace(run.context, cursor);
  run.lists = lists;
}
