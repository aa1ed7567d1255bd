import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { ActingContact } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import { contactScopes } from '../../platform/permissions/roles.ts';
import type { SignedInContact } from './caller.ts';

/**
 * Contacts of clients who may enter the portal (decision 34). A contact is nobody's own: whoever proves its address by a mail
 * that was asked for since it may enter acts as it, for as long as address, client and access are the same.
 */

/** The contact `c` may enter. */
const isOpen = Prisma.sql`c."portalAccess" AND NOT c.archived AND c."clientId" IS NOT NULL`;

/** Its address; letters beyond ASCII are not folded, so that no other address becomes the same. */
const address = Prisma.sql`lower(c.email COLLATE "C")`;

/** The contact may enter by an address in lower case. */
export const isPortalOpenForSql = (email: Prisma.Sql) =>
  Prisma.sql`(${address} = ${email} AND ${isOpen})`;

/** Whether somebody who signed in as the person `o`, with an address that was proven at a moment, acts as the contact `c`. */
const isEntered = (provenAt: Prisma.Sql) => Prisma.sql`
  ${address} = o.email AND ${isOpen} AND c."portalSince" <= ${provenAt}`;

/** The columns of a contact as who acts. */
export const signedInContactColumnsSql = Prisma.sql`
  coalesce(nullif(concat_ws(' ', c."firstName", c."lastName"), ''), c.email) AS "personName",
  c.id AS "contactId", c."clientId"`;

/** Whether what proves a row `p` opens the workspace of another: one that read the mail may not be another's door (decision 31). */
export const isWorkspaceOpenToSessionSql = (row: Prisma.Sql) =>
  Prisma.sql`(p."onlyIn" IS NULL OR p."onlyIn" = ${row}."accountId")`;

/** The contacts as whom the person of a row `p` acts: its id, when its address was proven, and the only workspace it opens. */
export const signedInContactsSql = Prisma.sql`
  "Person" o JOIN "Contact" c ON ${isEntered(Prisma.sql`p."addressProvenAt"`)} AND ${isWorkspaceOpenToSessionSql(Prisma.sql`c`)}
  JOIN "Workspace" w ON w."accountId" = c."accountId" AND w."deletedAt" IS NULL AND o.id = p."personId"`;

/** Whether a contact of some workspace may enter by an address in lower case, `who` say. */
export const canEnterPortalSql = (who: Prisma.Sql, more: Prisma.Sql = Prisma.empty) =>
  Prisma.sql`EXISTS (SELECT FROM "Contact" c WHERE ${address} = ${who} AND ${isOpen} ${more})`;

/** Whether some contact may enter by an address in lower case. One statement. */
export async function isPortalAddress(db: Db, email: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ known: boolean }[]>`
    SELECT ${canEnterPortalSql(Prisma.sql`${email}`)} AS known`;
  return row?.known === true;
}

/** A contact as whom somebody who signed in may act. */
export interface PortalContactChoice {
  accountId: number;
  /** The workspace's name. */
  name: string;
  contactId: string;
  clientId: string;
  clientName: string;
}

/**
 * The contacts as whom a session may act, by workspace and client: like the workspaces of a person, asked across workspaces
 * by the person itself. One statement.
 */
export async function listPortalContacts(
  db: Db,
  { personId, sessionId }: { personId: string; sessionId?: string | undefined },
): Promise<PortalContactChoice[]> {
  if (sessionId === undefined) return [];
  return db.$queryRaw<PortalContactChoice[]>`
    SELECT c."accountId", w.name, c.id AS "contactId", c."clientId", l.name AS "clientName"
    FROM (SELECT "personId", "addressProvenAt", "onlyIn" FROM "SignInSession" WHERE id = ${sessionId} AND "personId" = ${personId}) p
    CROSS JOIN ${signedInContactsSql}
    JOIN "Client" l ON l."accountId" = c."accountId" AND l.id = c."clientId"
    ORDER BY c."accountId", l.name, c.id LIMIT 1000`;
}

/** A contact of a person, with what verbs need of the workspace. */
export interface SignedInContactRow extends WorkspaceSettings {
  accountId: number;
  personId: string;
  sessionId: string;
  contactId: string;
  clientId: string;
  personName: string;
}

/** The caller that a row stands for. */
export function toSignedInContact({
  accountId,
  clientId,
  contactId,
  currency,
  language,
  name,
  ownerId,
  personId,
  personName,
  sessionId,
  timeZone,
}: SignedInContactRow): SignedInContact {
  const contact: ActingContact = { contactId, clientId, personId, sessionId, name: personName };
  const workspace = { name, currency, timeZone, language, ownerId };
  return {
    accountId,
    keyId: null,
    keyName: null,
    contact,
    scopes: contactScopes,
    workspace,
  };
}
