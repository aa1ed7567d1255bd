import type { ContactRecord } from '../domain/contacts.ts';
import { customValues, described, flag, integer, nullableText, text, wire } from './wire.ts';

export const contactWire = wire<ContactRecord>()('Contact', 'A person, usually at a client.', {
  id: described(text, 'Id of the contact.'),
  accountId: described(integer, 'The workspace.'),
  clientId: described(nullableText, 'The client it belongs to, if any.'),
  firstName: nullableText,
  lastName: nullableText,
  role: described(nullableText, 'Job title or role.'),
  email: nullableText,
  phone: nullableText,
  mobile: nullableText,
  notes: nullableText,
  defaultContact: described(flag, 'The client’s default contact.'),
  invoiceContact: described(flag, 'Included on invoices.'),
  portalAccess: described(flag, 'Client-portal access.'),
  customValues,
});
