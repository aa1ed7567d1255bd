import type { Alias } from '../../platform/input/field-aliases.ts';
import { aliasFaults, eitherOf } from '../../platform/input/field-aliases.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { nullable, secondName } from '../../platform/input/fields.ts';
import { text } from '../../platform/input/field-types.ts';

/** A contact's names by both the names that they have in the specification: of creates, and of updates and answers. */
export const nameFields = {
  first: secondName('firstName', nullable(text(), 'The same as firstName.')),
  last: secondName('lastName', nullable(text(), 'The same as lastName.')),
  firstName: nullable(text()),
  lastName: nullable(text()),
};

type Names = { [K in keyof typeof nameFields]?: string | null | undefined };

const aliases: readonly Alias[] = [
  ['firstName', 'first'],
  ['lastName', 'last'],
];

/** The faults of names that are given twice and differ. */
export const nameFaults = (names: Names): FieldError[] => aliasFaults(names, aliases);

/** Fields with the names by the names that answers have; those that are not said are left out. */
export function withUsualNames<F extends Names>({ first, last, ...fields }: F) {
  const firstName = eitherOf(fields.firstName, first);
  const lastName = eitherOf(fields.lastName, last);
  return {
    ...fields,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}
