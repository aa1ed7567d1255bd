import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../database/client/db.ts';
import type { PrismaClient, User } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import { forgetKeysAfterwards } from '../workspaces/key-cache.ts';
import { parseUserId, requireRoleManagement } from '../workspaces/users.ts';
import type { RequestOrigin } from './sign-in-audit-entries.ts';
import { findUsersOfPerson, inSignInTransaction } from './sign-in-audit-entries.ts';
import { newSignInId } from './sign-in-ids.ts';
import { invitationMailRenderer } from './sign-in-mail-texts.ts';
import { clearSignInMailBodies, queueSignInMail } from './sign-in-mails.ts';

const lifetimeMs = 7 * 86_400_000;

/** The link does not work for a later address of the user. */
const hashOf = (secret: string, email: string) =>
  hash('sha256', `${secret} ${email.toLowerCase()}`, 'hex');

export interface Invitation {
  user: User;
  /** The secret of the link. Only its hash is stored. */
  token: string;
  expiresAt: Date;
}

/**
 * Invites a user and ends a former invitation.
 * @throws ActionError record_not_found; conflicting_state if the user is inactive
 */
export const inviteUser = (context: Context, userId: number): Promise<Invitation> =>
  write(context, async (tx) => {
    const secret = randomBytes(24).toString('base64url');
    const expiresAt = new Date(tx.now.getTime() + lifetimeMs);
    forgetKeysAfterwards(tx);
    await lockWorkspaceRow(tx);
    const found = await tx.lock('User', userId);
    if (!found.active) {
      throw new ActionError('conflicting_state', 'The user is inactive and cannot be invited.');
    }
    const user = tx.update('User', found, {
      invitedAt: tx.now,
      invitationExpiresAt: expiresAt,
      invitationHash: hashOf(secret, found.email),
    });
    return { user, token: `${tx.accountId}-${userId}-${secret}`, expiresAt };
  });

export const invitationLink = (publicUrl: string, { token }: Invitation): string =>
  `${publicUrl}/auth/invitation?token=${token}`;

export async function queueInvitationMail(
  { db, now, sendsMail, workspace }: Pick<Context, 'db' | 'now' | 'sendsMail' | 'workspace'>,
  { expiresAt, user }: Invitation,
  link: string,
): Promise<void> {
  const mail = {
    recipient: user.email.toLowerCase(),
    ...invitationMailRenderer(workspace.name, link)(workspace.language),
    expiresAt,
    invitationHash: user.invitationHash,
  };
  await queueSignInMail(db, mail, { known: false, now, sendsMail });
}

/**
 * Only the mail contains the link, so the caller cannot accept the invitation.
 * @throws ActionError id_missing, record_not_found, missing_scope, not_for_role; conflicting_state if the user is
 * inactive
 */
export const sendInvitation = (context: Context, body: { id?: unknown }): Promise<User> =>
  write(context, async (tx) => {
    const invitation = await inviteUser(tx, parseUserId(body).number);
    requireRoleManagement(tx, invitation.user.role);
    await queueInvitationMail(tx, invitation, invitationLink(tx.publicUrl, invitation));
    return invitation.user;
  });

export const signInStates = {
  NOT_INVITED: 'It was not invited.',
  INVITED: 'Its invitation waits to be accepted.',
  INVITATION_OVER: 'Its invitation was not accepted in time.',
  SIGNS_IN: 'A person signs in as the user.',
} as const;

export function signInStateOf(
  { personId, invitationExpiresAt }: Pick<User, 'personId' | 'invitationExpiresAt'>,
  now: Date,
): keyof typeof signInStates {
  if (personId !== null) return 'SIGNS_IN';
  if (invitationExpiresAt === null) return 'NOT_INVITED';
  return invitationExpiresAt > now ? 'INVITED' : 'INVITATION_OVER';
}

/**
 * The person with the user's address becomes the user.
 * @returns the address, and the workspace that could read the mail: the session opens no other
 * @throws ActionError conflicting_state if the link is used, replaced, expired, invalid or for another address, or the
 * person is another user of the workspace
 */
