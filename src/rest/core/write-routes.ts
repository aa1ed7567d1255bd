import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type {
  ClientGeneratedIdType,
  ExpectedVersion,
  VersionedType,
} from '../../platform/context/write-state.ts';
import { withExternalIdConflict } from '../../platform/external-ids/external-ids.ts';
import type { FileBody } from '../../platform/operations/operations.ts';
import type { PermissionArea } from '../../platform/permissions/permissions.ts';
import { createWithClientGeneratedId } from '../../write/client-generated-ids.ts';
import { expectedVersionOf, withExpectedVersion } from '../../write/optimistic-locking.ts';
import type { WrittenAndRead } from '../../write/write-and-read.ts';
import { writeAndRead } from '../../write/write-and-read.ts';
import { readClientGeneratedId, withNewIdField } from './client-generated-id-input.ts';
import type { FieldNames } from './field-names.ts';
import { withDomainFieldNames } from './field-names.ts';
import { rejectExpectedVersionField, withExpectedVersionField } from './preconditions.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';
import type { HttpMethod, Route, RouteDescription } from './route.ts';
import { areaOfTree, completeExample, optionalScopesOf } from './route.ts';

type Fields = Record<string, unknown>;

export type WriteRoute<W> = RouteDescription & {
  /** Default: POST. */
  method?: HttpMethod;
  names?: FieldNames;
  /** Returns the id of the record to change, if the body contains it. */
  changes?: (body: Fields) => unknown;
  creates?: ClientGeneratedIdType;
  /** Whether the response can show an existing record, which requires read. */
  returnsStored?: boolean;
  lockFirst?: NonNullable<Route['lockFirst']>;
  isExternal?: boolean;
  fileBody?: FileBody;
  alsoWrites?: readonly PermissionArea[];
  /** Areas of stored data that its records reveal. */
  alsoReads?: readonly PermissionArea[];
  input: z.ZodType;
  output: WriteResponse<W>;
  handle: (context: Context, body: Fields) => Promise<W>;
};

/** Defines a write with a JSON object as body. */
export function defineWriteRoute<W = WrittenRecord>(route: WriteRoute<W>): Route {
  const { alsoReads = [], alsoWrites = [], returnsStored = false, ...rest } = route;
  const { changes, creates, fileBody, input, names = {}, output, ...description } = rest;
  const area = areaOfTree(output.tree);
  const readAreas = new Set([...(returnsStored ? [area] : []), ...alsoReads]);
  return {
    base: 'action',
    method: 'POST',
    ...description,
    example: completeExample(output.schema, route.example),
    scopes: [
      ...[area, ...alsoWrites].map((writeArea) => `${writeArea}:write` as const),
      ...[...readAreas].map((readArea) => `${readArea}:read` as const),
    ],
    optionalScopes: optionalScopesOf(output.tree),
    input: {
      from: 'body',
      schema: changes ? withExpectedVersionField(input) : creates ? withNewIdField(input) : input,
      ...(fileBody && { fileBody }),
    },
    ...(creates && { creates }),
    tree: output.tree,
    names,
    output: output.schema,
    takesVersion: changes !== undefined,
    returnsVersion: true,
    handle: createWriteHandler(route),
    canDeferRead: output.createFinalRead !== undefined && !route.isExternal,
    readAgain: output.readAgain,
  };
}

function createWriteHandler<W>(route: WriteRoute<W>): Route['handle'] {
  const { changes, creates, names = {}, output } = route;
  const runCommand = createCommandRunner(route);
  const readResponse = createResponseReader(output);
  const recordType = creates ?? output.tree.model;
  const withDomainFields = <T>(
    context: Context,
    body: Fields,
    callback: (fields: Fields) => Promise<T>,
  ) =>
    withExternalIdConflict(context, recordType, body, () =>
      withDomainFieldNames(names, body, callback),
    );
  return async (context, body, versions) => {
    if (!creates) {
      const result = await withDomainFields(context, body, (fields) => {
        if (!changes) return runCommand(context, fields);
        const [id, version] = [changes(fields), expectedVersionOf(fields)];
        const type = output.tree.model as VersionedType;
        return runCommand(context, fields, { type, id, version, versions });
      });
      return readResponse(context, result);
    }
    rejectExpectedVersionField(body);
    const creation = { type: creates, ...readClientGeneratedId(context, body), input: body };
    const result = await createWithClientGeneratedId(context, creation, (tx) =>
      withDomainFields(tx, body, (fields) => runCommand(tx, fields)),
    );
    if ('existing' in result) return output.readAgain(context, result.existing);
    return readResponse(context, result.created);
  };
}

/** Reads the record in the round trip of COMMIT, if the response allows it. */
function createCommandRunner<W>({ handle, isExternal, output }: WriteRoute<W>) {
  const { createFinalRead } = output;
  const statementOf =
    createFinalRead && !isExternal
      ? (tx: Context, written: W) => createFinalRead(tx, written).statement
      : undefined;
  return (context: Context, fields: Fields, expectedVersion?: ExpectedVersion) =>
    writeAndRead(context, statementOf, (tx) =>
      expectedVersion
        ? withExpectedVersion(tx, expectedVersion, (checkedContext) =>
            handle(checkedContext, fields),
          )
        : handle(tx, fields),
    );
}

const createResponseReader =
  <W>(output: WriteResponse<W>) =>
  async (context: Context, { read, written }: WrittenAndRead<W>) => {
    const { createFinalRead } = output;
    const isDeferred = context.attempt?.defersRead === true;
    if (!createFinalRead || !(read || isDeferred)) return output.read(context, written);
    const finalRead = createFinalRead(context, written);
    if (!read) return finalRead;
    finalRead.record = read.record;
    return finalRead.toRecordJson(context);
  };
