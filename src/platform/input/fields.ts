import { z } from 'zod';
import type { FieldError } from '../errors/action-error.ts';
import { invalidInputError } from '../errors/action-error.ts';
import { isBlank } from '../text/sanitize-text.ts';
import { documentationOf } from './column-documentation.ts';
import { tryFastParse } from './fast-parser.ts';
import type { FieldInfo, FieldPresentation, ReportFieldError } from './field-metadata.ts';
import { fieldInfoOf, registerFieldInfo } from './field-metadata.ts';
import { attachValidFields, findValidFields } from './input-errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { nonBlankJsonSchema, nullableJsonSchema } from './json-schema.ts';

/** Returns the field without the documentation that another input's model has added. */
const asDeclared = <T>(field: T): T =>
  (fieldInfoOf(field as object)?.declared as T | undefined) ?? field;

export interface FieldType<T> {
  read: (value: unknown, report: ReportFieldError) => T | undefined;
  json: JsonSchema;
  /** Converts the value to JSON, if the forms differ. */
  show?(value: T): unknown;
  presentation: FieldPresentation;
}

export type Field<T> = z.ZodType<T, unknown>;

/** Form tools send "" to clear a field. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

function build<T>(
  kind: FieldType<T>,
  info: Omit<FieldInfo, 'presentation' | 'read'>,
  whenAbsent: (report: ReportFieldError) => T | null | undefined,
  json: JsonSchema,
): z.ZodType {
  const read = (value: unknown, report: ReportFieldError): unknown =>
    isEmptyValue(value) ? whenAbsent(report) : kind.read(value, report);
  const transform = (value: unknown, context: z.RefinementCtx): unknown => {
    let failed = false;
    const result = read(value, (code, message, path = []) => {
      failed = true;
      context.issues.push({ code: 'custom', message, input: value, path, params: { code } });
    });
    return failed ? z.NEVER : result;
  };
  const described: Record<string, unknown> = { description: info.description, override: json };
  const schema: z.ZodType = z.unknown().optional().transform(transform).meta(described);
  registerFieldInfo(schema, { ...info, presentation: kind.presentation, read });
  return schema;
}

/** zod inherits the other metadata. */
function derive<T>(field: Field<T>, changes: Partial<FieldInfo>, meta: z.GlobalMeta = {}) {
  const info = fieldInfoOf(field);
  if (!info) throw new Error('Only a field that is declared can be changed.');
  const derived = field.meta(meta);
  registerFieldInfo(derived, { ...info, ...changes });
  return derived;
}

/** Without an own description, `inputObject` adds the column's documentation. */
function descriptionOf(own: string | undefined, addition = '') {
  const description = [own, addition].filter(Boolean).join(' ');
  return own === undefined ? { description, isOfModel: true as const } : { description };
}

export function required<T>(kind: FieldType<T>, description?: string): Field<T> {
  return build(
    kind,
    { absence: 'required', ...descriptionOf(description) },
    (report) => {
      report('required', 'is required');
      return undefined;
    },
    nonBlankJsonSchema(kind.json),
  ) as Field<T>;
}

export function nullable<T>(kind: FieldType<T>, description?: string): Field<T | null> {
  const info = { absence: 'null' as const, ...descriptionOf(description) };
  return build(kind, info, () => null, nullableJsonSchema(kind.json)) as Field<T | null>;
}

export function withDefault<T>(
  kind: FieldType<T>,
  defaultValue: T,
  description?: string,
): Field<T> {
  const jsonDefault = kind.show ? kind.show(defaultValue) : defaultValue;
  const json = { ...nullableJsonSchema(kind.json), default: jsonDefault };
  const info = { absence: 'default' as const, ...descriptionOf(description), defaultValue };
  return build(kind, info, () => defaultValue, json) as Field<T>;
}

const staysInReplace = 'Left out of a replace, it stays as it is.';

export function requiredOnCreate<T>(kind: FieldType<T>, description?: string): Field<T> {
  const whenAbsent = (report: ReportFieldError) => {
    report('required', 'is required');
    return undefined;
  };
  const info = { absence: 'kept' as const, ...descriptionOf(description, staysInReplace) };
  return build(kind, info, whenAbsent, nonBlankJsonSchema(kind.json)) as Field<T>;
}

