/** A workspace by its number, for who administers the database. */
interface Known {
  accountId: number;
  name: string;
}

/** How many are named; `workspace list` has them all. */
const mostNamed = 10;

/** Those that there are, in order, and one more than are named: for {@link workspaceNotFoundMessage}. */
export const existingWorkspacesQuery = {
  where: { deletedAt: null },
  select: { accountId: true, name: true },
  orderBy: { accountId: 'asc' },
  take: mostNamed + 1,
} as const;

/** The same in SQL, of a table by its name. */
export const existingWorkspacesSql = (table: string): string =>
  `SELECT "accountId", name FROM ${table} WHERE "deletedAt" IS NULL ORDER BY "accountId" LIMIT ${mostNamed + 1}`;

/** That there is no such workspace, and which ones there are. For the command line alone: no workspace hears of another. */
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
