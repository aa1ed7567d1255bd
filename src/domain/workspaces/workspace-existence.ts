interface Known {
  accountId: number;
  name: string;
}

/** `workspace list` prints all. */
const mostNamed = 10;

/** One more than {@link workspaceNotFoundMessage} names. */
export const existingWorkspacesQuery = {
  where: { deletedAt: null },
  select: { accountId: true, name: true },
  orderBy: { accountId: 'asc' },
  take: mostNamed + 1,
} as const;

export const existingWorkspacesSql = (table: string): string =>
  `SELECT "accountId", name FROM ${table} WHERE "deletedAt" IS NULL ORDER BY "accountId" LIMIT ${mostNamed + 1}`;

/** For the CLI only: a workspace must not learn of others. */
export function workspaceNotFoundMessage(accountId: number, known: readonly Known[]): string {
  const missing = `There is no workspace ${accountId}.`;
  const named = known.slice(0, mostNamed).map((one) => `${one.accountId} ("${one.name}")`);
  const [first, ...others] = named;
  if (first === undefined) {
    return `${missing} There is none yet: create one with \`actiongraph workspace create\`.`;
  }
  if (others.length === 0) return `${missing} There is only ${first}.`;
  if (known.length > mostNamed) {
    return `${missing} There are ${named.join(', ')} and more: see \`actiongraph workspace list\`.`;
  }
  return `${missing} There are ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`;
}
