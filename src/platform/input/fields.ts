import { z } from 'zod';
import type { FieldError } from '../errors/action-error.ts';
import { invalidInputError } from '../errors/action-error.ts';
import { isBlank } from '../text/sanitize-text.ts';
import { documentationOf } from './column-documentation.ts';
import { registerFastParser, shareFastParser, tryFastParse } from './fast-parser.ts';
import type { FieldInfo, FieldPresentation } from './field-metadata.ts';
import { fieldInfoOf, registerFieldInfo } from './field-metadata.ts';
import { attachValidFields } from './input-errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { nonBlankJsonSchema, nullableJsonSchema } from './json-schema.ts';

/**
 * The vocabulary in which inputs are declared. A field is declared once, in the slice it belongs to; the domain parses
 * with it, and each door derives its own description from what the declaration registers (`field-metadata.ts`).
 */

/** A field as it was declared: one that was taken over from an input does not bring what that one's model says of it. */
const asDeclared = <T>(field: T): T =>
  (fieldInfoOf(field as object)?.declared as T | undefined) ?? field;

/** Where a parser reports what is wrong; the path is relative to the field. */
export type ReportFieldError = (code: string, message: string, path?: (string | number)[]) => void;

/** A kind of value: how it is read, and how it is described. `read` reports at least once when it answers undefined. */
export interface FieldType<T> {
  read: (value: unknown, report: ReportFieldError) => T | undefined;
  json: JsonSchema;
  /** How JSON writes a value, where that is not the value itself. */
  show?(value: T): unknown;
  presentation: FieldPresentation;
}

/** A parsed field; its input is anything, since a caller may send anything. */
export type Field<T> = z.ZodType<T, unknown>;

/** Undefined, null and text that is empty, blank or cannot be seen all mean "no value": form tools send "" to clear a field. */
export function isEmptyValue(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}

function build<T>(
  kind: FieldType<T>,
  info: Omit<FieldInfo, 'presentation'>,
  whenAbsent: (report: ReportFieldError) => T | null | undefined,
  json: JsonSchema,
): z.ZodType {
  const read = (value: unknown, context: z.RefinementCtx): unknown => {
    let failed = false;
    const report: ReportFieldError = (code, message, path = []) => {
      failed = true;
      context.issues.push({ code: 'custom', message, input: value, path, params: { code } });
    };
    const result: unknown = isEmptyValue(value) ? whenAbsent(report) : kind.read(value, report);
    return failed ? z.NEVER : result;
  };
  const described: Record<string, unknown> = { description: info.description, override: json };
  const parsed: z.ZodType = z.unknown().optional().transform(read);
  const schema = parsed.meta(described);
  registerFieldInfo(schema, { ...info, presentation: kind.presentation });
  registerFastParser(schema, (value, fail) =>
    isEmptyValue(value) ? whenAbsent(fail) : kind.read(value, fail),
  );
  return schema;
}

/** The description of a field; one that is left out is the model's, of the column by that name. */
function worded(own: string | undefined, addition = '') {
  const description = [own, addition].filter(Boolean).join(' ');
  return own === undefined ? { description, isOfModel: true as const } : { description };
}

/** A field that has to be there and cannot be null. */
export function required<T>(kind: FieldType<T>, description?: string): Field<T> {
  return build(
    kind,
    { absence: 'required', ...worded(description) },
    (report) => {
      report('required', 'is required');
      return undefined;
    },
    nonBlankJsonSchema(kind.json),
  ) as Field<T>;
}

/** A field that is null when absent. */
export function nullable<T>(kind: FieldType<T>, description?: string): Field<T | null> {
  const info = { absence: 'null' as const, ...worded(description) };
  return build(kind, info, () => null, nullableJsonSchema(kind.json)) as Field<T | null>;
}

/** A field that takes its default when absent or null. */
export function withDefault<T>(
  kind: FieldType<T>,
  defaultValue: T,
  description?: string,
): Field<T> {
  const shown = kind.show ? kind.show(defaultValue) : defaultValue;
  const json = { ...nullableJsonSchema(kind.json), default: shown };
  const info = { absence: 'default' as const, ...worded(description), defaultValue };
  return build(kind, info, () => defaultValue, json) as Field<T>;
}

const staysInReplace = 'Left out of a replace, it stays as it is.';

/** Required when a record is made; a replace that leaves it out keeps the value, because it cannot be empty. */
export function requiredOnCreate<T>(kind: FieldType<T>, description?: string): Field<T> {
  const whenAbsent = (report: ReportFieldError) => {
    report('required', 'is required');
    return undefined;
  };
  const info = { absence: 'kept' as const, ...worded(description, staysInReplace) };
  return build(kind, info, whenAbsent, nonBlankJsonSchema(kind.json)) as Field<T>;
}

