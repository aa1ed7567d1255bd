import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';

export type WorkspaceWithOwner = Workspace & { ownerEmail: string | null };

/** For the CLI only. */
export async function listWorkspaces(root: PrismaClient): Promise<WorkspaceWithOwner[]> {
  const rows = await root.workspace.findMany({
    where: { deletedAt: null },
    include: { users: { where: { role: 'OWNER' }, orderBy: { id: 'asc' }, take: 1 } },
    orderBy: { accountId: 'asc' },
  });
  return rows.map(({ users, ...workspace }) => ({
    ...workspace,
    ownerEmail: users[0]?.email ?? null,
  }));
}
