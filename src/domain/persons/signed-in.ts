import type { PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { ActingPerson, Actor, WorkspaceSettings } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import { roleScopes, type UserRole } from '../kernel/roles.ts';

/** Whoever a request acts for: a key, or a person as a user of one workspace. */
export interface Caller extends Actor {
  accountId: number;
  workspace: WorkspaceSettings;
}

/** A caller who signed in. */
export interface SignedIn extends Caller {
  keyId: null;
  keyName: null;
  person: ActingPerson;
}

/** What proves who somebody is: a session's own secret, or its id together with the person's, out of a signed token. */
export type Proof =
  | { sessionToken: string }
  | { sessionId: string; personId: string }
  | { personId: string };

/** A user of a person, with what verbs need of the workspace. */
interface UserRow extends WorkspaceSettings {
  personId: string;
  sessionId: string | null;
  /** Null where the person is a user of no workspace, or not of the one that was named. */
  accountId: number | null;
  userId: number;
  role: UserRole;
  personName: string;
}

const userColumns = Prisma.sql`
  u."accountId", u.id AS "userId", u.role, w.name, w.currency, w."timeZone",
  coalesce(nullif(concat_ws(' ', u."firstName", u."lastName"), ''), u.email) AS "personName",
  (SELECT o.id FROM "User" o WHERE o."accountId" = u."accountId" AND o.role = 'OWNER'
   ORDER BY o.active DESC, o.id LIMIT 1) AS "ownerId"`;

function provenBy(proof: Proof, now: Date): Prisma.Sql {
  if ('sessionToken' in proof) {
    return Prisma.sql`SELECT "personId", id AS "sessionId" FROM "SignInSession"
      WHERE token = ${proof.sessionToken} AND "expiresAt" > ${now}`;
  }
  if ('sessionId' in proof) {
    return Prisma.sql`SELECT "personId", id AS "sessionId" FROM "SignInSession"
      WHERE id = ${proof.sessionId} AND "personId" = ${proof.personId} AND "expiresAt" > ${now}`;
  }
  return Prisma.sql`SELECT id AS "personId", NULL AS "sessionId" FROM "Person" WHERE id = ${proof.personId}`;
}

/**
 * The user as whom a person acts: of the workspace that is named, or of the only one. One statement for every request, so
 * that a sign-out, a deactivation and a new role bite at once.
 * @throws ActionError not_signed_in where nobody is signed in by that proof; workspace_required where the person is a user
 * of several workspaces and none is named; wrong_workspace where it is no active user of the one that is
 */
export async function signedIn(
  db: PrismaClient,
  proof: Proof,
  accountId: number | null,
  now: Date,
): Promise<SignedIn> {
  const rows = await db.$queryRaw<UserRow[]>`
    SELECT p."personId", p."sessionId", ${userColumns}
    FROM (${provenBy(proof, now)}) p
    LEFT JOIN ("User" u JOIN "Workspace" w ON w."accountId" = u."accountId")
      ON u."personId" = p."personId" AND u.active AND (${accountId}::int IS NULL OR u."accountId" = ${accountId}::int)
    ORDER BY u."accountId" LIMIT 2`;
  const [row, another] = rows;
  if (row === undefined) throw notSignedIn();
  if (row.accountId === null) throw noWorkspace(accountId);
  if (another !== undefined) throw workspaceRequired();
  return signedInAs(row as UserRow & { accountId: number });
}

function signedInAs({
  accountId,
  personId,
  personName,
  role,
  sessionId,
  userId,
  ...workspace
}: UserRow & { accountId: number }): SignedIn {
  const session = sessionId === null ? {} : { sessionId };
  const person = { personId, userId, role, name: personName, ...session };
  return { accountId, keyId: null, keyName: null, person, scopes: roleScopes[role], workspace };
}

/** What names a caller who signed in, among all callers. */
const nameOf = (accountId: number, personId: string, sessionId: string | null = null) =>
  `${accountId} ${personId} ${sessionId ?? ''}`;

/**
 * What persons who were let in stand for by now; whoever has signed out, is no active user any more or whose session has
 * ended is not found. One statement.
 */
export async function signedInAgain(
  db: PrismaClient,
  callers: readonly SignedIn[],
  now: Date,
): Promise<(caller: SignedIn) => SignedIn | undefined> {
  const accountIds = callers.map(({ accountId }) => accountId);
  const personIds = callers.map(({ person }) => person.personId);
  const userIds = callers.map(({ person }) => person.userId);
  const sessionIds = callers.map(({ person }) => person.sessionId ?? null);
  const rows = await db.$queryRaw<(UserRow & { accountId: number })[]>`
    SELECT p."personId", p."sessionId", ${userColumns}
    FROM unnest(${accountIds}::int[], ${personIds}::text[], ${userIds}::int[], ${sessionIds}::text[])
      p ("accountId", "personId", "userId", "sessionId")
    JOIN "User" u ON u."accountId" = p."accountId" AND u.id = p."userId" AND u.active
    JOIN "Workspace" w ON w."accountId" = u."accountId"
    WHERE p."sessionId" IS NULL OR u."personId" = p."personId"
      AND EXISTS (SELECT FROM "SignInSession" s WHERE s.id = p."sessionId" AND s."expiresAt" > ${now})`;
  const found = new Map(
    rows.map((row) => [nameOf(row.accountId, row.personId, row.sessionId), signedInAs(row)]),
  );
  return ({ accountId, person }) => found.get(nameOf(accountId, person.personId, person.sessionId));
}

/** The one answer to every session and token that does not count. */
export function notSignedIn(): ActionError {
  return new ActionError(
    'not_signed_in',
    'Nobody is signed in by this session or token: it has ended, or never was one. Sign in again.',
  );
}

function noWorkspace(named: number | null): ActionError {
  const message =
    named === null
      ? 'You are signed in, but no workspace has you as an active user. Ask one of its owners for an invitation.'
      : 'You are no active user of the workspace that X-Workspace names.';
  return new ActionError('wrong_workspace', message);
}

function workspaceRequired(): ActionError {
  return new ActionError(
    'workspace_required',
    'You are a user of several workspaces: say by the header X-Workspace, with the number of one, which of them you mean. GET /auth/workspaces lists them.',
  );
}
