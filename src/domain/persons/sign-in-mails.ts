import { Prisma } from '../../generated/prisma/client.ts';
import type { Context, Db } from '../kernel/context.ts';
import { mayTouchOwners } from '../kernel/context.ts';
import { everything, requireRights, rightsIn, rightsOf } from '../kernel/rights.ts';
import { signInId } from './ids.ts';
import { mayEnterBy } from './portal-contacts.ts';

/** The task of graphile-worker that sends a mail of a sign-in; its payload is {@link SignInMailJob}. */
export const sendSignInMailTask = 'send_sign_in_mail';

/** What is tried within the few minutes for which a link or code counts. */
const mostAttempts = 6;

export interface SignInMailJob {
  id: string;
}

/** A mail that lets whoever reads it in. */
export interface SignInMail {
  recipient: string;
  subject: string;
  body: string;
  /** When what it says can no longer be used. */
  expiresAt: Date;
}

/**
 * Puts a mail of a sign-in into the outbox: where `known` only if somebody is known by that address,
 * or a contact of a client may enter by it. It is sent where a
 * mail server is configured, and kept otherwise, until it expires. Older ones to the same address say nothing any more once
 * it is there, and nor does what has expired. One statement.
 */
export async function putSignInMail(
  db: Db,
  { body, expiresAt, recipient, subject }: SignInMail,
  { known, now, sendsMail }: { known: boolean; now: Date; sendsMail: boolean },
): Promise<void> {
  const id = signInId('SignInMail');
  await db.$queryRaw`
    WITH recipient AS (
      SELECT 1 WHERE NOT ${known} OR EXISTS (SELECT FROM "Person" WHERE email = ${recipient})
        OR ${mayEnterBy(Prisma.sql`${recipient}`)}
    ), old AS (
      UPDATE "SignInMail" SET body = NULL
      WHERE body IS NOT NULL AND (
        recipient = ${recipient} AND status <> 'QUEUED' AND EXISTS (SELECT FROM recipient) OR "expiresAt" <= ${now}
      )
    ), mail AS (
      INSERT INTO "SignInMail" (id, recipient, subject, body, "expiresAt", status)
      SELECT ${id}, ${recipient}, ${subject}, ${body}, ${expiresAt},
        (CASE WHEN ${sendsMail} THEN 'QUEUED' ELSE 'KEPT' END)::"OutboxMailStatus"
      FROM recipient
    )
    SELECT CASE WHEN ${sendsMail} THEN (graphile_worker.add_job(${sendSignInMailTask}::text,
      json_build_object('id', ${id}::text), job_key => ${id}::text, max_attempts => ${mostAttempts}::int)).id::text
      END AS job FROM recipient`;
}

/** Takes away the words of the mails to an address: somebody signed in. One statement. */
export async function blankSignInMails(db: Db, recipient: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "SignInMail" SET body = NULL WHERE recipient = ${recipient} AND body IS NOT NULL`;
}

/** Takes a mail for an attempt; null where it was taken, or says nothing any more. One statement. */
export async function claimSignInMail(
  db: Db,
  { id }: SignInMailJob,
  now: Date,
): Promise<SignInMail | null> {
  const [mail] = await db.$queryRaw<SignInMail[]>`
    UPDATE "SignInMail" SET status = 'SENDING'
    WHERE id = ${id} AND status = 'QUEUED' AND body IS NOT NULL AND "expiresAt" > ${now} RETURNING *`;
  return mail ?? null;
}

/** Writes down what became of a mail; what is not to be tried again says nothing from then on. One statement. */
export async function settleSignInMail(
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

/** A mail of a sign-in as it is shown where no mail is sent. */
export interface ShownSignInMail extends SignInMail {
  id: string;
  createdAt: Date;
}

/**
 * The mails of sign-ins that are kept because no mail server is configured, newest first. Whoever reads one can be
 * its person: so only who has every right in the workspace sees any, only those to users, and to contacts who may enter the
 * portal, of this workspace and of no other, and those to owners only who may touch owners. One statement.
 * @throws ActionError missing_scope
 */
export async function shownSignInMails(context: Context): Promise<ShownSignInMail[]> {
  const { accountId, actor, db, now } = context;
  requireRights(rightsIn(context), rightsOf(everything));
  const mayOwners = mayTouchOwners(actor);
  const whose = Prisma.sql`(o."personId" = p.id OR lower(o.email) = m.recipient)`;
  const recipient = Prisma.sql`m.recipient`;
  return db.$queryRaw<ShownSignInMail[]>`
    SELECT m.id, m.recipient, m.subject, m.body, m."createdAt", m."expiresAt"
    FROM "SignInMail" m LEFT JOIN "Person" p ON p.email = m.recipient
    WHERE m.status = 'KEPT' AND m.body IS NOT NULL AND m."expiresAt" > ${now}
      AND (
        EXISTS (SELECT FROM "User" o WHERE o."accountId" = ${accountId} AND ${whose})
        OR ${mayEnterBy(recipient, Prisma.sql`AND c."accountId" = ${accountId}`)}
      )
      AND NOT EXISTS (
        SELECT FROM "User" o
        WHERE (o."accountId" <> ${accountId} OR o.role = 'OWNER' AND NOT ${mayOwners}) AND ${whose}
      )
      AND NOT ${mayEnterBy(recipient, Prisma.sql`AND c."accountId" <> ${accountId}`)}
    ORDER BY m."createdAt" DESC, m.id DESC LIMIT 100`;
}
