import type { FieldError } from '../../platform/errors/action-error.ts';
import type { Alias } from '../../platform/input/field-aliases.ts';
import { resolveAlias, validateAliases } from '../../platform/input/field-aliases.ts';
import { text } from '../../platform/input/field-types.ts';
import { aliasOf, nullable } from '../../platform/input/fields.ts';

/** The specification has two names for each field: on creates, and on updates and results. */
export const contactNameFields = {
  first: aliasOf('firstName', nullable(text(), 'The same as firstName.')),
  last: aliasOf('lastName', nullable(text(), 'The same as lastName.')),
  firstName: nullable(text()),
  lastName: nullable(text()),
};

type Names = { [K in keyof typeof contactNameFields]?: string | null | undefined };

const aliases: readonly Alias[] = [
  ['firstName', 'first'],
  ['lastName', 'last'],
];

export const validateContactNames = (names: Names): FieldError[] => validateAliases(names, aliases);

/** Omits names that are not sent. */
export function resolveContactNameAliases<F extends Names>({ first, last, ...fields }: F) {
  const firstName = resolveAlias(fields.firstName, first);
  const lastName = resolveAlias(fields.lastName, last);
  return {
    ...fields,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}
