import { z } from 'zod';
import type { UpdateMode } from '../domain/kernel/changes.ts';
import type { Context } from '../domain/kernel/context.ts';
import { fieldInfo } from '../domain/kernel/field-info.ts';
import { notBlank } from '../domain/kernel/fields.ts';
import type { RecordModel } from '../domain/kernel/record-areas.ts';
import { areaOf } from '../domain/kernel/record-areas.ts';
import type { Area, AreaScope } from '../domain/kernel/rights.ts';
import { areasBeside } from '../domain/reader/seen-trees.ts';
import type { Tree } from '../domain/reader/trees.ts';
import type { SurfaceCode } from './error-samples.ts';
import { asInput, withNulls } from './examples.ts';
import type { FieldNames } from './field-names.ts';
import { inDomainNames } from './field-names.ts';
import type { Answer, Written } from './record-answers.ts';
import type { Tag } from './tags.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a route belongs to: the actions, or what platforms ask to be set up. */
export type Base = 'action' | 'platform';

/** Where a route's input comes from and what describes it. */
type RouteInput =
  | { from: 'nothing' }
  | { from: 'query'; schema: z.ZodObject }
  | { from: 'path'; schema: z.ZodObject }
  | { from: 'body'; schema: z.ZodType };

/** An operation of the action surface: a value, from which the server and the OpenAPI document are made. */
export interface Route {
  method: Method;
  /** Decides below which addresses it stands; see `basePaths`. */
  base: Base;
  /** Below its base, without a leading slash; a parameter is written {name}. */
  path: string;
  operationId: string;
  /** The group it is listed under. */
  tag: Tag;
  summary: string;
  description: string;
  /** What a key needs to be let in; that to read too wherever the answer shows what was stored before. */
  scopes: readonly AreaScope[];
  /** What a key needs to see all of the answer: fields of other areas are null without. */
  shownWith: readonly AreaScope[];
  input: RouteInput;
  /** Whether the answer may be a part of a list, with a link to what comes after it. */
  answersParts?: boolean;
  /** Null where a success has an empty body. */
  output: z.ZodType | null;
  /** Codes beyond those that every route can answer. */
  errors: readonly SurfaceCode[];
  example: { input?: unknown; output?: unknown };
  /** Delegates to the domain; what it answers is the body as it is sent. */
  handle: (context: Context, input: never) => Promise<unknown>;
  /** Of what it wrote: reads again what it answered. */
  readAgain?: Answer<never>['readAgain'];
}

/** What every route says of itself. */
export type Described = Pick<
  Route,
  'path' | 'operationId' | 'tag' | 'summary' | 'description' | 'errors' | 'example'
> & {
  /** The actions unless given. */
  base?: Base;
};

/** The area of what a tree shows. */
const areaOfTree = ({ model }: Tree): Area => areaOf[model as RecordModel];

const shownWith = (tree: Tree): AreaScope[] =>
  [...areasBeside(tree)].sort().map((area) => `${area}:read` as const);

const wholeExample = (schema: z.ZodType, example: Route['example']): Route['example'] => ({
  ...example,
  output: withNulls(schema, example.output),
});

/** What a route reads: the records of a tree, or an area; null where what it answers is about the key itself. */
type ReadOf = { tree: Tree } | { area: Area | null };

/** The areas of what a route writes. */
export const writtenBy = ({ scopes }: Pick<Route, 'scopes'>): Area[] =>
  scopes.flatMap((scope) => {
    const [area, doing] = scope.split(':') as [Area, string];
    return doing === 'write' ? area : [];
  });

