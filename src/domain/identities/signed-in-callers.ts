import type { PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { UserRole } from '../../platform/permissions/roles.ts';
import { roleScopes } from '../../platform/permissions/roles.ts';
import type { SessionCaller, SignedInContact, SignedInUser } from './caller.ts';
import type { SignedInContactRow } from './portal-contacts.ts';
import {
  isWorkspaceOpenToSessionSql,
  signedInContactColumnsSql,
  signedInContactsSql,
  toSignedInContact,
} from './portal-contacts.ts';
import type { SessionProof } from './session-proofs.ts';
import { isIssuedAfterResetSql, sessionOfProofSql, sessionProofError } from './session-proofs.ts';

/** The identity that the headers of a request select. */
export interface RequestedIdentity {
  accountId: number | null;
  contactId: string | null;
}

interface UserRow extends WorkspaceSettings {
  personId: string;
  sessionId: string | null;
  /** Expiry of an external token. Null for a session. */
  until: Date | null;
  /** Issue time of an external token. */
  issuedAt: Date | null;
  /** Null if the person is no user of the requested workspace. */
  accountId: number | null;
  userId: number;
  role: UserRole;
  personName: string;
}

const workspaceColumns = Prisma.sql`
  w."accountId", w.name, w.currency, w."timeZone", w.language,
  (SELECT o.id FROM "User" o WHERE o."accountId" = w."accountId" AND o.role = 'OWNER'
   ORDER BY o.active DESC, o.id LIMIT 1) AS "ownerId"`;

const userColumns = Prisma.sql`
  ${workspaceColumns}, u.id AS "userId", u.role,
  coalesce(nullif(concat_ws(' ', u."firstName", u."lastName"), ''), u.email) AS "personName"`;

/**
 * The user of the requested or only workspace, otherwise the requested or only contact. So a contact that a stranger
 * creates with a user's address has no effect.
 * It runs on every request: a sign-out, deactivation, new role or revoked access takes effect at once.
 * @throws ActionError not_signed_in, workspace_required, wrong_workspace
 */
export async function authenticateSession(
  db: PrismaClient,
  proof: SessionProof,
  { accountId, contactId }: RequestedIdentity,
  now: Date,
): Promise<SessionCaller> {
  const workspaceCondition = Prisma.sql`(${accountId}::int IS NULL OR w."accountId" = ${accountId}::int)`;
  const rows = await db.$queryRaw<(UserRow | SignedInContactRow)[]>`
    WITH p AS MATERIALIZED (${sessionOfProofSql(proof, now)}), own AS MATERIALIZED (
      SELECT ${userColumns}, NULL AS "contactId", NULL AS "clientId"
      FROM p JOIN "User" u ON u."personId" = p."personId" AND u.active AND ${isWorkspaceOpenToSessionSql(Prisma.sql`u`)}
        JOIN "Workspace" w ON w."accountId" = u."accountId" AND w."deletedAt" IS NULL AND ${workspaceCondition}
      WHERE ${contactId}::text IS NULL ORDER BY u."accountId" LIMIT 2
    ), entered AS MATERIALIZED (
      SELECT ${workspaceColumns}, NULL::int AS "userId", NULL::"UserRole" AS role, ${signedInContactColumnsSql}
      FROM p CROSS JOIN ${signedInContactsSql}
      WHERE ${workspaceCondition} AND (${contactId}::text IS NULL OR c.id = ${contactId}::text) LIMIT 2
    )
    SELECT p."personId", p."sessionId", p.until, p."issuedAt", a.* FROM p LEFT JOIN (
      SELECT * FROM own UNION ALL SELECT * FROM entered WHERE NOT EXISTS (SELECT FROM own)
    ) a ON true`;
  const [row, second] = rows;
  if (row === undefined) throw sessionProofError(proof);
  if (row.accountId === null) throw noSuchIdentityError({ accountId, contactId });
  const isContact = 'contactId' in row && row.contactId !== null;
  if (second !== undefined) throw isContact ? contactRequiredError() : workspaceRequiredError();
  return isContact ? toSignedInContact(row) : signedInAs(row as UserRow & { accountId: number });
}

function signedInAs({
  accountId,
  currency,
  issuedAt,
  language,
  name,
  ownerId,
  personId,
  personName,
  role,
  sessionId,
  timeZone,
  until,
  userId,
}: UserRow & { accountId: number }): SignedInUser {
  const proof = {
    ...(sessionId !== null && { sessionId }),
    ...(until !== null && { until }),
    ...(issuedAt !== null && { issuedAt }),
  };
  const person = { personId, userId, role, name: personName, ...proof };
  const workspace = { name, currency, timeZone, language, ownerId };
  return { accountId, keyId: null, keyName: null, person, scopes: roleScopes[role], workspace };
}

const callerKey = (
  accountId: number,
  { personId, sessionId, until }: { personId: string; sessionId?: string; until?: Date },
) => `${accountId} ${personId} ${sessionId ?? ''} ${until?.getTime() ?? ''}`;

/** For open streams. Callers that are no longer valid are missing. */
export async function reauthenticateUsers(
  db: PrismaClient,
  callers: readonly SignedInUser[],
  now: Date,
): Promise<(caller: SignedInUser) => SignedInUser | undefined> {
  const accountIds = callers.map(({ accountId }) => accountId);
  const personIds = callers.map(({ person }) => person.personId);
  const userIds = callers.map(({ person }) => person.userId);
  const sessionIds = callers.map(({ person }) => person.sessionId ?? null);
  const untils = callers.map(({ person }) => person.until ?? null);
  const issueTimes = callers.map(({ person }) => person.issuedAt ?? null);
  const rows = await db.$queryRaw<(UserRow & { accountId: number })[]>`
    SELECT p."personId", p."sessionId", p.until, p."issuedAt", ${userColumns}
    FROM unnest(${accountIds}::int[], ${personIds}::text[], ${userIds}::int[], ${sessionIds}::text[], ${untils}::timestamptz[],
      ${issueTimes}::timestamptz[]) p ("accountId", "personId", "userId", "sessionId", until, "issuedAt")
    JOIN "User" u ON u."accountId" = p."accountId" AND u.id = p."userId" AND u.active
    JOIN "Workspace" w ON w."accountId" = u."accountId" AND w."deletedAt" IS NULL
    WHERE p."sessionId" IS NULL AND p.until IS NULL OR u."personId" = p."personId" AND (p.until > ${now} AND ${isIssuedAfterResetSql}
      OR EXISTS (SELECT FROM "SignInSession" s WHERE s.id = p."sessionId" AND s."expiresAt" > ${now}))`;
  const users = rows.map(signedInAs);
  const found = new Map(users.map((one) => [callerKey(one.accountId, one.person), one]));
  return ({ accountId, person }) => found.get(callerKey(accountId, person));
}

/** For open streams. Callers that are no longer valid are missing. */
export async function reauthenticateContacts(
  db: PrismaClient,
  callers: readonly SignedInContact[],
  now: Date,
): Promise<(caller: SignedInContact) => SignedInContact | undefined> {
  const accountIds = callers.map(({ accountId }) => accountId);
  const contactIds = callers.map(({ contact }) => contact.contactId);
  const sessionIds = callers.map(({ contact }) => contact.sessionId);
  const rows = await db.$queryRaw<SignedInContactRow[]>`
    SELECT p."personId", p."sessionId", ${workspaceColumns}, ${signedInContactColumnsSql}
    FROM (
      SELECT DISTINCT a."accountId", a."contactId", s."personId", s.id AS "sessionId", s."addressProvenAt", s."onlyIn"
      FROM unnest(${accountIds}::int[], ${contactIds}::text[], ${sessionIds}::text[]) a ("accountId", "contactId", "sessionId")
      JOIN "SignInSession" s ON s.id = a."sessionId" AND s."expiresAt" > ${now}
    ) p CROSS JOIN ${signedInContactsSql}
    WHERE c."accountId" = p."accountId" AND c.id = p."contactId"`;
  const contactKey = (contactId: string, sessionId: string) => `${contactId} ${sessionId}`;
  const found = new Map(
    rows.map((row) => [contactKey(row.contactId, row.sessionId), toSignedInContact(row)]),
  );
  return ({ contact }) => found.get(contactKey(contact.contactId, contact.sessionId));
}

function noSuchIdentityError({ accountId, contactId }: RequestedIdentity): ActionError {
  const message =
    contactId !== null
      ? 'You are not the contact in X-Contact. It may have lost its access or have another address. Contacts sign in with a link or code by e-mail. GET /auth/contacts lists your contacts.'
      : accountId === null
        ? 'You are signed in, but you are not an active user of any workspace or, with this sign-in, a contact of its clients. Ask an owner for an invitation. Contacts sign in with a link or code by e-mail.'
        : 'You are no active user of the workspace that X-Workspace names, and by this sign-in no contact of a client there.';
  return new ActionError('wrong_workspace', message);
}

function contactRequiredError(): ActionError {
  return new ActionError(
    'workspace_required',
    'You are a contact of several clients. Choose one with the header X-Contact and its id. GET /auth/contacts lists them.',
  );
}

function workspaceRequiredError(): ActionError {
  return new ActionError(
    'workspace_required',
    'You are a user of several workspaces. Choose one with the header X-Workspace and its number. GET /auth/workspaces lists them.',
  );
}
