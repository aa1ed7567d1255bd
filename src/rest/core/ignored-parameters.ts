import { z } from 'zod';
import type { HttpRequest } from '../../http/http-request.ts';
import type { ActionError, FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError, truncateText } from '../../platform/errors/action-error.ts';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';
import { findClosestName } from '../../platform/text/closest-name.ts';
import { parameterNames } from './query-string.ts';
import type { Route } from './route.ts';

export const ignoredParametersHeader = 'Ignored-Parameters';
export const preferenceHeader = 'Preference-Applied';
const strictHandling = 'handling=strict';

/** Proxies reject responses whose headers are larger than a few kB. */
const headerLimits = { names: 20, characters: 1_000 };
const maxErrors = 100;
const maxNameLength = 60;

/** Names of an input, with those in its objects; null for a value without names. */
interface KnownNames extends ReadonlyMap<string, KnownNames | null> {}

interface IgnoredParameter {
  /** Like the path of a field error: `items.0.taxrate`. */
  path: string;
  name: string;
  known: readonly string[];
}

function objectSchemasOf(schema: z.ZodType): z.ZodObject[] {
  let presentation: FieldPresentation | undefined = fieldInfoOf(schema)?.presentation;
  while (presentation?.kind === 'list') presentation = presentation.of;
  if (presentation) return presentation.kind === 'object' ? [presentation.schema] : [];
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(objectSchemasOf);
  if (schema instanceof z.ZodArray) return objectSchemasOf(schema.element as z.ZodType);
  if (schema instanceof z.ZodNullable) return objectSchemasOf(schema.unwrap() as z.ZodType);
  return [];
}

/** Includes the fields of responses, because clients send whole records back. */
function knownNamesOf(inputs: readonly z.ZodObject[], records: readonly z.ZodObject[]): KnownNames {
  const nestedSchemas = (schemas: readonly z.ZodObject[], name: string) =>
    schemas.flatMap(({ shape }) => (name in shape ? objectSchemasOf(shape[name]) : []));
  const names = [...inputs, ...records].flatMap(({ shape }) => Object.keys(shape));
  return new Map(
    names.map((name) => {
      const nested = nestedSchemas(inputs, name);
      return [name, nested.length > 0 ? knownNamesOf(nested, nestedSchemas(records, name)) : null];
    }),
  );
}

function collectIgnored(
  value: unknown,
  names: KnownNames,
  path: string,
  ignored: IgnoredParameter[],
): void {
  if (typeof value !== 'object' || value === null || ignored.length >= maxErrors) return;
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      // A list in a list is invalid, and thousands of them would overflow the stack.
      if (!Array.isArray(entry)) collectIgnored(entry, names, `${path}${index}.`, ignored);
    }
    return;
  }
  for (const name of Object.keys(value)) {
    if (ignored.length >= maxErrors) return;
    if (names.has(name)) continue;
    ignored.push({ path: `${path}${name}`, name, known: [...names.keys()] });
  }
  for (const [name, fieldValue] of Object.entries(value)) {
    const nested = names.get(name);
    if (nested) collectIgnored(fieldValue, nested, `${path}${name}.`, ignored);
  }
}

function createIgnoredParameterFinder(table: readonly Route[]) {
  const recordsOf = ({ method, tree }: Route) =>
    method === 'PUT'
      ? table.flatMap(({ output, tree: other }) =>
          output && other?.model === tree?.model ? objectSchemasOf(output) : [],
        )
      : [];
  const namesByRoute = new Map(
    table.map((route) => {
      const { input } = route;
      if (input.from === 'nothing' || input.from === 'path') return [route, new Map()] as const;
      const records = [z.object({ accountId: z.unknown() }), ...recordsOf(route)];
      const isBody = input.from === 'body';
      return [route, knownNamesOf(objectSchemasOf(input.schema), isBody ? records : [])] as const;
    }),
  );
  const namesOfRoute = (route: Route): KnownNames => namesByRoute.get(route) ?? new Map();

  return (route: Route, request: HttpRequest, input: unknown, hasKey: boolean) => {
    const ignored: IgnoredParameter[] = [];
    const isBody = route.input.from === 'body';
    const isJson = route.input.from === 'body' && !route.input.fileBody;
    const names: KnownNames = isJson ? new Map() : namesOfRoute(route);
    const hasBody = isBody || route.input.from === 'form';
    for (const name of new Set(parameterNames(request.url))) {
      if (ignored.length >= maxErrors) break;
      if (!names.has(name)) ignored.push({ path: name, name, known: [...names.keys()] });
    }
    if (!hasBody) return ignored;
    collectIgnored(input, namesOfRoute(route), '', ignored);
    const itemRoute = route.itemRoute?.(input);
    const { items } = (input ?? {}) as { items?: unknown };
    if (itemRoute) collectIgnored(items, namesOfRoute(itemRoute), 'items.', ignored);
    // With an Idempotency-Key, `id` is the id of the new record.
    return hasKey && route.creates ? ignored.filter(({ path }) => path !== 'id') : ignored;
  };
}

/** The first of several equal preferences applies (RFC 7240). */
function prefersStrictHandling({ headers }: HttpRequest): boolean {
  const [, handling] =
    /(?:^|,)\s*handling\s*=\s*"?([^\s",;]*)/i.exec(headers.get('prefer') ?? '') ?? [];
  return handling?.toLowerCase() === 'strict';
}

/** Encodes names as in URLs, because they can contain any character. */
function formatIgnoredParameters(ignored: readonly IgnoredParameter[]): string {
  let text = '';
  for (const { path } of ignored.slice(0, headerLimits.names)) {
    const name = encodeURIComponent(truncateText(path, maxNameLength).toWellFormed());
    if (text.length + name.length > headerLimits.characters) break;
    text += text === '' ? name : `, ${name}`;
  }
  return text;
}

const toUnknownFieldError = ({ path, name, known }: IgnoredParameter): FieldError => ({
  path: path.toWellFormed(),
  code: 'unknown_field',
  message: `is not known here. ${suggestion(name, known)}`,
});

function suggestion(name: string, known: readonly string[]): string {
  const closest = findClosestName(name, known);
  if (closest !== undefined) return `Did you mean ${closest}?`;
  return known.length > 0 ? `Known names: ${known.join(', ')}.` : 'No names are known here.';
}

interface ParameterCheck {
  /** For errors too. */
  headers: Readonly<Record<string, string>>;
  /** Unknown names, if the request prefers strict handling. */
  error?: ActionError;
}

export function createParameterCheck(table: readonly Route[]) {
  const findIgnored = createIgnoredParameterFinder(table);
  return (route: Route, request: HttpRequest, input: unknown, hasKey: boolean): ParameterCheck => {
    const ignored = findIgnored(route, request, input, hasKey);
    const isStrict = prefersStrictHandling(request);
    const headers = {
      ...(isStrict && { [preferenceHeader]: strictHandling }),
      ...(ignored.length > 0 && { [ignoredParametersHeader]: formatIgnoredParameters(ignored) }),
    };
    if (!isStrict || ignored.length === 0) return { headers };
    return { headers, error: invalidInputError(ignored.map(toUnknownFieldError)) };
  };
}
