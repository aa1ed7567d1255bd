interface WorkspaceName {
  accountId: number;
  name: string;
}

/** `workspace list` prints all. */
const maxListed = 10;

/** One more than {@link workspaceNotFoundMessage} names. */
export const existingWorkspacesQuery = {
  where: { deletedAt: null },
  select: { accountId: true, name: true },
  orderBy: { accountId: 'asc' },
  take: maxListed + 1,
} as const;

export const existingWorkspacesSql = (table: string): string =>
  `SELECT "accountId", name FROM ${table} WHERE "deletedAt" IS NULL ORDER BY "accountId" LIMIT ${maxListed + 1}`;

/** For the CLI only: a workspace must not learn of others. */
export function workspaceNotFoundMessage(
  accountId: number,
  workspaces: readonly WorkspaceName[],
): string {
  const missing = `There is no workspace ${accountId}.`;
  const names = workspaces.slice(0, maxListed).map((one) => `${one.accountId} ("${one.name}")`);
  const [first, ...others] = names;
  if (first === undefined) {
    return `${missing} There is none yet: create one with \`actiongraph workspace create\`.`;
  }
  if (others.length === 0) return `${missing} There is only ${first}.`;
  if (workspaces.length > maxListed) {
    return `${missing} There are ${names.join(', ')} and more: see \`actiongraph workspace list\`.`;
  }
  return `${missing} There are ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
}
