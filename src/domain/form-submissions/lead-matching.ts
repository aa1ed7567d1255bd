import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { email } from '../../platform/input/field-types.ts';
import { hasMerged } from '../../platform/names/merged-records.ts';
import type { NameToCreate } from '../../write/find-or-create-by-name.ts';
import { findOrCreateByName } from '../../write/find-or-create-by-name.ts';
import type { LeadInfo } from '../lead-info/fields.ts';

/** Who a lead turned out to be; no contact where the lead's client was known and its e-mail address is not valid. */
export interface LeadClient {
  clientId: string;
  contactId: string | null;
  /** Name of the client where it is archived; it stays so. */
  archivedName: string | null;
}

/** The lead's full name as far as it is given, or null. */
export function leadFullName({ firstName, lastName }: LeadInfo): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

/** As much of a text as a name may have. */
export function truncateName(name: string): string {
  return name.slice(0, 255).toWellFormed().trim();
}

/**
 * The client that a lead belongs to (decisions, "formSubmissions/create"): the one that a contact with this e-mail
 * address, ignoring case, belongs to; else the one named `businessName`; else a new Prospect, named after the business,
 * the person, the e-mail address or the phone. A namesake with another address is another person: the new client's name
 * then carries the address too. Without an address the client of that name is taken for the same.
 * An unknown e-mail address becomes a contact of the client, a new client's first contact its default.
 * An address that is not valid is kept by the submission, but nobody is looked for by it.
 * A lead is never refused: where the client is archived it is that one all the same.
 * Any number of submissions of the same new lead at once make one client. Has to run in a transaction.
 */
export async function resolveLeadClient(
  context: Context,
  lead: LeadInfo,
  fallbackName: string,
): Promise<LeadClient> {
  const address = addressOf(lead);
  const known = address === null ? undefined : await findContact(context, lead, address);
  if (known?.clientId) {
    return { clientId: known.clientId, contactId: known.id, archivedName: known.archivedName };
  }
  const client = await ensureClient(context, lead, address, fallbackName);
  const contactId = known
    ? await attach(context, known.id, client)
    : await makeContact(context, lead, address, client);
  return { clientId: client.id, contactId, archivedName: client.archivedName };
}

function addressOf(lead: LeadInfo): string | null {
  return email.read(lead.email, () => undefined) ?? null;
}

interface KnownContact {
  id: string;
  clientId: string | null;
  archivedName: string | null;
}

/**
 * The contact with that e-mail address. Where none has a client yet it looks again with the address locked, so that of
 * several submissions of a new lead all but the first find what that one made.
 */
async function findContact(
  context: Context,
  lead: LeadInfo,
  address: string,
): Promise<KnownContact | undefined> {
  const known = await contactByAddress(context, lead, address);
  if (known?.clientId) return known;
  await context.db
    .$queryRaw`SELECT pg_advisory_xact_lock(hashtext('lead:' || lower(${address})), ${context.accountId}::int)::text`;
  return contactByAddress(context, lead, address);
}

/** Where several contacts share the address: the one at the business named, at an active client, the oldest. */
async function contactByAddress(
  { db, accountId }: Context,
  { businessName }: LeadInfo,
  address: string,
): Promise<KnownContact | undefined> {
  const [contact] = await db.$queryRaw<KnownContact[]>`
    SELECT k.id, k."clientId", CASE WHEN c.archived THEN c.name END AS "archivedName" FROM "Contact" k
    LEFT JOIN "Client" c ON c."accountId" = k."accountId" AND c.id = k."clientId"
    WHERE k."accountId" = ${accountId} AND (lower(k.email) = lower(${address}) OR ${hasMerged('k', { email: address.toLowerCase() })}) AND NOT k.archived
    ORDER BY c.id IS NULL, lower(k.email) = lower(${address}) DESC NULLS LAST, c.name = ${businessName} DESC NULLS LAST, c.archived, k.id LIMIT 1`;
  return contact;
}

interface EnsuredClient {
  id: string;
  isNew: boolean;
  archivedName: string | null;
}

async function ensureClient(
  context: Context,
  lead: LeadInfo,
  address: string | null,
  fallbackName: string,
): Promise<EnsuredClient> {
  const id = newId('Client');
  const { address1, address2, city, locality, postal, country, website, taxId } = lead;
  const fields = { address1, address2, city, locality, postal, country, website, taxId };
  const insert = (missing: readonly NameToCreate[]) =>
    context.db.client.createMany({
      data: missing.map(({ name }) => ({
        ...fields,
        accountId: context.accountId,
        id,
        name,
        clientType: 'PROSPECT' as const,
      })),
      skipDuplicates: true,
    });
  const person = leadFullName(lead);
  if (address !== null && person !== null && lead.businessName === null) {
    const { count } = await insert([{ name: truncateName(person) }]);
    if (count === 1) return { id, isNew: true, archivedName: null };
  }
  const name = clientName(lead, person, address) ?? fallbackName;
  const wanted = [{ name }];
  const [ensured] = await findOrCreateByName(context, 'client', wanted, insert, {
    archivedToo: true,
  });
  const isArchived = (await context.names.findArchived('client', name)) === ensured;
  return { id: ensured as string, isNew: ensured === id, archivedName: isArchived ? name : null };
}

function clientName(lead: LeadInfo, person: string | null, address: string | null): string | null {
  if (lead.businessName !== null) return lead.businessName;
  if (address === null) return person === null ? lead.phone : truncateName(person);
  const both = `${person} (${address})`;
  return person === null || both.length > 255 ? address : both;
}

/**
 * A contact that belonged to no client gets one. Whoever fills in a form says which: that lets nobody into the portal of a client
 * that was there before.
 */
async function attach(
  { db, accountId }: Context,
  contactId: string,
  client: EnsuredClient,
): Promise<string> {
  await db.contact.updateMany({
    where: { accountId, id: contactId },
    data: {
      ...{ clientId: client.id, defaultContact: client.isNew },
      ...(!client.isNew && { portalAccess: false }),
    },
  });
  return contactId;
}

async function makeContact(
  { db, accountId }: Context,
  { firstName, lastName, phone, role }: LeadInfo,
  address: string | null,
  client: EnsuredClient,
): Promise<string | null> {
  const person = { firstName, lastName, email: address, phone, role };
  const isSomebody = Object.values(person).some((value) => value !== null);
  if (client.isNew ? !isSomebody : address === null) return null;
  const { id } = await db.contact.create({
    data: {
      ...person,
      accountId,
      id: newId('Contact'),
      clientId: client.id,
      defaultContact: client.isNew,
    },
  });
  return id;
}
