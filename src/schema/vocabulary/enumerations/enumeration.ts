import { builder } from '../builder.ts';

/** An enumeration of the schema, with what each of its values means. */
export function enumeration<V extends string>(
  name: string,
  description: string,
  meanings: Record<V, string>,
) {
  const values = Object.fromEntries(
    Object.entries<string>(meanings).map(([value, meaning]) => [
      value,
      { value, description: meaning },
    ]),
  ) as Record<V, { value: V; description: string }>;
  return builder.enumType(name, { description, values });
}
