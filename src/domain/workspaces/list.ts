import type { PrismaClient, Workspace } from '../../generated/prisma/client.ts';

/** A workspace and who owns it, as administration lists it. */
export type WorkspaceWithOwner = Workspace & { ownerEmail: string | null };

/** Every workspace of the database that was not deleted, by number: for its administrator, never for a request. */
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
