import { randomBytes } from 'node:crypto';
import type { Db } from '../../database/client/db.ts';
import type { OAuthClient, PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { Scope } from '../../platform/permissions/permissions.ts';
import {
  grantedPermissions,
  intersectScopes,
  mcpWriteScope,
} from '../../platform/permissions/permissions.ts';
import type { SessionCaller } from './caller.ts';
import { isLiveGrantSql, notSignedInError } from './session-proofs.ts';
import type { RequestOrigin, WorkspaceActor } from './sign-in-audit-entries.ts';
import { findUsersOfPerson, inSignInTransaction } from './sign-in-audit-entries.ts';
import { newSignInId } from './sign-in-ids.ts';
import type { SessionIdentity } from './single-workspace-sign-in.ts';
import { sharesWorkspaceWithSessionSql } from './single-workspace-sign-in.ts';

/** A grant lets an app act for a person in one workspace. See docs/decisions/0015-sign-in.md. */

/** Clients that no person has allowed, and grants whose tokens have expired, are deleted after this time. */
const unusedMs = 86_400_000;

export interface AppClaims {
  grantId: string;
  personId: string;
  accountId: number;
  scopes: readonly string[];
  clientName: string;
}

/**
 * The caller with the permissions that its role and the grant have in common.
 * @throws ActionError not_signed_in for a contact
 */
export function restrictToGrant(
  caller: SessionCaller,
  { clientName, scopes }: AppClaims,
): SessionCaller {
  if (!caller.person) throw notSignedInError();
  const granted: Scope[] = scopes.includes(mcpWriteScope)
    ? ['read', 'write', mcpWriteScope]
    : ['read'];
  return {
    ...caller,
    person: { ...caller.person, app: clientName },
    scopes: intersectScopes(granted, grantedPermissions(caller.scopes)),
  };
}

const appName = (name: string | null | undefined): string => name || 'App without a name';

/** Undefined if the grant was deleted. */
export async function findGrant(
  prisma: PrismaClient,
  id: string,
): Promise<{ accountId: number; clientName: string } | undefined> {
  const grant = await prisma.oAuthGrant.findUnique({
    where: { id },
    select: { onlyIn: true, client: { select: { name: true } } },
  });
  return grant ? { accountId: grant.onlyIn, clientName: appName(grant.client.name) } : undefined;
}

export const registerApp = (
  prisma: PrismaClient,
  name: string | null,
  redirectUris: string[],
): Promise<OAuthClient> =>
  prisma.oAuthClient.create({
    data: {
      ...{ id: newSignInId('OAuthClient'), clientId: randomBytes(24).toString('base64url') },
      ...{ name, redirectUris, tokenEndpointAuthMethod: 'none' },
    },
  });

interface NewGrant {
  clientId: string;
  personId: string;
  accountId: number;
  scopes: readonly string[];
  resource: string;
}

/**
 * The grant gives no access until `issueTokens` has returned. If that fails, the grant is deleted.
 * @throws ActionError conflicting_state if the person decided again concurrently
 */
export async function giveGrant<T>(
  prisma: PrismaClient,
  { accountId, clientId, personId, resource, scopes }: NewGrant,
  at: RequestOrigin,
  issueTokens: (grantId: string) => Promise<T>,
): Promise<T> {
  const id = newSignInId('OAuthGrant');
  const grant = { clientId, personId, onlyIn: accountId };
  const data = { ...grant, id, scopes: [...scopes], resources: [resource] };
  const { client } = await prisma.oAuthGrant.create({ data, include: { client: true } });
  try {
    const result = await issueTokens(id);
    const origin = { ...at, clientName: appName(client.name) };
    await inSignInTransaction(prisma, origin, async ({ db, addEntries }) => {
      await db.oAuthClient.update({ where: { clientId }, data: { usedAt: at.now } });
      // Ids ascend. Of two clicks, the second wins, because the browser follows that one.
      await db.oAuthGrant.deleteMany({ where: { ...grant, id: { lt: id } } });
      addEntries('APP_CONNECTED', await usersIn(db, personId, accountId));
    });
    return result;
  } catch (error) {
    const { count } = await prisma.oAuthGrant.deleteMany({ where: { id } });
    throw count === 0 ? replacedGrantError() : error;
  }
}

const replacedGrantError = () =>
  new ActionError('conflicting_state', 'You decided twice. The second decision is valid.');

async function usersIn(db: Db, personId: string, accountId: number): Promise<WorkspaceActor[]> {
  const users = await findUsersOfPerson(db, personId);
  return users.filter((user) => user.accountId === accountId);
}

interface ConnectedApp {
  id: string;
  name: string;
  accountId: number;
  scopes: string[];
  createdAt: Date;
}

/** Newest first. */
export async function listApps(
  prisma: PrismaClient,
  { personId, sessionId }: SessionIdentity,
  now: Date,
): Promise<ConnectedApp[]> {
  const rows = await prisma.$queryRaw<(ConnectedApp & { name: string | null })[]>`
    SELECT g.id, c.name, g."onlyIn" AS "accountId", g.scopes, g."createdAt"
    FROM "OAuthGrant" g JOIN "OAuthClient" c ON c."clientId" = g."clientId"
    WHERE g."personId" = ${personId} AND ${isOpenToSessionSql(sessionId)} AND ${isLiveGrantSql(now)}
    ORDER BY g."createdAt" DESC, g.id DESC LIMIT 200`;
  return rows.map((row) => ({ ...row, name: appName(row.name) }));
}

const isOpenToSessionSql = (sessionId: string) => Prisma.sql`EXISTS (
  SELECT FROM (SELECT g."onlyIn") s WHERE ${sharesWorkspaceWithSessionSql(sessionId)})`;

/**
 * Ends all tokens of the app in that workspace, and writes an audit entry.
 * @throws ActionError record_not_found
 */
export async function disconnectApp(
  prisma: PrismaClient,
  { personId, sessionId }: SessionIdentity,
  at: RequestOrigin,
  id: string,
): Promise<void> {
  const [app] = await prisma.$queryRaw<{ name: string | null }[]>`
    SELECT c.name FROM "OAuthGrant" g JOIN "OAuthClient" c ON c."clientId" = g."clientId"
    WHERE g.id = ${id} AND g."personId" = ${personId} AND ${isOpenToSessionSql(sessionId)}`;
  if (!app)
    throw new ActionError('record_not_found', 'You have no app with that id. It may have ended.');
  const origin = { ...at, clientName: appName(app.name) };
  await inSignInTransaction(prisma, origin, async ({ db, addEntries }) => {
    const { onlyIn } = await db.oAuthGrant.delete({ where: { id } });
    addEntries('APP_DISCONNECTED', await usersIn(db, personId, onlyIn));
  });
}

export async function deleteUnusedApps(prisma: PrismaClient, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unusedMs);
  await prisma.$executeRaw`
    DELETE FROM "OAuthGrant" g WHERE g."createdAt" < ${before} AND NOT ${isLiveGrantSql(now)}`;
  await prisma.$executeRaw`DELETE FROM "OAuthRefreshToken" WHERE "expiresAt" < ${now}`;
  await prisma.$executeRaw`
    DELETE FROM "OAuthClient" WHERE "usedAt" IS NULL AND "createdAt" < ${before}`;
}
