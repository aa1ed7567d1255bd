import type { FieldError } from '../errors/action-error.ts';

/** Two names of one field, the usual one first. */
export type Alias = readonly [usual: string, other: string];

/** The faults of fields that have two names, where both are given and say different things; null says nothing. */
export function validateAliases(fields: object, aliases: readonly Alias[]): FieldError[] {
  const values = fields as Readonly<Record<string, unknown>>;
  return aliases
    .filter(([usual, other]) => {
      const [one, two] = [values[usual] ?? null, values[other] ?? null];
      return one !== null && two !== null && String(one) !== String(two);
    })
    .map(([usual, other]) => {
      const message = `is another name of ${usual} and has a different value`;
      return { path: other, code: 'disagrees', message };
    });
}

/** What a field with two names says: undefined where neither is there, null where nothing but null is. */
export function resolveAlias<T>(
  usual: T | null | undefined,
  other: T | null | undefined,
): T | null | undefined {
  return usual ?? other ?? (usual === null || other === null ? null : undefined);
}
