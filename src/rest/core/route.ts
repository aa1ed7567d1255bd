import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { ClientGeneratedIdType, VersionedType } from '../../platform/context/write-state.ts';
import { withExternalIdConflict } from '../../platform/external-ids/external-ids.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import type { AreaScope, PermissionArea } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { relatedPermissionAreas } from '../../query/redacted-query.ts';
import { createWithClientGeneratedId } from '../../write/client-generated-ids.ts';
import { expectedVersionOf, withExpectedVersion } from '../../write/optimistic-locking.ts';
import type { WrittenAndRead } from '../../write/write-and-read.ts';
import { writeAndRead } from '../../write/write-and-read.ts';
import { readClientGeneratedId, withNewIdField } from './client-generated-id-input.ts';
import type { RestErrorCode } from './error-samples.ts';
import { fillMissingWithNull } from './example-values.ts';
import type { FieldNames } from './field-names.ts';
import { withDomainFieldNames } from './field-names.ts';
import type { OperationTag } from './operation-tags.ts';
import { rejectExpectedVersionField, withExpectedVersionField } from './preconditions.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route belongs to: the actions, or what platforms ask to be set up. */
export type RouteBase = 'action' | 'platform';

/** Where a route's input comes from and what describes it. */
type RouteInput =
  | { from: 'nothing' }
  | { from: 'query'; schema: z.ZodObject }
  | { from: 'path'; schema: z.ZodObject }
  | { from: 'body'; schema: z.ZodType };

/** An operation of the action surface: a value, from which the server and the OpenAPI document are made. */
export interface Route {
  method: HttpMethod;
  /** Decides below which addresses it stands; see `basePaths`. */
  base: RouteBase;
  /** Below its base, without a leading slash; a parameter is written {name}. */
  path: string;
  operationId: string;
  /** The group it is listed under. */
  tag: OperationTag;
  summary: string;
  description: string;
  /** What a key needs to be let in; that to read too wherever the answer shows what was stored before. */
  scopes: readonly AreaScope[];
  /** Whether the input decides which scopes it needs; `handle` asks for them. */
  hasScopesOfInput?: true;
  /** What a key needs to see all of the answer: fields of other areas are null without. */
  shownWith: readonly AreaScope[];
  input: RouteInput;
  tree?: JsonQuery;
  names?: FieldNames;
  /** What it makes, where its caller may say under which id. */
  creates?: ClientGeneratedIdType;
  /** Whether a caller may say which version of the record it expects. */
  takesVersion?: boolean;
  /** Whether the answer shows one record, or may, and its version beside it. */
  tellsVersion?: boolean;
  /** Whether the answer may be a part of a list, with a link to what comes after it. */
  answersParts?: boolean;
  /** Null where a success has an empty body. */
  output: z.ZodType | null;
  /** Codes beyond those that every route can answer. */
  errors: readonly RestErrorCode[];
  example: { input?: unknown; output?: unknown };
  /** The route whose bodies the `items` of the input are. */
  itemRoute?: (input: unknown) => Route | undefined;
  /** As how many requests one with this input counts, which it does the work of; one unless given. */
  countsAs?: (input: unknown) => number;
  /** Delegates to the domain; what it answers is the body as it is sent. `versions` are those that the request names. */
  handle: (context: Context, input: never, versions?: readonly number[]) => Promise<unknown>;
  /** Before many of its bodies are done in one transaction: locks what they name otherwise than by `id`, in one order. */
  lockFirst?: (context: Context, bodies: readonly unknown[]) => Promise<void>;
  /** Whether its answer may be left to be read by the statement that keeps it, where the request has a key. */
  readsLast?: boolean;
  /** Of what it wrote: reads again what it answered. */
  readAgain?: WriteResponse<never>['readAgain'];
}

/** What every route says of itself. */
export type RouteDescription = Pick<
  Route,
  'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'errors' | 'example'
> & {
  /** The actions unless given. */
  base?: RouteBase;
};

/** The area of what a tree shows. */
const areaOfTree = ({ model }: JsonQuery): PermissionArea =>
  permissionAreaByModel[model as RecordModel];

const shownWith = (tree: JsonQuery): AreaScope[] =>
  [...relatedPermissionAreas(tree)].sort().map((area) => `${area}:read` as const);

const wholeExample = (schema: z.ZodType, example: Route['example']): Route['example'] => ({
  ...example,
  output: fillMissingWithNull(schema, example.output),
});

/** What a route reads: the records of a tree, or an area; null where what it answers is about the key itself. */
type ReadOf =
  | { tree: JsonQuery }
  | { area: PermissionArea | null }
  | { areas: readonly PermissionArea[] };

const areaOfRead = (read: Exclude<ReadOf, { areas: unknown }>): PermissionArea | null =>
  'tree' in read ? areaOfTree(read.tree) : read.area;

/** The areas of what a route writes. */
export const writeAreasOf = ({ scopes }: Pick<Route, 'scopes'>): PermissionArea[] =>
  scopes.flatMap((scope) => {
    const [area, doing] = scope.split(':') as [PermissionArea, string];
    return doing === 'write' ? area : [];
  });

