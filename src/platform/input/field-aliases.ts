import type { FieldError } from '../errors/action-error.ts';

/** The preferred name is first. */
export type Alias = readonly [usual: string, other: string];

/** Reports aliases with different values. Null counts as absent. */
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

export function resolveAlias<T>(
  usual: T | null | undefined,
  other: T | null | undefined,
): T | null | undefined {
  return usual ?? other ?? (usual === null || other === null ? null : undefined);
}
