import { Prisma } from '../../generated/prisma/client.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { email } from '../../platform/input/field-types.ts';
import type { MissingName } from '../../write/ensure-names.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import type { AddressedContact } from '../contacts/find-by-address.ts';
import { contactByAddressSql } from '../contacts/find-by-address.ts';
import type { LeadInfo } from '../lead-info/fields.ts';

export interface LeadClient {
  clientId: string;
  /** Null for a known client and an invalid e-mail address. */
  contactId: string | null;
  /** Set if the client is archived. */
  archivedName: string | null;
}

export function leadFullName({ firstName, lastName }: LeadInfo): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null;
}

export function truncateName(name: string): string {
  return name.slice(0, 255).toWellFormed().trim();
}

/**
 * The client of a lead (spec part 4, "formSubmissions/create") is:
 * 1. the client of a contact with the e-mail address
 * 2. the client with the name `businessName`
 * 3. a new prospect, named after the business, person, address or phone
 * The name of a new client contains the address if a client with the person's name exists.
 * Archived clients are used too. Concurrent submissions of one lead create one client.
 */
export async function resolveLeadClient(
  tx: WriteContext,
  lead: LeadInfo,
  fallbackName: string,
): Promise<LeadClient> {
  const address = addressOf(lead);
  const contact = address === null ? undefined : await findContact(tx, lead, address);
  if (contact?.clientId) {
    return {
      clientId: contact.clientId,
      contactId: contact.id,
      archivedName: contact.archivedName,
    };
  }
  const client = await ensureClient(tx, lead, address, fallbackName);
  if (contact) await attachContact(tx, contact.id, client);
  const contactId = contact ? contact.id : await createLeadContact(tx, lead, address, client);
  return { clientId: client.id, contactId, archivedName: client.archivedName };
}

function addressOf(lead: LeadInfo): string | null {
  return email.read(lead.email, () => undefined) ?? null;
}

/**
 * Without a client, the contact is read again with the address locked, to find the client of a concurrent submission.
 */
async function findContact(
  tx: WriteContext,
  lead: LeadInfo,
  address: string,
): Promise<AddressedContact | undefined> {
  const contactQuery = contactByAddressSql(tx.accountId, address, lead.businessName);
  const [[known]] = (await tx.readAll(contactQuery)) as [AddressedContact[]];
  if (known?.clientId) return known;
  const lockQuery = Prisma.sql`SELECT pg_advisory_xact_lock(hashtext('lead:' || lower(${address})), ${tx.accountId}::int)::text`;
  const [, [found]] = (await tx.readAll(lockQuery, contactQuery)) as [unknown, AddressedContact[]];
  return found;
}

interface EnsuredClient {
  id: string;
  isNew: boolean;
  archivedName: string | null;
}

async function ensureClient(
  tx: WriteContext,
  lead: LeadInfo,
  address: string | null,
  fallbackName: string,
): Promise<EnsuredClient> {
  const { address1, address2, city, locality, postal, country, website, taxId } = lead;
  const fields = { address1, address2, city, locality, postal, country, website, taxId };
  let isNew = false;
  const insert = async (missing: readonly MissingName[]) => {
    const inserted = await tx.insertMissing(
      'Client',
      missing.map(({ id, name }) => ({ ...fields, id, name, clientType: 'PROSPECT' })),
    );
    isNew = inserted.length > 0;
    return inserted;
  };
  const person = leadFullName(lead);
  if (address !== null && person !== null && lead.businessName === null) {
    const [inserted] = await insert([{ id: newId('Client'), name: truncateName(person) }]);
    if (inserted) return { id: inserted.id, isNew, archivedName: null };
  }
  const name = clientName(lead, person, address) ?? fallbackName;
  const [id = ''] = await tx.ensureAll('client', [{ name }], { insert, includesArchived: true });
  const isArchived = (await tx.names.findArchived('client', name)) === id;
  return { id, isNew, archivedName: isArchived ? name : null };
}

function clientName(lead: LeadInfo, person: string | null, address: string | null): string | null {
  if (lead.businessName !== null) return lead.businessName;
  if (address === null) return person === null ? lead.phone : truncateName(person);
  const both = `${person} (${address})`;
  return person === null || both.length > 255 ? address : both;
}

/** An existing client does not get the contact in its portal: anyone can submit a form. */
async function attachContact(
  tx: WriteContext,
  contactId: string,
  client: EnsuredClient,
): Promise<void> {
  await tx.updateReturning('Contact', await tx.lock('Contact', contactId), {
    ...{ clientId: client.id, defaultContact: client.isNew },
    ...(!client.isNew && { portalAccess: false }),
  });
}

async function createLeadContact(
  tx: WriteContext,
  { firstName, lastName, phone, role }: LeadInfo,
  address: string | null,
  client: EnsuredClient,
): Promise<string | null> {
  const person = { firstName, lastName, email: address, phone, role };
  const hasData = Object.values(person).some((value) => value !== null);
  if (client.isNew ? !hasData : address === null) return null;
  const references = { clientId: client.id, defaultContact: client.isNew };
  const contact = { ...person, ...references, id: newId('Contact') };
  return (await tx.insertReturning('Contact', contact)).id;
}
