import type { FieldError } from '../../platform/errors/action-error.ts';
import type { Alias } from '../../platform/input/field-aliases.ts';
import { resolveAlias, validateAliases } from '../../platform/input/field-aliases.ts';
import { text } from '../../platform/input/field-types.ts';
import { aliasOf, nullable } from '../../platform/input/fields.ts';

/** A contact's names by both the names that they have in the specification: of creates, and of updates and answers. */
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

/** The faults of names that are given twice and differ. */
export const validateContactNames = (names: Names): FieldError[] => validateAliases(names, aliases);

/** Fields with the names by the names that answers have; those that are not said are left out. */
export function resolveContactNameAliases<F extends Names>({ first, last, ...fields }: F) {
  const firstName = resolveAlias(fields.firstName, first);
  const lastName = resolveAlias(fields.lastName, last);
  return {
    ...fields,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}
