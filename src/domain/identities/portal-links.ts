import { hash, randomBytes } from 'node:crypto';
import { type Contact, Prisma, type PrismaClient } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { canRead } from '../../platform/permissions/permissions.ts';
import { write } from '../../write/write.ts';
import { hasAccessWithEmailSql } from './portal-contacts.ts';
import { portalMailRenderer } from './sign-in-mail-texts.ts';
import { queueSignInMail, revokePortalLinks } from './sign-in-mails.ts';

const lifetimeMs = 7 * 86_400_000;

/** An equal link within this time is not mailed again. */
const duplicateIntervalMs = 60_000;

/** Rate limits of mails. */
const limits = {
  contact: { most: 5, millis: 600_000, what: 'to one contact in ten minutes' },
  workspace: { most: 500, millis: 3_600_000, what: 'for one workspace in an hour' },
} as const;

export const sendPortalLinkInput = inputObject(
  'SendPortalLink',
  'Target of the link that is e-mailed to a contact.',
  {
    portalUrl: nullable(
      text(2_000),
      'Target page, of an origin in CORS_ORIGINS. Default: /sign-in of the service.',
    ),
  },
);

const hashOf = (secret: string) => hash('sha256', `portal link ${secret}`, 'hex');

/**
 * The link works once, within seven days, and replaces the former one. Only the mail contains it, so the caller cannot
 * use it.
 * @throws ActionError id_missing, record_not_found, invalid_input, too_many_requests; conflicting_state if the contact
 * has no access
 */
export const sendPortalLink = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof sendPortalLinkInput>,
): Promise<Contact> =>
  write(context, async (tx) => {
    const id = requireId(input);
    const { portalUrl } = parseInput(sendPortalLinkInput, input, (fields) =>
      targetErrors(tx, fields),
    );
    const { accountId, db, now, sendsMail } = tx;
    const contact = await tx.lock('Contact', id);
    const recipient = requirePortalAccess(tx, contact);
    const leadsTo = portalUrl ?? '/sign-in';
    if (await isSentAlready(tx, { id, leadsTo, recipient })) return contact;
    const secret = randomBytes(24).toString('base64url');
    const mail = {
      ...(await renderMail(tx, contact, {
        leadsTo,
        url: `${tx.publicUrl}/auth/portal?token=${secret}`,
      })),
      recipient,
      expiresAt: new Date(now.getTime() + lifetimeMs),
      invitationHash: hashOf(secret),
      portal: { accountId, contactId: id, leadsTo },
    };
    await revokePortalLinks(db, { accountId, id });
    await queueSignInMail(db, mail, { known: false, now, sendsMail });
    return tx.update('Contact', contact, { portalLinkSentAt: now });
  });

function targetErrors(context: Context, { portalUrl }: { portalUrl?: string | null | undefined }) {
  if (typeof portalUrl !== 'string' || context.isAllowedLinkTarget(portalUrl)) return [];
  const message =
    'must be a page of this service or of an origin in CORS_ORIGINS, for example https://portal.example.com/welcome';
  return [{ path: 'portalUrl', code: 'origin_not_allowed', message }];
}

/** @throws ActionError conflicting_state with each reason */
function requirePortalAccess(context: Context, contact: Contact): string {
  const reasons = [
    contact.email === null && 'it has no e-mail address',
    contact.clientId === null && 'it belongs to no client',
    !contact.portalAccess && 'its portalAccess is false',
    contact.archived && 'it is archived',
  ].filter((reason) => reason !== false);
  if (reasons.length === 0) return (contact.email as string).replace(/[A-Z]/g, lowercaseLetter);
  const reasonText = canRead(context, 'clients') ? `: ${reasons.join(', ')}` : '';
  throw new ActionError(
    'conflicting_state',
    `The contact has no access to the client portal, so no link was sent${reasonText}.`,
  );
}

/** ASCII letters only, like the database when it finds contacts by address. */
const lowercaseLetter = (letter: string) => letter.toLowerCase();

interface PortalLinkMail {
  id: string;
  leadsTo: string;
  recipient: string;
}

/** @throws ActionError too_many_requests */
async function isSentAlready(
  { accountId, db, now }: Context,
  { id, leadsTo, recipient }: PortalLinkMail,
): Promise<boolean> {
  const since = (millis: number) => new Date(now.getTime() - millis);
  const { contact, workspace } = limits;
  const [recentMails] = await db.$queryRaw<[{ same: boolean; contact: number; workspace: number }]>`
    SELECT coalesce(bool_or("contactId" = ${id} AND "leadsTo" = ${leadsTo} AND recipient = ${recipient}
        AND "invitationHash" IS NOT NULL AND status <> 'FAILED' AND "createdAt" > ${since(duplicateIntervalMs)}), false) AS same,
      count(*) FILTER (WHERE "contactId" = ${id} AND "createdAt" > ${since(contact.millis)})::int AS contact,
      count(*)::int AS workspace
    FROM "SignInMail" WHERE "contactIn" = ${accountId} AND "createdAt" > ${since(workspace.millis)}`;
  if (recentMails.same) return true;
  for (const [name, { millis, most, what }] of Object.entries(limits)) {
    if (recentMails[name as keyof typeof limits] < most) continue;
    const message = `Too many portal links. The limit is ${most} ${what}.`;
    throw new ActionError('too_many_requests', message, { retryAfterSeconds: millis / 1_000 });
  }
  return false;
}

/** In the language of the client, otherwise of the workspace. */
async function renderMail(
  { accountId, db, publicUrl, workspace }: Context,
  { clientId }: Contact,
  { leadsTo, url }: { leadsTo: string; url: string },
) {
  const [client] = await db.$queryRaw<{ language: string | null }[]>`
    SELECT language FROM "Client" WHERE "accountId" = ${accountId} AND id = ${clientId}`;
  const page = new URL(leadsTo, publicUrl).href;
  return portalMailRenderer(workspace.name, { page, url })(client?.language ?? workspace.language);
}

export interface OpenedPortal {
  /** The link proves this address. */
  email: string;
  /** The session opens this workspace only. */
  accountId: number;
  /** When the link was mailed. */
  provenAt: Date;
  leadsTo: string;
}

/**
 * The contact must have had access with that address since the mail was sent.
 * @throws ActionError sign_in_refused
 */
export async function openPortalLink(
  prisma: PrismaClient,
  secret: string,
  now: Date,
): Promise<OpenedPortal> {
  const [portal] = await prisma.$queryRaw<OpenedPortal[]>`
    UPDATE "SignInMail" m SET "invitationHash" = NULL, body = NULL FROM "Contact" c
    WHERE m."invitationHash" = ${hashOf(secret)} AND m."expiresAt" > ${now}
      AND c."accountId" = m."contactIn" AND c.id = m."contactId" AND ${hasAccessWithEmailSql(Prisma.sql`m.recipient`)}
      AND c."portalSince" <= m."createdAt"
    RETURNING m.recipient AS email, m."contactIn" AS "accountId", m."createdAt" AS "provenAt", m."leadsTo"`;
  if (portal) return portal;
  throw new ActionError(
    'sign_in_refused',
    'This link was already used, was replaced or has expired, or you no longer have access.',
  );
}
