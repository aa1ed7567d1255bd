/** What may cost more in a large workspace, and why; docs/performance.md has the same table. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/, counted$/, 'a count is a count'],
  [/^figures, /, 'a sum of all that there is'],
  [/^clients where name has$/, 'a part of a text is looked for in all of them'],
  [/^clients where there is no invoice$/, 'all have one: each of them is looked at'],
  [/^clients where name starts, in any case$/, 'all that is found is put in order'],
  [/tasks\/search by words$/, 'a part of a name is looked for in all tasks'],
  [/contacts\/search by words$/, 'letters that all addresses have in common are looked through'],
  [/^searchClients "north/, 'all that is found is put in order: no thousand, none early by name'],
  [
    /searchClients "person17|clients\/search by words/,
    'a part of a name is looked for in all contacts',
  ],
  [
    /unbilledWork\/search/,
    'time, expenses and deliverables that nobody charged are put in one order',
  ],
  [
    /where it was changed lately$/,
    'read in the order of the list until enough were changed lately',
  ],
  [/^contacts by lastName/, 'those of one last name are sorted, of whom there are more'],
];

/** Why a case may cost more the more there is; undefined where it may not. */
export function reasonFor(name: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(name))?.[1];
}
