import type { z } from 'zod';
import type { SqlStatement } from '../../database/statements/sql-statement.ts';
import type { Context } from '../../platform/context/context.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { RecordReader } from '../../query/json-query-runner.ts';
import { createRecordReader } from '../../query/json-query-runner.ts';
import { redactQuery } from '../../query/redacted-query.ts';
import type { SerializedRecord } from '../../query/serialized-record.ts';
import type { DeferredRead } from '../../write/idempotency/response-store.ts';
import { outcomeUnknownError, readAfterWrite } from '../../write/write-outcome.ts';
import type { Serializer } from './serializer.ts';
import type { Model } from './serializer-queries.ts';
import { buildRecordQuery } from './serializer-queries.ts';

export class RecordJson {
  body: string;
  /** Ids to read the response again; undefined if nothing was written. */
  readonly written: object | undefined;
  /** Undefined if the body shows no record or several. */
  readonly version: number | undefined;

  constructor(body: string, written?: object, version?: number) {
    this.body = body;
    this.written = written;
    this.version = version;
  }
}

/** A response with a secret. It is not stored with the idempotency key. */
export class SecretRecordJson extends RecordJson {}

/** A record that is read in the round trip of COMMIT (`readAndStoreResponse`). */
export class FinalRecordRead implements DeferredRead {
  readonly statement: SqlStatement;
  readonly written: object;
  record: SerializedRecord | undefined;

  constructor(statement: SqlStatement, written: object) {
    this.statement = statement;
    this.written = written;
  }

  /** @throws ActionError outcome_unknown if the record was deleted */
  toRecordJson({ requestId }: Context): RecordJson {
    if (!this.record) throw outcomeUnknownError(requestId, false, undefined);
    return new RecordJson(this.record.body, this.written, this.record.version);
  }
}

export interface WriteResponse<W> {
  /** Fields that the key cannot read are null. */
  tree: JsonQuery;
  schema: z.ZodType;
  read: (context: Context, written: W) => Promise<RecordJson>;
  createFinalRead?: (context: Context, written: W) => FinalRecordRead;
  /** Reads the response of a replay. */
  readAgain: (context: Context, written: WrittenRecord) => Promise<RecordJson>;
}

export interface WrittenRecord {
  id: string;
}

/** Caches a reader for each public URL and set of visible fields. */
function createCachedReader(
  tree: JsonQuery,
  roots: 'id' | 'workspace',
): (context: Context) => RecordReader {
  const readers = new Map<string, Map<JsonQuery, RecordReader>>();
  return (context) => {
    const { publicUrl } = context;
    const visibleQuery = redactQuery(tree, callerPermissions(context));
    const readersByQuery = readers.get(publicUrl) ?? new Map<JsonQuery, RecordReader>();
    readers.set(publicUrl, readersByQuery);
    const reader =
      readersByQuery.get(visibleQuery) ?? createRecordReader(visibleQuery, roots, publicUrl);
    readersByQuery.set(visibleQuery, reader);
    return reader;
  };
}

/**
 * Reads a written record. The write succeeded even if the record was deleted since.
 * @throws ActionError outcome_unknown
 */
export function recordResponse<R>(
  model: Model,
  serializer: Serializer<R>,
): Required<WriteResponse<WrittenRecord>> & {
  /** @throws ActionError record_not_found */
  find: (context: Context, id: string) => Promise<RecordJson>;
} {
  const tree = buildRecordQuery(model, serializer);
  const reader = createCachedReader(tree, 'id');
  const read = async (context: Context, { id }: WrittenRecord) => {
    const record = await readAfterWrite(() => reader(context).read(context, id));
    if (record) return new RecordJson(record.body, { id }, record.version);
    throw outcomeUnknownError(context.requestId, false, recordNotFoundError(model as never, id));
  };
  const createFinalRead = (context: Context, { id }: WrittenRecord) =>
    new FinalRecordRead(reader(context).statement(context, id), { id });
  const find = async (context: Context, id: string) => {
    const record = await reader(context).read(context, id);
    if (record) return new RecordJson(record.body, undefined, record.version);
    throw recordNotFoundError(model as never, id);
  };
  return {
    tree,
    schema: serializer.schema,
    read,
    createFinalRead,
    readAgain: read,
    find,
  };
}

export function createWorkspaceReader<R>(
  serializer: Serializer<R>,
): (context: Context) => Promise<RecordJson> {
  const read = createCachedReader(buildRecordQuery('Workspace', serializer), 'workspace');
  return async (context) => new RecordJson((await read(context).read(context))?.body ?? 'null');
}
