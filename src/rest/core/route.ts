import type { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { ClientGeneratedIdType, VersionedType } from '../../platform/context/write-state.ts';
import type { RecordModel } from '../../platform/ids/permission-areas.ts';
import { permissionAreaByModel } from '../../platform/ids/permission-areas.ts';
import { parseInput } from '../../platform/input/fields.ts';
import type { FileBody } from '../../platform/operations/operations.ts';
import type { AreaScope, PermissionArea } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { relatedPermissionAreas } from '../../query/redacted-query.ts';
import { withExpectedVersion } from '../../write/optimistic-locking.ts';
import type { RestErrorCode } from './error-samples.ts';
import { fillMissingWithNull } from './example-values.ts';
import type { FieldNames } from './field-names.ts';
import type { OperationTag } from './operation-tags.ts';
import type { WriteResponse } from './record-responses.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `platform`: routes that automation platforms need for their setup. */
export type RouteBase = 'action' | 'platform';

type RouteInput =
  | { from: 'nothing' }
  | { from: 'query'; schema: z.ZodObject }
  | { from: 'path'; schema: z.ZodObject }
  | { from: 'body'; schema: z.ZodType; fileBody?: FileBody }
  /** Parameters in the query, in a multipart form, or in JSON if the input has no file. */
  | { from: 'form'; schema: z.ZodObject; fileField?: string };

/** A REST operation, from which the router and the OpenAPI document are built. */
export interface Route {
  method: HttpMethod;
  /** Determines the URL prefixes; see `basePaths`. */
  base: RouteBase;
  /** Without a leading slash; parameters are written {name}. */
  path: string;
  operationId: string;
  tag: OperationTag;
  summary: string;
  description: string;
  /** Includes read if the response shows stored records. */
  scopes: readonly AreaScope[];
  /** `handle` checks the scopes, because they depend on the input. */
  hasScopesOfInput?: true;
  /** Without these scopes, fields of other areas are null. */
  optionalScopes: readonly AreaScope[];
  input: RouteInput;
  tree?: JsonQuery;
  names?: FieldNames;
  /** Type of the new record, if the client can choose its id. */
  creates?: ClientGeneratedIdType;
  takesVersion?: boolean;
  /** Whether the response can have an ETag. */
  returnsVersion?: boolean;
  /** Whether the response can be a page with a link to the next. */
  returnsPages?: boolean;
  /** Null if a success has an empty body. */
  output: z.ZodType | null;
  /** Kinds of files, if a success is a file. */
  mediaTypes?: readonly string[];
  /** Codes in addition to those of every route. */
  errors: readonly RestErrorCode[];
  example: { input?: unknown; output?: unknown };
  /** The route that executes the `items` of the input. */
  itemRoute?: (input: unknown) => Route | undefined;
  /** Number of requests for the rate limit; default 1. */
  countRequests?: (input: unknown) => number;
  /** `versions` are those of `If-Match`. The result is the body of the response. */
  handle: (context: Context, input: never, versions?: readonly number[]) => Promise<unknown>;
  /** Locks records that a bulk request references by other fields than `id`, in a fixed order to prevent deadlocks. */
  lockFirst?: (context: Context, bodies: readonly unknown[]) => Promise<void>;
  /** Whether the statement that stores the response can also read it. */
  canDeferRead?: boolean;
  /** `handle` runs outside of a transaction. */
  isExternal?: boolean;
  readAgain?: WriteResponse<never>['readAgain'];
}

export type RouteDescription = Pick<
  Route,
  'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'errors' | 'example'
> & {
  /** Default: action. */
  base?: RouteBase;
};

export const areaOfTree = ({ model }: JsonQuery): PermissionArea =>
  permissionAreaByModel[model as RecordModel];

export const optionalScopesOf = (tree: JsonQuery): AreaScope[] =>
  [...relatedPermissionAreas(tree)].sort().map((area) => `${area}:read` as const);

export const completeExample = (
  schema: z.ZodType,
  example: Route['example'],
): Route['example'] => ({
  ...example,
  output: fillMissingWithNull(schema, example.output),
});

/** `area` is null for a response about the key itself. */
type ReadAreas =
  | { tree: JsonQuery }
  | { area: PermissionArea | null }
  | { areas: readonly PermissionArea[] };

const areaOfRead = (read: Exclude<ReadAreas, { areas: unknown }>): PermissionArea | null =>
  'tree' in read ? areaOfTree(read.tree) : read.area;

export const writeAreasOf = ({ scopes }: Pick<Route, 'scopes'>): PermissionArea[] =>
  scopes.flatMap((scope) => {
    const [area, access] = scope.split(':') as [PermissionArea, string];
    return access === 'write' ? area : [];
  });

export function defineReadRoute(
  route: RouteDescription & {
    input?: z.ZodObject;
    output: { schema: z.ZodType };
    handle: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
  } & ReadAreas,
): Route {
  const { input, output, handle, ...rest } = route;
  const areas =
    'areas' in route ? route.areas : [areaOfRead(route)].filter((area) => area !== null);
  return {
    base: 'action',
    ...rest,
    example: completeExample(output.schema, route.example),
    method: 'GET',
    scopes: areas.map((area) => `${area}:read` as const),
    optionalScopes: 'tree' in route ? optionalScopesOf(route.tree) : [],
    input: input
      ? { from: route.path.includes('{') ? 'path' : 'query', schema: input }
      : { from: 'nothing' },
    output: output.schema,
    handle,
  };
}

/** Defines a deletion. A success has an empty body. */
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
    optionalScopes: [],
    input: { from: 'path', schema: input },
    output: null,
    takesVersion: true,
    handle: async (context, values, versions) => {
      const expectedVersions = { type: model as VersionedType, versions };
      const parsed = parseInput(input, values);
      await withExpectedVersion(context, expectedVersions, (tx) => handle(tx, parsed));
    },
  };
}
