import { hash, randomBytes } from 'node:crypto';
import type { Db } from '../../database/client/db.ts';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import type { AuditActor } from '../../platform/audit-log/audit-author.ts';
import { auditActorOf } from '../../platform/audit-log/audit-author.ts';
import type { Context } from '../../platform/context/context.ts';
import { formatNumericId, parseNumericId } from '../../platform/ids/record-ids.ts';
import { fullAccessScopes, grantedPermissions } from '../../platform/permissions/permissions.ts';
import { inAuditedTransaction } from '../../write/audited-transaction.ts';
import { write } from '../../write/write.ts';
import { requireOwner } from '../workspaces/owner-check.ts';
import type { RequestOrigin } from './sign-in-audit-entries.ts';
import { newSignInId } from './sign-in-ids.ts';

/** A link works once, for some minutes. Only its hash is stored. */

export const exportLinkMinutes = 5;

export interface ExportLink {
  url: string;
  expiresAt: Date;
}

/** The link contains the requester and the workspace. */
interface LinkPayload {
  accountId: number;
  by: AuditActor;
}

const identifierOf = (secret: string) => `export-${hash('sha256', secret, 'hex')}`;

/**
 * Creates a link. The export runs when the link is opened.
 * @throws ActionError missing_scope, not_for_role
 */
export async function createExportLink(context: Context): Promise<ExportLink> {
  requireOwner(context, 'exports the workspace');
  const { accountId, actor, now, publicUrl } = context;
  const secret = `${accountId}-${randomBytes(24).toString('base64url')}`;
  const expiresAt = new Date(now.getTime() + exportLinkMinutes * 60_000);
  const payload: LinkPayload = { accountId, by: auditActorOf(actor) };
  await write(context, (tx) =>
    tx.insert('SignInVerification', {
      id: newSignInId('SignInVerification'),
      identifier: identifierOf(secret),
      value: JSON.stringify(payload),
      expiresAt,
    }),
  );
  return { url: `${publicUrl}/exports/${secret}`, expiresAt };
}

export async function isExportLinkValid(db: Db, secret: string, now: Date): Promise<boolean> {
  const where = { identifier: identifierOf(secret), expiresAt: { gt: now } };
  return (await db.signInVerification.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * The requester still has to be an owner, or a valid key of an owner with all permissions.
 * @returns the workspace, undefined for an invalid link
 */
export async function redeemExportLink(
  root: PrismaClient,
  secret: string,
  request: RequestOrigin,
): Promise<number | undefined> {
  return inAuditedTransaction(root, async (db, logFor) => {
    const [row] = await db.$queryRaw<{ value: string }[]>`
      DELETE FROM "SignInVerification" WHERE identifier = ${identifierOf(secret)} AND "expiresAt" > ${request.now} RETURNING value`;
    if (row === undefined) return undefined;
    const { accountId, by } = JSON.parse(row.value) as LinkPayload;
    if (!(await isStillOwner(db, accountId, by, request.now))) return undefined;
    const { now, requestId, ...origin } = request;
    const log = logFor({ accountId, by, origin, requestId });
    log.acted('EXPORTED', 'Workspace', formatNumericId('Workspace', accountId));
    return accountId;
  });
}

async function isStillOwner(db: Db, accountId: number, { id, kind }: AuditActor, now: Date) {
  const userId = parseNumericId('User', id ?? '') ?? null;
  const keyId = kind === 'KEY' ? id : null;
  const found = await db.$queryRaw<{ scopes: string[] | null }[]>`
    SELECT k.scopes FROM "Workspace" w LEFT JOIN "ApiKey" k ON k."accountId" = w."accountId" AND k.id = ${keyId}::text
        AND k."revokedAt" IS NULL AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now})
      LEFT JOIN "User" m ON m."accountId" = k."accountId" AND m.id = k."madeByUserId"
    WHERE w."accountId" = ${accountId} AND w."deletedAt" IS NULL AND (
      EXISTS (SELECT FROM "User" u WHERE u."accountId" = w."accountId" AND u.id = ${userId}::int AND u.role = 'OWNER' AND u.active)
      OR k.id IS NOT NULL AND (m.id IS NULL OR m.role = 'OWNER' AND m.active))`;
  const needed = grantedPermissions(fullAccessScopes);
  return found.some(
    ({ scopes }) => scopes === null || (needed & ~grantedPermissions(scopes)) === 0,
  );
}
