import { z } from 'zod';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';

/** Fields that go by another name on the action surface than in the domain: from the surface's name to the domain's. */
export type FieldNames = Readonly<Record<string, string>>;

/** `archive` is what integrations send and read; the house calls it `archived`. */
export const archiveFieldNames: FieldNames = { archive: 'archived' };

/** An input of the domain as the surface documents it. */
export function toRestInputSchema(input: z.ZodObject, names: FieldNames): z.ZodObject {
  const fields = Object.entries(input.shape).map(([name, field]) => [
    surfaceName(names, name),
    field,
  ]);
  return z.object(Object.fromEntries(fields)).meta(input.meta() ?? {});
}

/**
 * Does with a body of the surface what takes the domain's names, and tells faults by the surface's. The domain's own
 * names are no fields of the surface, so they are ignored as other unknown ones are.
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

/** What the surface calls a field, or the place below one that a path leads to. */
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
