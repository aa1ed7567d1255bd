import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { ActingContact } from '../../platform/actors/actor.ts';
import type { WorkspaceSettings } from '../../platform/context/context.ts';
import { contactScopes } from '../../platform/permissions/roles.ts';
import type { SignedInContact } from './caller.ts';

/** A mail proves a contact's address. The sign-in ends if address, client or access change. */

/** Whether contact `c` has access. */
const hasAccessSql = Prisma.sql`c."portalAccess" AND NOT c.archived AND c."clientId" IS NOT NULL`;

/** Lowercases ASCII letters only, so that different addresses do not become equal. */
const lowercaseEmailSql = Prisma.sql`lower(c.email COLLATE "C")`;

/** Whether contact `c` has access and this address, which is in lower case. */
export const hasAccessWithEmailSql = (email: Prisma.Sql) =>
  Prisma.sql`(${lowercaseEmailSql} = ${email} AND ${hasAccessSql})`;

/** Whether person `o` may act as contact `c`. */
const canActAsContactSql = (provenAt: Prisma.Sql) => Prisma.sql`
  ${lowercaseEmailSql} = o.email AND ${hasAccessSql} AND c."portalSince" <= ${provenAt}`;

export const signedInContactColumnsSql = Prisma.sql`
  coalesce(nullif(concat_ws(' ', c."firstName", c."lastName"), ''), c.email) AS "personName",
  c.id AS "contactId", c."clientId"`;

/** See {@link findWorkspaceShowingMail}. */
export const isWorkspaceOpenToSessionSql = (row: Prisma.Sql) =>
  Prisma.sql`(p."onlyIn" IS NULL OR p."onlyIn" = ${row}."accountId")`;

/** The contacts of the session `p`, which has `personId`, `addressProvenAt` and `onlyIn`. */
export const signedInContactsSql = Prisma.sql`
  "Person" o JOIN "Contact" c ON ${canActAsContactSql(Prisma.sql`p."addressProvenAt"`)} AND ${isWorkspaceOpenToSessionSql(Prisma.sql`c`)}
  JOIN "Workspace" w ON w."accountId" = c."accountId" AND w."deletedAt" IS NULL AND o.id = p."personId"`;

/** `email` is in lower case. `condition` starts with AND. */
export const canEnterPortalSql = (email: Prisma.Sql, condition: Prisma.Sql = Prisma.empty) =>
  Prisma.sql`EXISTS (SELECT FROM "Contact" c WHERE ${lowercaseEmailSql} = ${email} AND ${hasAccessSql} ${condition})`;

export async function isPortalAddress(db: Db, email: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ known: boolean }[]>`
    SELECT ${canEnterPortalSql(Prisma.sql`${email}`)} AS known`;
  return row?.known === true;
}

export interface PortalContactChoice {
  accountId: number;
  name: string;
  contactId: string;
  clientId: string;
  clientName: string;
}

/** The contacts of a session, in all workspaces. */
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

export interface SignedInContactRow extends WorkspaceSettings {
  accountId: number;
  personId: string;
  sessionId: string;
  contactId: string;
  clientId: string;
  personName: string;
}

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
