import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import {
  callerPermissions,
  fullAccessScopes,
  grantedPermissions,
  requirePermissions,
} from '../../platform/permissions/permissions.ts';
import { canEnterPortalSql } from './portal-contacts.ts';
import { newSignInId } from './sign-in-ids.ts';

/** The task of graphile-worker. Its payload is {@link SignInMailJob}. */
export const sendSignInMailTask = 'send_sign_in_mail';

/** All attempts happen while the code or link is valid. */
const maxAttempts = 6;

/** About three days. */
const maxNoticeAttempts = 25;

export interface SignInMailJob {
  id: string;
}

export interface SignInMail {
  recipient: string;
  subject: string;
  body: string;
  /** End of the validity of the code or link. */
  expiresAt: Date;
  invitationHash?: string | null | undefined;
  portal?: PortalLink | undefined;
}

interface PortalLink {
  accountId: number;
  contactId: string;
  leadsTo: string;
}

/**
 * Without a mail server the workspace can read the mail until it expires. Bodies of older and expired mails are erased.
 * @param options.known only if the address belongs to a person, or to a contact with portal access
 * @param options.isNotice it contains no code or link to sign in, so it replaces no older mail
 */
export async function queueSignInMail(
  db: Db,
  { body, expiresAt, invitationHash = null, portal, recipient, subject }: SignInMail,
  {
    isNotice = false,
    known,
    now,
    sendsMail,
  }: { isNotice?: boolean; known: boolean; now: Date; sendsMail: boolean },
): Promise<void> {
  const id = newSignInId('SignInMail');
  const { accountId = null, contactId = null, leadsTo = null } = portal ?? {};
  await db.$queryRaw`
    WITH recipient AS (
      SELECT 1 WHERE NOT ${known} OR EXISTS (SELECT FROM "Person" WHERE email = ${recipient})
        OR ${canEnterPortalSql(Prisma.sql`${recipient}`)}
    ), old AS (
      UPDATE "SignInMail" SET body = NULL
      WHERE body IS NOT NULL AND (
        NOT ${isNotice} AND recipient = ${recipient} AND status <> 'QUEUED' AND EXISTS (SELECT FROM recipient) OR "expiresAt" <= ${now}
      )
    ), mail AS (
      INSERT INTO "SignInMail" (id, recipient, subject, body, "expiresAt", "invitationHash", "contactIn", "contactId", "leadsTo", status)
      SELECT ${id}, ${recipient}, ${subject}, ${body}, ${expiresAt}, ${invitationHash}, ${accountId}::int, ${contactId}, ${leadsTo},
        (CASE WHEN ${sendsMail} THEN 'QUEUED' ELSE 'KEPT' END)::"OutboxMailStatus"
      FROM recipient
    )
    SELECT CASE WHEN ${sendsMail} THEN (graphile_worker.add_job(${sendSignInMailTask}::text,
      json_build_object('id', ${id}::text), job_key => ${id}::text, max_attempts => ${isNotice ? maxNoticeAttempts : maxAttempts}::int)).id::text
      END AS job FROM recipient`;
}

/** Also of queued mails. */
export async function revokePortalLinks(
  db: Db,
  { accountId, id }: { accountId: number; id: string },
): Promise<void> {
  await db.$executeRaw`
    UPDATE "SignInMail" SET "invitationHash" = NULL, body = NULL
    WHERE "contactIn" = ${accountId} AND "contactId" = ${id} AND "invitationHash" IS NOT NULL`;
}

/** After expiry. Rate limits count the mails of the last day. */
const retentionDays = 7;

/** Limits the duration of a statement. */
const deletionBatchSize = 1_000;

export async function deleteExpiredSignInMails(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 86_400_000);
  for (let deleted = 0; ; ) {
    const count = await db.$executeRaw`
      DELETE FROM "SignInMail" WHERE id IN (
        SELECT id FROM "SignInMail" WHERE "expiresAt" < ${before} LIMIT ${deletionBatchSize})`;
    deleted += count;
    if (count < deletionBatchSize) return deleted;
  }
}

