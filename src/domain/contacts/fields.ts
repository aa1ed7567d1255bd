import type { z } from 'zod';
import type { Contact } from '../../generated/prisma/client.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  email,
  multilineText,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  withDefault,
} from '../../platform/input/fields.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import { customValueList, customValueMap } from '../custom-fields/values.ts';
import { contactNameFields } from './name-fields.ts';

export type ContactRecord = WithCustomValues<Contact>;

const contactFields = {
  role: nullable(text()),
  email: nullable(email),
  phone: nullable(text()),
  mobile: nullable(text()),
  notes: nullable(multilineText()),
  defaultContact: withDefault(
    booleanType,
    false,
    'Makes it the client’s default contact in place of the former one; without a client it waits for one.',
  ),
  invoiceContact: withDefault(booleanType, false),
  portalAccess: withDefault(
    booleanType,
    false,
    'Whether it has access to the client portal. Granting access requires `clients:read`, `projects:read`, `projects:write`, `time:read`, `invoices:read` and `tickets:read`.',
  ),
};

const archivedField = withDefault(
  booleanType,
  false,
  'Whether the contact is archived: lists, searches and invoices leave it out.',
);

export const createContactInput = inputObject(
  'CreateContact',
  'A new contact. It needs a name, an e-mail address or a telephone number.',
  {
    ...contactNameFields,
    ...contactFields,
    clientName: nullable(text(), 'Client of the contact. Default: none.'),
    clientId: nullable(recordIdType, 'Id of the client, instead of or in addition to its name.'),
    archived: archivedField,
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

export const updateContactInput = inputObject('UpdateContact', 'A contact’s fields.', {
  ...contactNameFields,
  ...contactFields,
  clientId: nullable(recordIdType, 'The client it belongs to, if any.'),
  archived: optionalOnReplace(archivedField),
  ...externalIdUpdateFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
});

export type NewContact = z.output<typeof createContactInput>;