/** Marks a field that a PUT without it keeps, because the specification does not list the field. */
export function optionalOnReplace<T>(given: Field<T>): Field<T> {
  const field = asDeclared(given);
  const { default: _, ...json } = (field.meta()?.override ?? {}) as JsonSchema;
  const description = `${field.description} ${staysInReplace}`.trim();
  const meta = { description, override: json } as z.GlobalMeta;
  return derive(field, { description, keptByReplace: true }, meta);
}

/** {@link optionalOnReplace} for each field. */
export const allOptionalOnReplace = <F extends Record<string, Field<unknown>>>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, optionalOnReplace(field)]),
  ) as F;

/** GraphQL uses `recordName`, REST the name of the specification. */
export const withRecordName = <T>(recordName: string, field: Field<T>): Field<T> =>
  derive(asDeclared(field), { recordName });

export const aliasOf = <T>(recordName: string, field: Field<T>): Field<T> =>
  derive(asDeclared(field), { recordName, isSecondName: true });

function documented([name, given]: [string, unknown], model: string): [string, unknown] {
  const field = asDeclared(given);
  const info = fieldInfoOf(field as object);
  if (!info) return [name, field];
  const words = documentationOf(model, info.recordName ?? name);
  if (words === info.description)
    throw new Error(
      `${model}.${name} is described twice: its input declaration repeats the comment of the column in prisma/models. Remove the description from the declaration.`,
    );
  if (!info.isOfModel) return [name, field];
  if (!words && field !== given) return [name, given];
  if (!words) {
    throw new Error(
      `Nothing says what ${name} means: ${model} has no column ${name} with a comment. Give the field a description, or pass the model as the last argument of inputObject.`,
    );
  }
  const description = `${words} ${info.description}`.trim();
  const declared = field as Field<unknown>;
  return [name, derive(declared, { description, declared, isOfModel: false }, { description })];
}

/** Fields without a description get the documentation of the model's column. The id names the model (`CreateExpense`: `Expense`). */
export function inputObject<S extends z.ZodRawShape>(
  id: string,
  description: string,
  declared: S,
  model = id.replace(/^(CreateOrUpdate|Create|Update|Record)|Input$/g, ''),
): z.ZodObject<S> {
  const shape = Object.fromEntries(
    Object.entries(declared).map((entry) => documented(entry, model)),
  ) as S;
  const requiredNames = Object.entries(shape)
    .filter(([, field]) => {
      const absence = fieldInfoOf(field)?.absence;
      return absence === 'required' || absence === 'kept';
    })
    .map(([name]) => name);
  return z.object(shape).meta({
    id,
    description,
    override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
      if (requiredNames.length > 0) jsonSchema.required = requiredNames;
    },
  } as z.GlobalMeta);
}

export type InputOf<S extends z.ZodObject> = { [K in keyof S['shape']]?: unknown };

export type Rules<T> = (fields: Partial<T>) => FieldError[];

/** @throws ActionError invalid_input with all invalid fields */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  rules?: Rules<z.output<S>>,
): z.output<S> {
  const read = tryFastParse(schema, input);
  if (read !== undefined && !rules?.(read as Partial<z.output<S>>).length) return read;
  const result = schema.safeParse(input);
  const errors = result.success ? [] : fieldErrors(result.error);
  const valid = result.success ? result.data : findValidFields(schema, input);
  if (rules && valid) {
    const further = rules(valid as Partial<z.output<S>>);
    errors.push(...further.filter(({ path }) => !errors.some((fault) => fault.path === path)));
  }
  if (result.success && errors.length === 0) return result.data;
  const error = invalidInputError(errors);
  attachValidFields(error, schema, input);
  throw error;
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code === 'custom' ? String(issue.params?.code ?? 'invalid') : issue.code,
    message:
      issue.code === 'invalid_type' && issue.path.length === 0
        ? 'must be a JSON object'
        : issue.message,
  }));
}
