import type { FieldError } from '../errors/action-error.ts';

/** The preferred name is first. */
export type Alias = readonly [preferred: string, other: string];

/** Reports aliases with different values. Null counts as absent. */
export function validateAliases(fields: object, aliases: readonly Alias[]): FieldError[] {
  const values = fields as Readonly<Record<string, unknown>>;
  return aliases
    .filter(([preferred, other]) => {
      const [one, two] = [values[preferred] ?? null, values[other] ?? null];
      return one !== null && two !== null && String(one) !== String(two);
    })
    .map(([preferred, other]) => {
      const message = `is another name of ${preferred} and has a different value`;
      return { path: other, code: 'disagrees', message };
    });
}

export function resolveAlias<T>(
  preferred: T | null | undefined,
  other: T | null | undefined,
): T | null | undefined {
  return preferred ?? other ?? (preferred === null || other === null ? null : undefined);
}