/** After a sign-in. */
export async function clearSignInMailBodies(db: Db, recipient: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "SignInMail" SET body = NULL WHERE recipient = ${recipient} AND body IS NOT NULL`;
}

/** Null if the mail is claimed or erased. */
export async function claimSignInMail(
  db: Db,
  { id }: SignInMailJob,
  now: Date,
): Promise<(SignInMail & { contactIn: number | null }) | null> {
  const [mail] = await db.$queryRaw<(SignInMail & { contactIn: number | null })[]>`
    UPDATE "SignInMail" SET status = 'SENDING'
    WHERE id = ${id} AND status = 'QUEUED' AND body IS NOT NULL AND "expiresAt" > ${now} RETURNING *`;
  return mail ?? null;
}

/** Replies go to the owner, as for other mails. */
export async function findWorkspaceSender(
  db: Db,
  accountId: number,
): Promise<{ fromName: string; replyTo: string | null }> {
  const [sender] = await db.$queryRaw<{ fromName: string; replyTo: string | null }[]>`
    SELECT name AS "fromName", (SELECT u.email FROM "User" u WHERE u."accountId" = w."accountId" AND u.role = 'OWNER'
      ORDER BY u.active DESC, u.id LIMIT 1) AS "replyTo"
    FROM "Workspace" w WHERE "accountId" = ${accountId}`;
  return sender ?? { fromName: '', replyTo: null };
}

/** The body is erased unless the mail is queued again. */
export async function recordSignInMailResult(
  db: Db,
  { id }: SignInMailJob,
  status: 'QUEUED' | 'SENT' | 'FAILED' | 'UNCONFIRMED',
  reason: string | null,
): Promise<void> {
  await db.$executeRaw`
    UPDATE "SignInMail" SET status = ${status}::"OutboxMailStatus", "lastError" = ${reason},
      body = CASE WHEN ${status} = 'QUEUED' THEN body END
    WHERE id = ${id}`;
}

export interface SignInMailView extends SignInMail {
  id: string;
  createdAt: Date;
}

/**
 * Sign-in mails without a mail server, newest first. A reader can sign in as the recipient, so:
 * - The caller needs all permissions, and to see mails of owners it must be allowed to manage owners.
 * - Invitations are visible in their workspace only.
 * - Mails to persons who are users of another workspace are hidden. A user without a person hides nothing, because
 * creating one needs no consent.
 * - The workspace is stored with the mail. A session that starts with it opens no other workspace.
 * @throws ActionError missing_scope
 */
export async function listSignInMails(context: Context): Promise<SignInMailView[]> {
  const { accountId, actor, db, now } = context;
  requirePermissions(callerPermissions(context), grantedPermissions(fullAccessScopes));
  const canSeeOwnerMails = canManageOwners(actor);
  const isRecipient = Prisma.sql`(o."personId" = p.id OR lower(o.email) = m.recipient)`;
  const recipient = Prisma.sql`m.recipient`;
  return db.$queryRaw<SignInMailView[]>`
    WITH shown AS (SELECT m.id, m.recipient, m.subject, m.body, m."createdAt", m."expiresAt"
    FROM "SignInMail" m LEFT JOIN "Person" p ON p.email = m.recipient
    WHERE m.status = 'KEPT' AND m.body IS NOT NULL AND m."expiresAt" > ${now}
      AND (
        EXISTS (
          SELECT FROM "User" o WHERE o."accountId" = ${accountId} AND ${isRecipient}
            AND (m."invitationHash" IS NULL OR o."invitationHash" = m."invitationHash")
        )
        OR ${canEnterPortalSql(recipient, Prisma.sql`AND c."accountId" = ${accountId}`)}
      )
      AND NOT EXISTS (
        SELECT FROM "User" o
        WHERE o."accountId" <> ${accountId} AND o."personId" = p.id
          OR o."accountId" = ${accountId} AND o.role = 'OWNER' AND NOT ${canSeeOwnerMails} AND ${isRecipient}
      )
      AND NOT ${canEnterPortalSql(recipient, Prisma.sql`AND c."accountId" <> ${accountId}`)}
      AND (m."shownIn" IS NULL OR m."shownIn" = ${accountId})
      AND (m."contactIn" IS NULL OR m."contactIn" = ${accountId})
    ORDER BY m."createdAt" DESC, m.id DESC LIMIT 100
    ), written AS (
      UPDATE "SignInMail" m SET "shownIn" = ${accountId} FROM shown WHERE m.id = shown.id AND m."shownIn" IS NULL
      RETURNING m.id
    )
    SELECT * FROM shown ORDER BY "createdAt" DESC, id DESC`;
}
