import { customValueList } from '../custom-fields/values.ts';
import { defaulted, inputObject, keptUnlessGiven, nullable, required } from '../kernel/fields.ts';
import {
  currency,
  flag,
  integer,
  longText,
  money,
  object,
  oneOf,
  percent,
  text,
} from '../kernel/kinds.ts';
import { paymentTermsInput } from './payment-terms.ts';

/** What kind of client it is (spec part 2, "Client"). */
const clientTypes = ['CLIENT', 'PROSPECT'] as const;

/** How answers write the types (decisions, "Enums"). */
export const clientTypeSpelling = { CLIENT: 'Client', PROSPECT: 'Prospect' } as const;

const clientType = oneOf('ClientType', clientTypes, {}, clientTypeSpelling);

/** The fields that the specification lists. */
const listedFields = {
  name: required(text(), 'Client or company name, unique in the workspace.'),
  clientType: defaulted(clientType, 'CLIENT', 'Client or Prospect.'),
  address1: nullable(text(), 'First line of the address.'),
  address2: nullable(text(), 'Second line of the address.'),
  city: nullable(text(), 'City.'),
  locality: nullable(text(), 'State, province or region.'),
  postal: nullable(text(), 'Postal code.'),
  country: nullable(text(), 'Country.'),
  website: nullable(text(2_000), 'Web site.'),
  phone: nullable(text(), 'Telephone number.'),
  taxId: nullable(text(), 'The client’s tax registration number.'),
  currency: nullable(currency, 'Default currency of the client’s invoices (ISO 4217).'),
  defaultTaxRate: nullable(percent(), 'Default tax percentage of the client’s invoices.'),
  payInstructions: nullable(longText(), 'Payment instructions on the client’s invoices.'),
  notes: nullable(longText(), 'Notes for the workspace’s own eyes.'),
};

/** Fields beyond the specification, which integrations send. */
const furtherFields = {
  initials: nullable(text(), 'Initials that stand for the client where there is little room.'),
  color: nullable(text(), 'Display colour.'),
  leadSource: nullable(text(), 'Where the client comes from, "Newsletter" say.'),
  paymentTerms: nullable(object(paymentTermsInput), 'Agreed terms of payment.'),
  hourlyAmount: nullable(money({ min: 0 }), 'Usual price of an hour, in the client’s currency.'),
  roundingIncrement: nullable(
    integer({ min: 0 }),
    'Step to which time is rounded when it is charged; kept and answered as it is sent.',
  ),
  archived: defaulted(
    flag,
    false,
    'Whether the client is archived: lists and searches leave it out, names do not find it, and it takes no new time; its name stays taken.',
  ),
};

/** The fields of a new client itself. */
export const newClientFields = { ...listedFields, ...furtherFields };

export const updateClientInput = inputObject('UpdateClient', 'A client’s fields.', {
  ...listedFields,
  initials: keptUnlessGiven(furtherFields.initials),
  color: keptUnlessGiven(furtherFields.color),
  leadSource: keptUnlessGiven(furtherFields.leadSource),
  paymentTerms: keptUnlessGiven(furtherFields.paymentTerms),
  hourlyAmount: keptUnlessGiven(furtherFields.hourlyAmount),
  roundingIncrement: keptUnlessGiven(furtherFields.roundingIncrement),
  archived: keptUnlessGiven(furtherFields.archived),
  customValues: nullable(customValueList, 'Values of custom fields.'),
});