/**
 * The same field, which a replace changes only where it is given: for what an update takes beyond the fields that the
 * specification lists (decisions, "PUT").
 */
export function optionalOnReplace<T>(given: Field<T>): Field<T> {
  const field = asDeclared(given);
  const info = fieldInfoOf(field);
  if (!info) throw new Error('Only a field that is declared can be kept.');
  const { override, ...meta } = (field.meta() ?? {}) as { override?: JsonSchema };
  const { default: _, ...json } = override ?? {};
  const description = `${info.description} ${staysInReplace}`.trim();
  const same = field.meta({ ...meta, description, override: json } as z.GlobalMeta);
  registerFieldInfo(same, { ...info, description, keptByReplace: true });
  shareFastParser(same, field);
  return same;
}

function renamed<T>(
  given: Field<T>,
  names: Pick<FieldInfo, 'recordName' | 'isSecondName'>,
): Field<T> {
  const field = asDeclared(given);
  const info = fieldInfoOf(field);
  if (!info) throw new Error('Only a field that is declared can have another name.');
  const same = field.meta(field.meta() ?? {});
  registerFieldInfo(same, { ...info, ...names });
  shareFastParser(same, field);
  return same;
}

/**
 * The same field, which the record has by another name than the specification's input: the action surface takes the
 * specification's word, GraphQL the record's.
 */
export const withRecordName = <T>(recordName: string, field: Field<T>): Field<T> =>
  renamed(field, { recordName });

/** A field that says the same as another one: the action surface takes either, GraphQL has one name for one thing. */
export const aliasOf = <T>(recordName: string, field: Field<T>): Field<T> =>
  renamed(field, { recordName, isSecondName: true });

/** The same field of an input, with what the model says of it where nothing else does. */
function documented([name, given]: [string, unknown], model: string): [string, unknown] {
  const field = asDeclared(given);
  const info = fieldInfoOf(field as object);
  if (!info) return [name, field];
  const { isOfModel, ...rest } = info;
  const words = documentationOf(model, info.recordName ?? name);
  if (words === info.description) throw new Error(`${model}.${name} is described twice.`);
  if (!isOfModel) return [name, field];
  // An input whose model has no such column keeps the words of the one that it takes the field from.
  if (!words && field !== given) return [name, given];
  if (!words) throw new Error(`Nothing says what ${name} means, and no model ${model} does.`);
  const description = `${words} ${info.description}`.trim();
  const same = (field as z.ZodType).meta({ ...(field as z.ZodType).meta(), description });
  registerFieldInfo(same, { ...rest, description, declared: field as z.ZodType });
  shareFastParser(same, field as object);
  return [name, same];
}

/**
 * Names an input for the doors' documentation and tells them which of its fields are required. A field that was declared
 * without a description has that of the model's column by its name, one that is taken over from another input too. The model
 * is the one that the input is named after (`CreateExpense`: `Expense`) unless it is named.
 */
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

/** What a verb takes: the fields by name, values still unknown. */
export type InputOf<S extends z.ZodObject> = { [K in keyof S['shape']]?: unknown };

/** Rules over several fields, which see only those that are valid by themselves. */
export type Rules<T> = (fields: Partial<T>) => FieldError[];

/**
 * Parses an input by its schema, and by the rules over several of its fields.
 * @throws ActionError invalid_input, listing every field at fault.
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  rules?: Rules<z.output<S>>,
): z.output<S> {
  const read = tryFastParse(schema, input);
  if (read !== undefined && !rules?.(read as Partial<z.output<S>>).length) return read;
  const result = schema.safeParse(input);
  const faults = result.success ? [] : fieldErrors(result.error);
  const valid = result.success ? result.data : validFields(schema, input);
  if (rules && valid) {
    const further = rules(valid as Partial<z.output<S>>);
    faults.push(...further.filter(({ path }) => !faults.some((fault) => fault.path === path)));
  }
  if (result.success && faults.length === 0) return result.data;
  const error = invalidInputError(faults);
  attachValidFields(error, schema, input);
  throw error;
}

/** What can be read of an input that is at fault; undefined where it is no object. */
function validFields(schema: z.ZodType, input: unknown): Record<string, unknown> | undefined {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  if (!(schema instanceof z.ZodObject) || !isObject) return undefined;
  const valid: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const result = (field as z.ZodType).safeParse((input as Record<string, unknown>)[name]);
    if (result.success) valid[name] = result.data;
  }
  return valid;
}

/** Zod's issues in the form that both doors answer. */
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
