import type { z } from 'zod';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import type { FieldPresentation } from '../../platform/input/field-metadata.ts';
import { fieldInfoOf } from '../../platform/input/field-metadata.ts';

/**
 * GraphQL inputs use the field names of records. Where a domain input has another name, this module
 * renames input fields for the command and error paths for the response.
 */

interface Renaming {
  /** GraphQL name to domain name. */
  domainNames: ReadonlyMap<string, string>;
  graphqlNames: ReadonlyMap<string, string>;
  /** Nested inputs, by GraphQL name. */
  nested: ReadonlyMap<string, Renaming>;
}

const cache = new WeakMap<z.ZodObject, Renaming | null>();

function objectIn(presentation: FieldPresentation): z.ZodObject | undefined {
  if (presentation.kind === 'list') return objectIn(presentation.of);
  return presentation.kind === 'object' ? presentation.schema : undefined;
}

function renamingOf(input: z.ZodObject): Renaming | null {
  const cached = cache.get(input);
  if (cached !== undefined) return cached;
  const domainNames = new Map<string, string>();
  const graphqlNames = new Map<string, string>();
  const nested = new Map<string, Renaming>();
  for (const [name, field] of Object.entries(input.shape)) {
    const info = fieldInfoOf(field);
    if (!info) continue;
    const graphqlName = info.recordName ?? name;
    if (graphqlName !== name) graphqlNames.set(name, graphqlName);
    if (info.isSecondName) continue;
    if (graphqlName !== name) domainNames.set(graphqlName, name);
    const inner = objectIn(info.presentation);
    const renaming = inner && renamingOf(inner);
    if (renaming) nested.set(graphqlName, renaming);
  }
  const isSame = graphqlNames.size + nested.size === 0;
  const result = isSame ? null : { domainNames, graphqlNames, nested };
  cache.set(input, result);
  return result;
}

function toDomainNames(input: unknown, renaming: Renaming): unknown {
  if (Array.isArray(input)) return input.map((entry) => toDomainNames(entry, renaming));
  if (typeof input !== 'object' || input === null) return input;
  const fields = Object.entries(input).map(([name, value]) => {
    const inner = renaming.nested.get(name);
    return [renaming.domainNames.get(name) ?? name, inner ? toDomainNames(value, inner) : value];
  });
  return Object.fromEntries(fields);
}

function graphqlPathOf(path: string, renaming: Renaming): string {
  let current: Renaming | undefined = renaming;
  const segments = path.split('.').map((segment) => {
    if (current === undefined || /^\d+$/.test(segment)) return segment;
    const graphqlName = current.graphqlNames.get(segment) ?? segment;
    current = current.nested.get(graphqlName);
    return graphqlName;
  });
  return segments.join('.');
}

/** Renames the error paths of a command to GraphQL names. */
export function toGraphQLFieldNames(input: z.ZodObject, error: ActionError): ActionError {
  const renaming = renamingOf(input);
  const { errors, ...details } = error.details;
  if (!renaming || !errors) return error;
  const reportedPaths = new Set(errors.map(({ path }) => path));
  const graphqlErrors = errors.flatMap((fieldError) => {
    const path = graphqlPathOf(fieldError.path, renaming);
    // An error of the name itself makes the error of its second name redundant.
    return path !== fieldError.path && reportedPaths.has(path) ? [] : [{ ...fieldError, path }];
  });
  if (error.code === 'invalid_input') return invalidInputError(graphqlErrors);
  return new ActionError(error.code, error.message, { ...details, errors: graphqlErrors });
}

/**
 * Runs a command with the domain names of its input.
 * @throws the command's error with GraphQL names in its paths
 */
export async function withDomainInputNames<T>(
  input: z.ZodObject,
  graphqlInput: unknown,
  run: (domainInput: never) => Promise<T>,
): Promise<T> {
  const renaming = renamingOf(input);
  if (!renaming) return run(graphqlInput as never);
  try {
    return await run(toDomainNames(graphqlInput, renaming) as never);
  } catch (error) {
    throw error instanceof ActionError ? toGraphQLFieldNames(input, error) : error;
  }
}