/** A route that reads; its input, if any, is the query string. What `handle` answers is the body. */
export function readRoute(
  route: Described & {
    input?: z.ZodObject;
    output: { schema: z.ZodType };
    handle: (context: Context, input: Record<string, unknown>) => Promise<unknown>;
  } & ReadOf,
): Route {
  const { input, output, handle, ...rest } = route;
  const area = 'tree' in route ? areaOfTree(route.tree) : route.area;
  return {
    base: 'action',
    ...rest,
    example: wholeExample(output.schema, route.example),
    method: 'GET',
    scopes: area === null ? [] : [`${area}:read`],
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
export function writeRoute<W = Written>(
  route: Described & {
    method?: Method;
    /** Of fields that the domain calls otherwise. */
    names?: FieldNames;
    /** Whether it answers a record that was there before, which only a key with `read` as well may see. */
    answersStored?: boolean;
    /** Areas of what it writes beside the record that it answers. */
    alsoWrites?: readonly Area[];
    input: z.ZodType;
    output: Answer<W>;
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
    names = {},
    ...rest
  } = route;
  const area = areaOfTree(output.tree);
  return {
    base: 'action',
    ...rest,
    example: wholeExample(output.schema, route.example),
    method,
    scopes: [
      ...[area, ...alsoWrites].map((one) => `${one}:write` as const),
      ...(answersStored ? [`${area}:read` as const] : []),
    ],
    shownWith: shownWith(output.tree),
    input: { from: 'body', schema: input },
    output: output.schema,
    handle: async (context, body) =>
      output.read(context, await inDomainNames(names, body, (renamed) => handle(context, renamed))),
    readAgain: output.readAgain,
  };
}

/** A route that deletes the record that its path names; a success has an empty body. */
export function deleteRoute(
  route: Described & {
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
    scopes: [`${areaOf[model]}:write`],
    shownWith: [],
    input: { from: 'path', schema: input },
    output: null,
    handle: async (context, values) => {
      await handle(context, values);
    },
  };
}

type UpdateRoute = Omit<Described, 'operationId' | 'summary' | 'description'> & {
  /** The record's name, "Client" say. */
  record: string;
  names?: FieldNames;
  input: z.ZodObject;
  output: Answer<Written>;
  handle: (context: Context, body: Record<string, unknown>, mode: UpdateMode) => Promise<Written>;
};

/** The route of an update that merges (spec part 4, "Update endpoints"). */
export function patchRoute(route: UpdateRoute): Route {
  const { record, input, handle, ...rest } = route;
  const noun = record.toLowerCase();
  const fields = z.object({ id: updateId, ...input.shape });
  return writeRoute({
    ...rest,
    method: 'PATCH',
    answersStored: true,
    operationId: `patch${record}`,
    summary: `Change some fields of ${article(noun)}`,
    description: `Partial merge: only the fields supplied change; null clears a field. \`id\` says which ${noun}.`,
    input: fields.meta({ ...input.meta(), override: requiring(['id']) } as z.GlobalMeta),
    errors: ['id_missing', 'record_not_found', ...route.errors],
    handle: (context, values) => handle(context, values, 'patch'),
  });
}

/** The two routes of an update: PATCH merges, PUT replaces (spec part 4, "Update endpoints"). */
export function updateRoutes(route: UpdateRoute): Route[] {
  const { record, input, handle, ...rest } = route;
  const noun = record.toLowerCase();
  const errors = ['id_missing', 'record_not_found', ...route.errors] as const;
  const fields = z.object({ id: updateId, ...input.shape });
  const needed = Object.entries(input.shape).filter(([, field]) => isRequired(field));
  const inReplace = ['id', ...needed.map(([name]) => name)];
  return [
    patchRoute(route),
    writeRoute({
      ...rest,
      method: 'PUT',
      answersStored: true,
      operationId: `replace${record}`,
      summary: `Replace ${article(noun)}`,
      description: `Full replace: fields left out are cleared or reset to their defaults, but for those whose description says that they stay. ${required(needed.map(([name]) => name))} Fetch the ${noun}, change it, and send all of it back. \`id\` says which ${noun}.`,
      input: fields.meta({
        ...input.meta(),
        id: `Replace${record}`,
        override: requiring(inReplace),
      } as z.GlobalMeta),
      errors,
      example: {
        input: asInput(fields, withNulls(route.output.schema, route.example.output)),
        output: route.example.output,
      },
      handle: (context, values) => handle(context, values, 'replace'),
    }),
  ];
}

const updateId = z.string().meta({
  description: 'Id of the record to update.',
  override: notBlank({ type: 'string' }),
} as z.GlobalMeta);

function required(names: readonly string[]): string {
  if (names.length === 0) return 'What a create requires is required.';
  return `What a create requires is required: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

const isRequired = (field: unknown) => fieldInfo(field)?.absence === 'required';

const requiring =
  (names: readonly string[]) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    jsonSchema.required = names;
  };

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
