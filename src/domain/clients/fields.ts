import { customValueList } from '../custom-fields/values.ts';
import { addressFields } from '../../platform/input/address-fields.ts';
import { changedExternalIdFields, externalIdFields } from '../../platform/external-ids/external-ids.ts';
import { defaulted, inputObject, keptUnlessGiven, nullable, required } from '../../platform/input/fields.ts';
import {
  currency,
  flag,
  integer,
  language,
  longText,
  money,
  object,
  oneOf,
  percent,
  text,
} from '../../platform/input/field-types.ts';
import { paymentTermsInput } from './payment-terms.ts';

/** What kind of client it is (spec part 2, "Client"). */
const clientTypes = ['CLIENT', 'PROSPECT'] as const;

/** How answers write the types (decisions, "Enums"). */
export const clientTypeSpelling = { CLIENT: 'Client', PROSPECT: 'Prospect' } as const;

const clientType = oneOf('ClientType', clientTypes, {}, clientTypeSpelling);

/** The fields that the specification lists. */
const listedFields = {
  name: required(text()),
  clientType: defaulted(clientType, 'CLIENT'),
  ...addressFields,
  website: nullable(text(2_000)),
  phone: nullable(text()),
  taxId: nullable(text()),
  currency: nullable(currency),
  defaultTaxRate: nullable(percent()),
  payInstructions: nullable(longText()),
  notes: nullable(longText()),
};

/** Fields beyond the specification, which integrations send. */
const furtherFields = {
  initials: nullable(text()),
  color: nullable(text()),
  leadSource: nullable(text(), 'Where the client comes from, "Newsletter" say.'),
  paymentTerms: nullable(object(paymentTermsInput)),
  hourlyAmount: nullable(money({ min: 0 })),
  roundingIncrement: nullable(
    integer({ min: 0 }),
    'Step in minutes to which each time entry is rounded up when it is charged; 0: as it was worked.',
  ),
  language: nullable(
    language,
    'Language of the client’s invoices, pages and mails: German, English, Spanish, French, Italian, Dutch or Portuguese, with numbers and dates as its region has them; any other is English.',
  ),
  archived: defaulted(
    flag,
    false,
    'Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken.',
  ),
};

/** The fields of a new client itself. */
export const newClientFields = { ...listedFields, ...furtherFields, ...externalIdFields };

export const updateClientInput = inputObject('UpdateClient', 'A client’s fields.', {
  ...listedFields,
  initials: keptUnlessGiven(furtherFields.initials),
  color: keptUnlessGiven(furtherFields.color),
  leadSource: keptUnlessGiven(furtherFields.leadSource),
  paymentTerms: keptUnlessGiven(furtherFields.paymentTerms),
  hourlyAmount: keptUnlessGiven(furtherFields.hourlyAmount),
  roundingIncrement: keptUnlessGiven(furtherFields.roundingIncrement),
  language: keptUnlessGiven(furtherFields.language),
  archived: keptUnlessGiven(furtherFields.archived),
  ...changedExternalIdFields,
  customValues: nullable(customValueList, 'Values of custom fields.'),
});
