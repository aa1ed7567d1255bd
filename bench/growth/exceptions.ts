/** What may cost more in a large workspace, and why; docs/performance.md says more of each. */
const reasons: readonly (readonly [RegExp, string])[] = [[/, counted$/, 'a count is a count']];

/** Why a case may cost more the more there is; undefined where it may not. */
export function reasonFor(name: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
}
