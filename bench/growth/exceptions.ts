/** What may cost more in a large workspace, and why; docs/performance.md has the same table. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/, counted$/, 'a count is a count'],
  [/^figures, /, 'a sum of all that there is'],
  [/^clients where name has$/, 'a part of a text is looked for in all of them'],
  [/tasks\/search by words$/, 'a part of a name is looked for in all tasks'],
  [/contacts\/search by words$/, 'letters that all addresses have in common are looked through'],
  [/^searchClients "\w{1,3}"/, 'all that is found is put in order before the first ten'],
];

/** Why a case may cost more the more there is; undefined where it may not. */
export function reasonFor(name: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
}
