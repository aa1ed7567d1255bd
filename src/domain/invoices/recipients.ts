import type { Contact } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';
import { canRead } from '../../platform/permissions/permissions.ts';

export type Recipient = Pick<Contact, 'firstName' | 'lastName'> & { email: string };

/** `name` is null if the caller may not read clients. `contacts` includes archived ones. */
type Addressee = { name: string | null; contacts: readonly Contact[] };

export const redactClientName = (context: Pick<Context, 'actor'>, client: Addressee): Addressee =>
  canRead(context, 'clients') ? client : { ...client, name: null };

const clientLabel = (name: string | null) => (name === null ? 'client' : `client "${name}"`);

const newInvoicePath = 'sendTo.contacts';

/**
 * The named contacts, otherwise the invoice contacts, otherwise the default contact, each with an e-mail address.
 * A mail about an existing invoice also goes to the only contact of the client. Each address occurs once.
 * @throws ActionError name_not_found, invalid_input
 */
export function chooseRecipients(
  client: Addressee,
  names: readonly string[],
  path = newInvoicePath,
): Recipient[] {
  const isNewInvoice = path === newInvoicePath;
  const found = findContacts(client, names, path);
  const unreachable = found.filter(({ contacts }) => !contacts.some(({ email }) => email));
  if (unreachable.length > 0) throw invalidInputError(unreachable.map(noEmailError));
  const chosen =
    found.length > 0
      ? found.flatMap(({ contacts }) => contacts)
      : defaultContacts(client.contacts, isNewInvoice);
  const byAddress = new Map<string, Recipient>();
  for (const { firstName, lastName, email } of chosen) {
    if (email) byAddress.set(email.toLowerCase(), { firstName, lastName, email });
  }
  if (byAddress.size > 0) return [...byAddress.values()];
  const message = `the ${clientLabel(client.name)} has no invoice contact or default contact with an e-mail address; name contacts`;
  throw invalidInputError([{ path, code: 'required', message }]);
}

function defaultContacts(contacts: readonly Contact[], isNewInvoice: boolean): Contact[] {
  const current = contacts.filter(({ archived }) => !archived);
  const reachable = current.filter(({ email }) => email);
  const invoiceContacts = reachable.filter((contact) => contact.invoiceContact);
  if (invoiceContacts.length > 0) return invoiceContacts;
  const isOnly = !isNewInvoice && current.length === 1;
  return isOnly ? reachable : reachable.filter((contact) => contact.defaultContact);
}

interface FoundContacts {
  contactName: string;
  path: string;
  contacts: Contact[];
}

/**
 * Finds contacts by full name, e-mail address (in any case) or id.
 * @throws ActionError name_not_found for the first unknown name
 */
function findContacts(
  client: Addressee,
  names: readonly string[],
  field = newInvoicePath,
): FoundContacts[] {
  return names.map((contactName, index) => {
    const path = `${field}.${index}`;
    const namedContacts = client.contacts.filter((contact) => isNamed(contact, contactName));
    const contacts = namedContacts.filter(({ archived }) => !archived);
    if (contacts.length === 0)
      throw contactNotFound(client, contactName, path, namedContacts.length > 0);
    return { contactName, path, contacts };
  });
}

function noEmailError({ contactName, path }: FoundContacts): FieldError {
  return { path, code: 'no_email', message: `the contact "${contactName}" has no e-mail address` };
}

function isNamed(contact: Contact, wanted: string): boolean {
  return (
    contact.id === wanted ||
    fullName(contact) === wanted ||
    contact.email?.toLowerCase() === wanted.toLowerCase()
  );
}

function fullName({ firstName, lastName }: Contact): string {
  return [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
}

/** Suggests no similar names: they would reveal people and their addresses. */
function contactNotFound(
  { name }: Addressee,
  contactName: string,
  path: string,
  isArchived: boolean,
): ActionError {
  if (isArchived && name !== null) {
    const message = `The contact "${contactName}" of the client "${name}" is archived and gets no e-mails: restore it first.`;
    const errors = [{ path, code: 'archived', message: 'is archived' }];
    return new ActionError('name_not_found', message, { errors });
  }
  const message = `The ${clientLabel(name)} has no contact "${contactName}".`;
  return new ActionError('name_not_found', message, {
    errors: [{ path, code: 'name_not_found', message: 'no such contact' }],
  });
}
