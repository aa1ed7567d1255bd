import type { Client, Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { MergedRecord } from '../../platform/names/merged-records.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { redactionWords } from './redaction-patterns.ts';

/** Whose data are erased: a client with all that belongs to it, or one contact. */
export interface ErasureSubject {
  type: 'Client' | 'Contact';
  id: string;
  /** By which who erases it confirms that it is this one. */
  name: string;
  /** Whether it was erased before, as far as that was possible. */
  erasedAt: Date | null;
  /** E-mail addresses, in lower case. */
  addresses: string[];
  /** What it is known by, wherever that is written: names, addresses, numbers. */
  words: string[];
  /** What it has as credit, by currency, in words: "12.5 EUR"; none of a contact. */
  credit: string[];
}

const fullNames = ({ firstName, lastName }: Contact): string[] =>
  firstName && lastName ? [`${firstName} ${lastName}`, `${lastName}, ${firstName}`] : [];

/** What it was known by in the records that were merged into it. */
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

/** A contact's name as who erases it writes it: its full name, else its address, number or id. */
function nameOf({ firstName, lastName, email, phone, mobile, id }: Contact): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email || phone || mobile || id;
}

/** A client with its contacts and its credit. Three statements. @throws ActionError record_not_found */
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
  return [name, address1, address2, phone, taxId, legalId, website, ...mergedTexts(client)];
};

/** A contact. One statement. @throws ActionError record_not_found */
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
