import type { UserRole } from '../../generated/prisma/enums.ts';
import type { Db } from '../kernel/context.ts';

/** A workspace that a person may act in. */
interface PersonsWorkspace {
  accountId: number;
  name: string;
  userId: number;
  role: UserRole;
}

/**
 * The workspaces in which a person is an active user, by number: the one question that is asked across workspaces, by
 * the person itself. One statement.
 */
export async function workspacesOf(db: Db, personId: string): Promise<PersonsWorkspace[]> {
  return db.$queryRaw<PersonsWorkspace[]>`
    SELECT u."accountId", w.name, u.id AS "userId", u.role
    FROM "User" u JOIN "Workspace" w USING ("accountId")
    WHERE u."personId" = ${personId} AND u.active ORDER BY u."accountId"`;
}
