import { z } from 'zod';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';

/** Names in REST, each with the name in the domain. */
export type FieldNames = Readonly<Record<string, string>>;

/** Existing integrations send and read `archive`. */
export const archiveFieldNames: FieldNames = { archive: 'archived' };

export function toRestInputSchema(input: z.ZodObject, names: FieldNames): z.ZodObject {
  const fields = Object.entries(input.shape).map(([name, field]) => [
    toRestPath(names, name),
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
  callback: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return callback(body);
  const renamed = { ...body };
  for (const [restName, domainName] of Object.entries(names)) {
    delete renamed[domainName];
    delete renamed[restName];
    if (Object.hasOwn(body, restName)) renamed[domainName] = body[restName];
  }
  try {
    return await callback(renamed);
  } catch (error) {
    throw error instanceof ActionError ? withRestNames(names, error) : error;
  }
}

function toRestPath(names: FieldNames, path: string): string {
  const [field = '', ...nestedNames] = path.split('.');
  const restName = Object.keys(names).find((name) => names[name] === field) ?? field;
  return [restName, ...nestedNames].join('.');
}

function withRestNames(names: FieldNames, error: ActionError): ActionError {
  const errors = error.details.errors?.map((fieldError) => ({
    ...fieldError,
    path: toRestPath(names, fieldError.path),
  }));
  if (!errors) return error;
  if (error.code === 'invalid_input') return invalidInputError(errors);
  return new ActionError(error.code, error.message, { ...error.details, errors });
}
