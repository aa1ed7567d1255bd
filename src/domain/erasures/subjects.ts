import type { Client, Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { MergedRecord } from '../../platform/names/merged-records.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { redactionWords } from './redaction-patterns.ts';

export interface ErasureSubject {
  type: 'Client' | 'Contact';
  id: string;
  /** The user confirms an erasure with this name. */
  name: string;
  erasedAt: Date | null;
  /** In lower case. */
  addresses: string[];
  /** Search terms: names, addresses, numbers. */
  words: string[];
  /** By currency: "12.5 EUR". Empty for a contact. */
  credit: string[];
}

const fullNames = ({ firstName, lastName }: Contact): string[] =>
  firstName && lastName ? [`${firstName} ${lastName}`, `${lastName}, ${firstName}`] : [];

const mergedTexts = ({ mergedRecords }: Client | Contact) =>
  (mergedRecords as unknown as MergedRecord[]).flatMap(({ name, email }) => [name, email]);

const contactTexts = (contact: Contact) => [
  ...fullNames(contact),
  contact.email,
  contact.phone,
  contact.mobile,
  ...mergedTexts(contact),
];

const addressesOf = (contacts: readonly Contact[]): string[] => [
  ...new Set(
    contacts
      .flatMap(({ email, mergedRecords }) => [
        email,
        ...(mergedRecords as unknown as MergedRecord[]).map((merged) => merged.email),
      ])
      .flatMap((email) => (email ? [email.toLowerCase()] : [])),
  ),
];

/** The full name, otherwise address, number or id. */
function nameOf({ firstName, lastName, email, phone, mobile, id }: Contact): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || phone || mobile || id;
}

/** @throws ActionError record_not_found */
export async function findClientSubject(context: Context, id: string): Promise<ErasureSubject> {
  const { accountId, db } = context;
  const client = await db.client.findUnique({ where: { accountId_id: { accountId, id } } });
  if (!client) throw recordNotFoundError('Client', id);
  const contacts = await db.contact.findMany({ where: { accountId, clientId: id } });
  const texts = [...clientTexts(client), ...contacts.flatMap(contactTexts)];
  return {
    type: 'Client',
    id,
    name: client.name,
    erasedAt: client.erasedAt,
    addresses: addressesOf(contacts),
    words: redactionWords(texts),
    credit: await creditOf(context, id),
  };
}

async function creditOf({ accountId, db }: Context, clientId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ credit: string }[]>`
    SELECT trim_scale(sum(amount)) || ' ' || currency AS credit FROM "ClientCredit"
    WHERE "accountId" = ${accountId} AND "clientId" = ${clientId}
    GROUP BY currency HAVING sum(amount) <> 0 ORDER BY currency`;
  return rows.map(({ credit }) => credit);
}

const clientTexts = (client: Client) => {
  const { name, address1, address2, phone, taxId, legalId, website } = client;
  const { buyerReference, electronicAddress } = client;
  const numbers = [taxId, legalId, buyerReference, electronicAddress];
  return [name, address1, address2, phone, website, ...numbers, ...mergedTexts(client)];
};

/** @throws ActionError record_not_found */
export async function findContactSubject(context: Context, id: string): Promise<ErasureSubject> {
  const { accountId, db } = context;
  const contact = await db.contact.findUnique({ where: { accountId_id: { accountId, id } } });
  if (!contact) throw recordNotFoundError('Contact', id);
  return {
    type: 'Contact',
    id,
    name: nameOf(contact),
    erasedAt: null,
    addresses: addressesOf([contact]),
    words: redactionWords(contactTexts(contact)),
    credit: [],
  };
}
