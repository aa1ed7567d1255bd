import type { ClientRecord } from '../../domain/clients/fields.ts';
import { clientTypeLabels } from '../../domain/clients/fields.ts';
import { activeClients, activeContactsQuery } from '../../domain/clients/list.ts';
import type { PaymentTerms } from '../../domain/clients/payment-terms.ts';
import { cardFeePayers, depositTypes } from '../../domain/clients/payment-terms.ts';
import { searchClients, searchInput } from '../../domain/clients/search.ts';
import { eInvoiceFormats } from '../../domain/invoices/e-invoice-input.ts';
import { clientCreditSql } from '../../domain/payments/client-credit.ts';
import { clientOperations } from '../../operations/clients.ts';
import type { Decimal } from '../../platform/money/money.ts';
import { archiveFieldNames } from '../core/field-names.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  choice,
  computedProperty,
  customValuesSerializer,
  dateTime,
  decimal,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  makeNullable,
  nullableDecimal,
  nullableText,
  nullableTexts,
  nullWithoutArea,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { contactExample, contactSerializer } from './contacts.ts';

const paymentTermsSerializer = defineSerializer<PaymentTerms>()(
  'PaymentTerms',
  'Payment terms of a client. Invoices do not apply them automatically.',
  {
    paymentDays: withDescription(makeNullable(integer), 'Payment term in days.'),
    latePaymentFee: withDescription(nullableDecimal, 'Late payment fee.'),
    depositAmount: withDescription(nullableDecimal, 'Deposit, in the unit of `depositType`.'),
    depositType: withDescription(makeNullable(choice(depositTypes)), 'Unit of the deposit.'),
    hourlyAmount: withDescription(nullableDecimal, 'Agreed hourly rate.'),
    whoPaysCardFees: withDescription(
      makeNullable(choice(cardFeePayers)),
      'Who pays the fees of card payments.',
    ),
  },
);

const creditSerializer = defineSerializer<{ currency: string; amount: Decimal }>()(
  'CreditBalance',
  'Credit of a client in one currency.',
  {
    currency: withDescription(text, 'Currency code.'),
    amount: withDescription(decimal, 'Amount. Negative if the client owes money.'),
  },
);

const clientSerializer = defineSerializer<ClientRecord>()(
  'Client',
  'A company or person the workspace works for.',
  {
    id: withDescription(text, 'Id of the client.'),
    accountId: withDescription(integer, 'The workspace.'),
    name: text,
    clientType: choice(['CLIENT', 'PROSPECT'], clientTypeLabels),
    ...nullableTexts('address1', 'address2', 'city', 'locality', 'postal', 'country'),
    ...nullableTexts('countryCode', 'website', 'phone', 'taxId', 'legalId', 'legalIdScheme'),
    ...nullableTexts('electronicAddress', 'electronicAddressScheme', 'buyerReference'),
    eInvoiceFormat: makeNullable(choice(eInvoiceFormats)),
    currency: nullableText,
    defaultTaxRate: nullableDecimal,
    ...nullableTexts('payInstructions', 'notes', 'initials', 'color', 'leadSource'),
    paymentTerms: makeNullable(paymentTermsSerializer),
    hourlyAmount: nullableDecimal,
    roundingIncrement: makeNullable(integer),
    language: nullableText,
    archive: renamedProperty('archived', bool),
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was created.')),
    ...externalIdColumns,
    customValues: customValuesSerializer,
    contacts: listOf(contactSerializer, activeContactsQuery),
    creditBalance: nullWithoutArea(
      'invoices',
      computedProperty(
        withDescription(
          listOf(creditSerializer),
          'Credit of the client by currency. `invoices/applyCredit` pays invoices with it. Empty if there is none.',
        ),
        clientCreditSql,
      ),
    ),
  },
);

const example = {
  id: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  accountId: 1,
  name: 'Lovelace Analytics',
  clientType: 'Client',
  address1: '12 St James’s Square',
  address2: null,
  city: 'London',
  locality: null,
  postal: 'SW1Y 4JH',
  country: 'United Kingdom',
  countryCode: 'GB',
  website: 'https://lovelace.example',
  phone: '+44 20 7946 0000',
  taxId: null,
  legalId: null,
  legalIdScheme: null,
  electronicAddress: null,
  electronicAddressScheme: null,
  buyerReference: null,
  eInvoiceFormat: null,
  currency: 'GBP',
  defaultTaxRate: 20,
  payInstructions: null,
  notes: null,
  initials: 'LA',
  color: '#1f6feb',
  leadSource: 'Newsletter',
  paymentTerms: {
    paymentDays: 14,
    latePaymentFee: 40,
    depositAmount: null,
    depositType: null,
    hourlyAmount: 95,
    whoPaysCardFees: 'CLIENT',
  },
  hourlyAmount: 95,
  roundingIncrement: 15,
  language: 'en-GB',
  archive: false,
  created: '2026-02-20T09:15:00.000Z',
  customValues: [],
  contacts: [contactExample],
  creditBalance: [{ currency: 'GBP', amount: 20.5 }],
};

const response = recordResponse('Client', clientSerializer);

export const clientRoutes = [
  ...defineOperationRoutes(clientOperations, {
    tag: 'Clients',
    names: archiveFieldNames,
    records: { Client: { response, example } },
  }),
  defineListRoute({
    path: 'clients/search',
    operationId: 'searchClients',
    tag: 'Clients',
    summary: 'Search clients',
    description:
      'Active clients whose name or phone number starts with `query`, or with a contact whose e-mail address or phone number starts with it or whose full name contains it, ignoring case. With `id`, only that client; an unknown id returns `[]`.',
    input: searchInput,
    model: 'Client',
    record: clientSerializer,
    errors: [],
    example: { input: { query: 'love' }, output: [example] },
    handle: searchClients,
  }),
  defineListRoute({
    path: 'clients/list',
    operationId: 'listClients',
    tag: 'Clients',
    summary: 'List clients',
    description: 'All active clients, by name.',
    model: 'Client',
    record: clientSerializer,
    errors: [],
    example: { output: [example] },
    handle: () => activeClients,
  }),
];