export async function acceptInvitation(
  prisma: PrismaClient,
  token: string,
  at: RequestOrigin,
): Promise<{ email: string; onlyIn: number | null }> {
  const [, account = '', user = '', secret = ''] =
    /^(\d{1,9})-(\d{1,9})-([\w-]{20,60})$/.exec(token) ?? [];
  const key = { accountId: Number(account), id: Number(user) };
  return inSignInTransaction(prisma, at, async ({ db, logFor }) => {
    await db.$queryRaw`SELECT 1 AS locked FROM "User" WHERE "accountId" = ${key.accountId} AND id = ${key.id} FOR UPDATE`;
    const found = await db.user.findUnique({ where: { accountId_id: key } });
    const { active, email, firstName, invitationExpiresAt, invitationHash, lastName } = found ?? {};
    const isOpen = active && invitationExpiresAt && invitationExpiresAt > at.now && invitationHash;
    const address = String(email).toLowerCase();
    const linkHash = hashOf(secret, address);
    const isRight = isOpen && timingSafeEqual(Buffer.from(invitationHash), Buffer.from(linkHash));
    if (!isRight) throw invitationOverError();
    const mail = await db.signInMail.findFirst({
      where: { recipient: address, invitationHash: linkHash, shownIn: { not: null } },
    });
    const onlyIn = mail?.shownIn ?? null;
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const person = await db.person.upsert({
      where: { email: address },
      create: { id: newSignInId('Person'), email: address, emailVerified: true, name },
      update: { emailVerified: true },
    });
    // Earlier sign-in methods end if a contact's mail created them, or if another workspace could read the mails before
    // and this one proves the address.
    const isUser = await db.user.findFirst({ where: { personId: person.id } });
    const isProven = onlyIn === null && person.onlyIn !== null && person.onlyIn !== key.accountId;
    if (!isUser || isProven) await deleteSignIns(db, person);
    await requireNoOtherUser(db, key, person.id);
    const actor = {
      accountId: key.accountId,
      model: 'User',
      id: formatNumericId('User', key.id),
    } as const;
    const after = await db.user.update({
      where: { accountId_id: key },
      data: { personId: person.id, invitationHash: null, invitationExpiresAt: null },
    });
    logFor({ ...actor, name: name || String(email) }).updated('User', after, found ?? undefined);
    return { email: address, onlyIn };
  });
}

/** @throws ActionError conflicting_state where a person is another user of a workspace */
async function requireNoOtherUser(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
  personId: string,
): Promise<void> {
  const otherUser = await db.user.findFirst({ where: { accountId, personId, NOT: { id } } });
  if (!otherUser) return;
  throw new ActionError(
    'conflicting_state',
    'You are already another user of this workspace. Sign in as that user, or ask an owner which of the two to keep.',
  );
}

function invitationOverError(): ActionError {
  return new ActionError(
    'conflicting_state',
    'This invitation was already accepted, was replaced, or has expired. Sign in, or ask for a new one.',
  );
}

/**
 * Removes all sign-in methods and sessions, and invalidates earlier tokens of external issuers. The person can sign in
 * with a mailed code. Each workspace gets an audit entry.
 */
export async function resetSignIn(
  prisma: PrismaClient,
  personId: string,
  at: RequestOrigin,
): Promise<void> {
  await inSignInTransaction(prisma, at, async ({ db, addEntries }) => {
    const administration = { kind: 'ADMINISTRATION', id: null, name: null } as const;
    addEntries('SIGN_IN_RESET', await findUsersOfPerson(db, personId), administration);
    const data = { resetAt: at.now };
    await deleteSignIns(db, await db.person.update({ where: { id: personId }, data }));
  });
}

async function deleteSignIns(
  db: Db,
  { email, id: personId }: { email: string; id: string },
): Promise<void> {
  await db.person.updateMany({
    where: { id: personId },
    data: { twoFactorEnabled: false, onlyIn: null },
  });
  await db.signInSession.deleteMany({ where: { personId } });
  await db.oAuthGrant.deleteMany({ where: { personId } });
  await db.signInMethod.deleteMany({ where: { personId } });
  await db.secondFactor.deleteMany({ where: { personId } });
  // Pending codes and links, trusted devices, and pending second factors.
  await db.$executeRaw`
    DELETE FROM "SignInVerification" WHERE value = ${personId} OR identifier = ${`sign-in-otp-${email}`}
      OR strpos(value, ${`"email":${JSON.stringify(email)}`}) > 0`;
  await db.signInMail.updateMany({
    where: { recipient: email, contactId: { not: null } },
    data: { invitationHash: null },
  });
  await clearSignInMailBodies(db, email);
}
