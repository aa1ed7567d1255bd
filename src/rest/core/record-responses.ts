import type { z } from 'zod';
import { outcomeUnknown, readBack } from '../../write/write-outcome.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FoundRecord, ReadLast, Statement } from '../../write/idempotency/response-store.ts';
import { recordNotFound } from '../../write/records.ts';
import { rightsIn } from '../../platform/permissions/permissions.ts';
import { seenTree } from '../../query/redacted-query.ts';
import type { RecordReader } from '../../query/json-query-runner.ts';
import { recordReader } from '../../query/json-query-runner.ts';
import type { Tree } from '../../query/json-query.ts';
import type { Wire } from './serializer.ts';
import type { Model } from './serializer-queries.ts';
import { treeOf } from './serializer-queries.ts';

/** A record that is answered as its statement writes it. */
export class RecordJson {
  readonly body: string;
  /** Which record it is, or which records, for reading them again; left out where nothing was written. */
  readonly written: object | undefined;
  /** The version of the record that the body shows; left out where it shows none, or several. */
  readonly version: number | undefined;

  constructor(body: string, written?: object, version?: number) {
    this.body = body;
    this.written = written;
    this.version = version;
  }
}

/** A record that is answered as the statement reads it that is sent with COMMIT (`readAndKeep`). */
export class RecordReadLast implements ReadLast {
  readonly statement: Statement;
  readonly written: object;
  found: FoundRecord | undefined;

  constructor(statement: Statement, written: object) {
    this.statement = statement;
    this.written = written;
  }

  /** What was read. @throws ActionError outcome_unknown where the record was gone already */
  answer({ requestId }: Context): RecordJson {
    if (!this.found) throw outcomeUnknown(requestId, false, undefined);
    return new RecordJson(this.found.body, this.written, this.found.version);
  }
}

/** What a route that writes answers of what its verb wrote. */
export interface Answer<W> {
  /** What is answered, of which no more is shown than the key may see. */
  tree: Tree;
  schema: z.ZodType;
  read: (context: Context, written: W) => Promise<RecordJson>;
  /** The same, left to be read with COMMIT. */
  readLast?: (context: Context, written: W) => RecordReadLast;
  /** Reads once more what was answered as written. */
  readAgain: (context: Context, written: Written) => Promise<RecordJson>;
}

/** What tells which record a verb wrote. */
export interface Written {
  id: string;
}

/** Reads records of one kind, whichever the base of the URLs that they show. */
function readerOf(tree: Tree, roots: 'id' | 'workspace'): (context: Context) => RecordReader {
  const readers = new Map<string, Map<Tree, RecordReader>>();
  return (context) => {
    const { publicUrl } = context;
    const seen = seenTree(tree, rightsIn(context));
    const byTree = readers.get(publicUrl) ?? new Map<Tree, RecordReader>();
    readers.set(publicUrl, byTree);
    const reader = byTree.get(seen) ?? recordReader(seen, roots, publicUrl);
    byTree.set(seen, reader);
    return reader;
  };
}

/**
 * The record that a verb wrote, read again by one statement. A record that somebody else deleted meanwhile was written all
 * the same.
 * @throws ActionError outcome_unknown
 */
export function recordOf<R>(model: Model, { schema, ...wire }: Wire<R>): Required<Answer<Written>> {
  const tree = treeOf(model, { schema, ...wire });
  const reader = readerOf(tree, 'id');
  const read = async (context: Context, { id }: Written) => {
    const found = await readBack(() => reader(context).read(context, id));
    if (found) return new RecordJson(found.body, { id }, found.version);
    throw outcomeUnknown(context.requestId, false, recordNotFound(model as never, id));
  };
  const readLast = (context: Context, { id }: Written) =>
    new RecordReadLast(reader(context).statement(context, id), { id });
  return { tree, schema, read, readLast, readAgain: read };
}

/** A new record as the statement that wrote it answered it, by this tree, as far as the key may see it. */
export function recordAsWritten<R>(model: Model, wire: Wire<R>) {
  const tree = treeOf(model, wire);
  const answer: Answer<Written & { shown?: string }> = {
    tree,
    schema: wire.schema,
    read: async (_context, { id, shown = 'null' }) => new RecordJson(shown, { id }, 1),
    readAgain: recordOf(model, wire).read,
  };
  return { answer, treeFor: (context: Context) => seenTree(tree, rightsIn(context)) };
}

/** The workspace of the key, read by one statement. */
export function workspaceAs<R>(wire: Wire<R>): (context: Context) => Promise<RecordJson> {
  const read = readerOf(treeOf('Workspace', wire), 'workspace');
  return async (context) => new RecordJson((await read(context).read(context))?.body ?? 'null');
}
