import type { Client, Contact } from '../../generated/prisma/client.ts';
import { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import {
  externalIdFields,
  externalIdUpdateFields,
} from '../../platform/external-ids/external-ids.ts';
import { addressFields } from '../../platform/input/address-fields.ts';
import { countryCode, electronicAddressFields } from '../../platform/input/e-invoice-fields.ts';
import {
  booleanType,
  currency,
  enumOf,
  integer,
  language,
  money,
  multilineText,
  object,
  percent,
  text,
} from '../../platform/input/field-types.ts';
import {
  allOptionalOnReplace,
  inputObject,
  nullable,
  required,
  withDefault,
} from '../../platform/input/fields.ts';
import { legalIdFields } from '../../platform/input/legal-id-fields.ts';
import type { WithCustomValues } from '../custom-fields/values.ts';
import { customValueList } from '../custom-fields/values.ts';
import type { PaymentTerms } from './payment-terms.ts';
import { paymentTermsInput } from './payment-terms.ts';

/** Spec part 2, "Client". */
const clientTypes = ['CLIENT', 'PROSPECT'] as const;

/** REST returns these labels. */
export const clientTypeLabels = { CLIENT: 'Client', PROSPECT: 'Prospect' } as const;

const clientType = enumOf('ClientType', clientTypes, {}, clientTypeLabels);

const eInvoiceFormatType = enumOf('EInvoiceFormat', Object.values(EInvoiceFormat));

const specifiedFields = {
  name: required(text()),
  clientType: withDefault(clientType, 'CLIENT'),
  ...addressFields,
  website: nullable(text(2_000)),
  phone: nullable(text()),
  taxId: nullable(text()),
  currency: nullable(currency),
  defaultTaxRate: nullable(percent()),
  payInstructions: nullable(multilineText()),
  notes: nullable(multilineText()),
};

/** Fields beyond the specification. */
const additionalFields = {
  countryCode: nullable(countryCode),
  ...legalIdFields,
  ...electronicAddressFields,
  buyerReference: nullable(text()),
  eInvoiceFormat: nullable(eInvoiceFormatType),
  initials: nullable(text()),
  color: nullable(text()),
  leadSource: nullable(text(), 'Source of the lead, for example "Newsletter".'),
  paymentTerms: nullable(object(paymentTermsInput)),
  hourlyAmount: nullable(money({ min: 0 })),
  roundingIncrement: nullable(
    integer({ min: 0 }),
    'Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked.',
  ),
  language: nullable(
    language,
    'Language of the client’s invoices, pages and e-mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with the number and date formats of its region. Other languages are shown in English.',
  ),
  archived: withDefault(
    booleanType,
    false,
    'Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken.',
  ),
};

export const newClientFields = { ...specifiedFields, ...additionalFields, ...externalIdFields };

export const updateClientInput = inputObject('UpdateClient', 'A client’s fields.', {
  ...specifiedFields,
  ...allOptionalOnReplace(additionalFields),
  ...externalIdUpdateFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
});

export type ClientRecord = Omit<WithCustomValues<Client>, 'paymentTerms'> & {
  paymentTerms: PaymentTerms | null;
  contacts: readonly WithCustomValues<Contact>[];
};
