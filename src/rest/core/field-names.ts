import { z } from 'zod';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';

/** Names in REST, each with the name in the domain. */
export type FieldNames = Readonly<Record<string, string>>;

/** Existing integrations send and read `archive`. */
export const archiveFieldNames: FieldNames = { archive: 'archived' };

export function toRestInputSchema(input: z.ZodObject, names: FieldNames): z.ZodObject {
  const fields = Object.entries(input.shape).map(([name, field]) => [
    surfaceName(names, name),
    field,
  ]);
  return z.object(Object.fromEntries(fields)).meta(input.meta() ?? {});
}

/**
 * Renames the fields of a body for the domain, and the paths of its errors back. The names of the domain are unknown in REST,
 * so they are ignored.
 */
export async function withDomainFieldNames<T>(
  names: FieldNames,
  body: Record<string, unknown>,
  work: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return work(body);
  const renamed = { ...body };
  for (const [surface, domain] of Object.entries(names)) {
    delete renamed[domain];
    delete renamed[surface];
    if (Object.hasOwn(body, surface)) renamed[domain] = body[surface];
  }
  try {
    return await work(renamed);
  } catch (error) {
    throw error instanceof ActionError ? inSurfaceNames(names, error) : error;
  }
}

function surfaceName(names: FieldNames, path: string): string {
  const [field = '', ...below] = path.split('.');
  const surface = Object.keys(names).find((name) => names[name] === field) ?? field;
  return [surface, ...below].join('.');
}

function inSurfaceNames(names: FieldNames, error: ActionError): ActionError {
  const errors = error.details.errors?.map((fault) => ({
    ...fault,
    path: surfaceName(names, fault.path),
  }));
  if (!errors) return error;
  if (error.code === 'invalid_input') return invalidInputError(errors);
  return new ActionError(error.code, error.message, { ...error.details, errors });
}
