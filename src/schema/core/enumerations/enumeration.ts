import type * as databaseEnums from '../../../generated/prisma/enums.ts';
import { builder } from '../builder.ts';

type DatabaseEnums = typeof databaseEnums;

type ValuesOf<N extends string> = N extends keyof DatabaseEnums
  ? keyof DatabaseEnums[N] & string
  : string;

/**
 * Defines an enumeration with a description of each value. The compiler requires exactly the values
 * of the database enumeration with the same name, if there is one.
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
