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
  /** Domain name to GraphQL name. Several domain names can have the same GraphQL name. */
  shownNames: ReadonlyMap<string, string>;
  /** Nested inputs, by GraphQL name. */
  below: ReadonlyMap<string, Renaming>;
}

const known = new WeakMap<z.ZodObject, Renaming | null>();

function objectIn(presentation: FieldPresentation): z.ZodObject | undefined {
  if (presentation.kind === 'list') return objectIn(presentation.of);
  return presentation.kind === 'object' ? presentation.schema : undefined;
}

function renamingOf(input: z.ZodObject): Renaming | null {
  const remembered = known.get(input);
  if (remembered !== undefined) return remembered;
  const domainNames = new Map<string, string>();
  const shownNames = new Map<string, string>();
  const below = new Map<string, Renaming>();
  for (const [name, field] of Object.entries(input.shape)) {
    const info = fieldInfoOf(field);
    if (!info) continue;
    const shown = info.recordName ?? name;
    if (shown !== name) shownNames.set(name, shown);
    if (info.isSecondName) continue;
    if (shown !== name) domainNames.set(shown, name);
    const inner = objectIn(info.presentation);
    const renaming = inner && renamingOf(inner);
    if (renaming) below.set(shown, renaming);
  }
  const isSame = shownNames.size + below.size === 0;
  const found = isSame ? null : { domainNames, shownNames, below };
  known.set(input, found);
  return found;
}

function toDomain(given: unknown, renaming: Renaming): unknown {
  if (Array.isArray(given)) return given.map((entry) => toDomain(entry, renaming));
  if (typeof given !== 'object' || given === null) return given;
  const fields = Object.entries(given).map(([name, value]) => {
    const inner = renaming.below.get(name);
    return [renaming.domainNames.get(name) ?? name, inner ? toDomain(value, inner) : value];
  });
  return Object.fromEntries(fields);
}

function shownPath(path: string, renaming: Renaming): string {
  let at: Renaming | undefined = renaming;
  const segments = path.split('.').map((segment) => {
    if (at === undefined || /^\d+$/.test(segment)) return segment;
    const shown = at.shownNames.get(segment) ?? segment;
    at = at.below.get(shown);
    return shown;
  });
  return segments.join('.');
}

/** Renames the error paths of a command to GraphQL names. */
export function toGraphQLFieldNames(input: z.ZodObject, error: ActionError): ActionError {
  const renaming = renamingOf(input);
  const { errors, ...details } = error.details;
  if (!renaming || !errors) return error;
  const told = new Set(errors.map(({ path }) => path));
  const shown = errors.flatMap((fault) => {
    const path = shownPath(fault.path, renaming);
    // An error of the name itself makes the error of its second name redundant.
    return path !== fault.path && told.has(path) ? [] : [{ ...fault, path }];
  });
  if (error.code === 'invalid_input') return invalidInputError(shown);
  return new ActionError(error.code, error.message, { ...details, errors: shown });
}

/**
 * Runs a command with the domain names of its input.
 * @throws the command's error with GraphQL names in its paths
 */
export async function withDomainInputNames<T>(
  input: z.ZodObject,
  given: unknown,
  run: (given: never) => Promise<T>,
): Promise<T> {
  const renaming = renamingOf(input);
  if (!renaming) return run(given as never);
  try {
    return await run(toDomain(given, renaming) as never);
  } catch (error) {
    throw error instanceof ActionError ? toGraphQLFieldNames(input, error) : error;
  }
}
