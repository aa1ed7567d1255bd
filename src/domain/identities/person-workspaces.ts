import type { Db } from '../../database/client/db.ts';
import type { UserRole } from '../../generated/prisma/enums.ts';

interface PersonWorkspace {
  accountId: number;
  name: string;
  userId: number;
  role: UserRole;
}

/** A session that is limited to one workspace gets only that one. */
export async function listWorkspacesOfPerson(
  db: Db,
  { personId, sessionId = null }: { personId: string; sessionId?: string | null | undefined },
): Promise<PersonWorkspace[]> {
  return db.$queryRaw<PersonWorkspace[]>`
    SELECT u."accountId", w.name, u.id AS "userId", u.role
    FROM "User" u JOIN "Workspace" w ON w."accountId" = u."accountId" AND w."deletedAt" IS NULL
    WHERE u."personId" = ${personId} AND u.active
      AND NOT EXISTS (SELECT FROM "SignInSession" s WHERE s.id = ${sessionId} AND s."onlyIn" <> u."accountId")
    ORDER BY u."accountId"`;
}