/** A route that reads; its input, if any, is the query string. What `handle` answers is the body. */
export function defineReadRoute(
  route: RouteDescription & {
    input?: z.ZodObject;
    output: { schema: z.ZodType };
    handle: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
  } & ReadOf,
): Route {
  const { input, output, handle, ...rest } = route;
  const areas =
    'areas' in route ? route.areas : [areaOfRead(route)].filter((area) => area !== null);
  return {
    base: 'action',
    ...rest,
    example: wholeExample(output.schema, route.example),
    method: 'GET',
    scopes: areas.map((area) => `${area}:read` as const),
    shownWith: 'tree' in route ? shownWith(route.tree) : [],
    input: input
      ? { from: route.path.includes('{') ? 'path' : 'query', schema: input }
      : { from: 'nothing' },
    output: output.schema,
    handle,
  };
}

/**
 * A route that writes: POST, or what the route says, with a JSON object as body. `output` reads again what `handle` wrote.
 */
export function defineWriteRoute<W = WrittenRecord>(
  route: RouteDescription & {
    method?: HttpMethod;
    /** Of fields that the domain calls otherwise. */
    names?: FieldNames;
    /** Of what changes a record: its id as the body has it, where that says which record is meant. */
    changes?: (body: Record<string, unknown>) => unknown;
    /** The record that it creates. */
    creates?: ClientGeneratedIdType;
    /** Whether it answers a record that was there before, which only a key with `read` as well may see. */
    answersStored?: boolean;
    lockFirst?: NonNullable<Route['lockFirst']>;
    /** Areas of what it writes beside the record that it answers. */
    alsoWrites?: readonly PermissionArea[];
    /** Areas of what it reads and tells of in what it writes. */
    alsoReads?: readonly PermissionArea[];
    input: z.ZodType;
    output: WriteResponse<W>;
    handle: (context: Context, body: Record<string, unknown>) => Promise<W>;
  },
): Route {
  const {
    input,
    output,
    handle,
    method = 'POST',
    answersStored = false,
    alsoWrites = [],
    alsoReads = [],
    names = {},
    changes,
    creates,
    ...rest
  } = route;
  const { model } = output.tree;
  const area = areaOfTree(output.tree);
  const { readLast } = output;
  const statementOf = readLast && ((tx: Context, written: W) => readLast(tx, written).statement);
  const answered = async (context: Context, { read, written }: WrittenAndRead<W>) => {
    if (!readLast) return output.read(context, written);
    if (!read && !context.attempt?.readsLast) return output.read(context, written);
    const last = readLast(context, written);
    if (!read) return last;
    last.record = read.record;
    return last.answer(context);
  };
  return {
    base: 'action',
    ...rest,
    example: wholeExample(output.schema, route.example),
    method,
    scopes: [
      ...[area, ...alsoWrites].map((one) => `${one}:write` as const),
      ...[...(answersStored ? [area] : []), ...alsoReads].map((one) => `${one}:read` as const),
    ],
    shownWith: shownWith(output.tree),
    input: {
      from: 'body',
      schema: changes ? withExpectedVersionField(input) : creates ? withNewIdField(input) : input,
    },
    ...(creates && { creates }),
    tree: output.tree,
    names,
    output: output.schema,
    takesVersion: changes !== undefined,
    tellsVersion: true,
    handle: async (context, body, versions) => {
      const named = <T>(writer: Context, work: (renamed: Record<string, unknown>) => Promise<T>) =>
        withExternalIdConflict(writer, creates ?? model, body, () =>
          withDomainFieldNames(names, body, work),
        );
      if (creates) {
        rejectExpectedVersionField(body);
        const creation = { type: creates, ...readClientGeneratedId(context, body), input: body };
        const created = await createWithClientGeneratedId(context, creation, (maker) =>
          named(maker, (renamed) => writeAndRead(maker, statementOf, (tx) => handle(tx, renamed))),
        );
        if ('found' in created) return output.readAgain(context, created.found);
        return answered(context, created.made);
      }
      const done = await named(context, (renamed) => {
        if (!changes) return writeAndRead(context, statementOf, (tx) => handle(tx, renamed));
        const id = changes(renamed);
        const version = expectedVersionOf(renamed);
        const expectation = { type: model as VersionedType, id, version, versions };
        return writeAndRead(context, statementOf, (tx) =>
          withExpectedVersion(tx, expectation, (expectant) => handle(expectant, renamed)),
        );
      });
      return answered(context, done);
    },
    readsLast: output.readLast !== undefined,
    readAgain: output.readAgain,
  };
}

/** A route that deletes the record that its path names; a success has an empty body. */
export function defineDeleteRoute(
  route: RouteDescription & {
    model: RecordModel;
    input: z.ZodObject;
    handle: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
  },
): Route {
  const { input, handle, model, ...rest } = route;
  return {
    base: 'action',
    ...rest,
    method: 'DELETE',
    scopes: [`${permissionAreaByModel[model]}:write`],
    shownWith: [],
    input: { from: 'path', schema: input },
    output: null,
    takesVersion: true,
    handle: async (context, values, versions) => {
      const expectation = { type: model as VersionedType, versions };
      await withExpectedVersion(context, expectation, (expectant) => handle(expectant, values));
    },
  };
}
