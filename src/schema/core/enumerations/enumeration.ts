import type * as databaseEnums from '../../../generated/prisma/enums.ts';
import { builder } from '../builder.ts';

type DatabaseEnums = typeof databaseEnums;

/** The values of the database's enumeration of a name; any where it has none of that name. */
type ValuesOf<N extends string> = N extends keyof DatabaseEnums
  ? keyof DatabaseEnums[N] & string
  : string;

/**
 * An enumeration of the schema, with what each of its values means. Where the database has one of the same name, every value of it is
 * needed and no other is taken: the compiler tells whoever adds a value there.
 */
export function enumeration<N extends string, V extends ValuesOf<N>>(
  name: N,
  description: string,
  meanings: Record<V, string> & Record<ValuesOf<N>, string>,
) {
  const values = Object.fromEntries(
    Object.entries<string>(meanings).map(([value, meaning]) => [
      value,
      { value, description: meaning },
    ]),
  ) as Record<V, { value: V; description: string }>;
  return builder.enumType(name as string, { description, values });
}
