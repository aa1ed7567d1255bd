import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import { nonBlankJsonSchema } from '../../platform/input/json-schema.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { nounOf } from '../../platform/records/record-not-found.ts';
import { withIndefiniteArticle } from '../../platform/text/article.ts';
import type { RestErrorCode } from './error-samples.ts';
import { fillMissingWithNull, toExampleInput } from './example-values.ts';
import type { FieldNames } from './field-names.ts';
import type { WriteResponse, WrittenRecord } from './record-responses.ts';
import type { Route, RouteDescription } from './route.ts';
import type { WriteRoute } from './write-routes.ts';
import { defineWriteRoute } from './write-routes.ts';

type UpdateRoute = Omit<RouteDescription, 'operationId' | 'summary' | 'description'> & {
  /** For example "Client". */
  record: string;
  details?: string | undefined;
  names?: FieldNames;
  input: z.ZodObject;
  output: WriteResponse<WrittenRecord>;
  handle: (
    context: Context,
    body: Record<string, unknown>,
    mode: UpdateMode,
  ) => Promise<WrittenRecord>;
};

function withRecordId(input: z.ZodObject): z.ZodObject {
  const fields = z.object({ id: updateId, ...input.shape });
  const override = requiring(['id', ...requiredFieldsOf(input)]);
  return fields.meta({ ...input.meta(), override } as z.GlobalMeta);
}

type RecordRoute<W> = Omit<WriteRoute<W>, 'input' | 'changes' | 'returnsStored' | 'errors'> & {
  /** Without `id`. */
  input: z.ZodObject;
  /** In addition to the codes of every route with `id`. */
  errors: readonly RestErrorCode[];
};

/** Defines a command for one record, with `id` and an optional expected version in the body. */
export const defineRecordRoute = <W = WrittenRecord>({
  input,
  errors,
  ...route
}: RecordRoute<W>): Route =>
  defineWriteRoute<W>({
    ...route,
    returnsStored: true,
    input: withRecordId(input),
    errors: ['id_missing', 'record_not_found', ...errors],
    changes: requireId,
  });

/** Spec part 4, "Update endpoints". */
export function definePatchRoute(route: UpdateRoute): Route {
  const { record, details, input, handle, ...rest } = route;
  const noun = nounOf(record);
  const fields = z.object({ id: updateId, ...input.shape });
  return defineWriteRoute({
    ...rest,
    method: 'PATCH',
    returnsStored: true,
    changes: requireId,
    operationId: `patch${record}`,
    summary: `Change some fields of ${withIndefiniteArticle(noun)}`,
    description: `Partial update: only the given fields change; null clears a field. \`id\` is the ${noun}.${inParagraph(details)}`,
    input: fields.meta({ ...input.meta(), override: requiring(['id']) } as z.GlobalMeta),
    errors: ['id_missing', 'record_not_found', ...route.errors],
    handle: (context, values) => handle(context, values, 'patch'),
  });
}

/** PATCH merges, PUT replaces (spec part 4, "Update endpoints"). */
export function defineUpdateRoutes(route: UpdateRoute): Route[] {
  const { record, details, input, handle, ...rest } = route;
  const noun = nounOf(record);
  const errors = ['id_missing', 'record_not_found', ...route.errors] as const;
  const fields = z.object({ id: updateId, ...input.shape });
  const needed = requiredFieldsOf(input);
  const inReplace = ['id', ...needed];
  return [
    definePatchRoute(route),
    defineWriteRoute({
      ...rest,
      method: 'PUT',
      returnsStored: true,
      changes: requireId,
      operationId: `replace${record}`,
      summary: `Replace ${withIndefiniteArticle(noun)}`,
      description: `Full replacement: omitted fields are cleared or reset to their defaults, except for those whose description says that they stay. ${required(needed)} Fetch the ${noun}, change it, and send it back completely. \`id\` is the ${noun}.${inParagraph(details)}`,
      input: fields.meta({
        ...input.meta(),
        id: `Replace${record}`,
        override: requiring(inReplace),
      } as z.GlobalMeta),
      errors,
      example: {
        input: toExampleInput(
          fields,
          fillMissingWithNull(route.output.schema, route.example.output),
        ),
        output: route.example.output,
      },
      handle: (context, values) => handle(context, values, 'replace'),
    }),
  ];
}

const inParagraph = (details: string | undefined) => (details ? `\n\n${details}` : '');

const updateId = z.string().meta({
  description: 'Id of the record to update.',
  override: nonBlankJsonSchema({ type: 'string' }),
} as z.GlobalMeta);

function required(names: readonly string[]): string {
  if (names.length === 0) return 'Fields that a create requires are required.';
  return `Fields that a create requires are required: ${names.map((name) => `\`${name}\``).join(', ')}.`;
}

const requiredFieldsOf = ({ shape }: z.ZodObject): string[] =>
  Object.keys(shape).filter((name) => fieldInfoOf(shape[name])?.absence === 'required');

const requiring =
  (names: readonly string[]) =>
  ({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void => {
    jsonSchema.required = names;
  };
