import type { Action } from './case.ts';
import { idCases, mergeCases, missing } from './case.ts';

const full = {
  name: '  Babbage & Co ',
  clientType: 'Prospect',
  address1: '1 Dorset Street',
  address2: 'Second floor',
  city: 'London',
  locality: 'Greater London',
  postal: 'W1U 4EE',
  country: 'United Kingdom',
  website: 'https://babbage.example',
  phone: '+44 20 7946 0002',
  taxId: 'GB1',
  currency: 'gbp',
  defaultTaxRate: 17.5,
  payInstructions: 'By cheque.\nNo cash.',
  notes: 'Likes engines.',
  initials: 'BC',
  color: '#71EBEE00',
  leadSource: 'Fair',
  paymentTerms: { paymentDays: 14, latePaymentFee: 40.5, whoPaysCardFees: 'Client' },
  hourlyAmount: 95.25,
  roundingIncrement: 15,
  customValues: { 'Referred by': 'Ada', Employees: 12, Since: '2026-01-31', Nothing: null },
};

const faulty = {
  name: '',
  currency: 'XXQ',
  defaultTaxRate: 100.5,
  phone: 'x'.repeat(256),
  notes: 'a\u0000b',
};

const create: Action = {
  route: 'POST clients/create',
  mutation: 'createClient',
  cases: [
    { when: 'every field', body: full },
    {
      when: 'contacts',
      body: {
        name: 'With contacts',
        contacts: [
          {
            firstName: 'Ada',
            lastName: 'Byron',
            email: 'ada@babbage.example',
            defaultContact: true,
            customValues: { Shoe: 37 },
          },
          { defaultContact: true },
          { first: 'Mary', last: 'Somerville', customValues: { Shoe: 38 } },
        ],
      },
    },
    {
      when: 'contacts at fault',
      body: {
        name: 'X',
        contacts: [{ first: 'A' }, { first: 'B', email: 'no', mobile: 'x'.repeat(256) }],
      },
      code: 'invalid_input',
    },
    { when: 'archived from the start', body: { name: 'Bygone', archive: true } },
    { when: 'an archived client’s name', body: { name: 'Bygone' }, code: 'name_taken' },
    { when: 'only a name', body: { name: 'Name only' } },
    { when: 'blank texts', body: { name: 'Blanks', city: '', phone: ' ', currency: '' } },
    { when: 'nulls', body: { name: 'Nulls', city: null, currency: null, customValues: null } },
    {
      when: 'values as entries',
      body: { name: 'E', customValues: [{ fieldName: 'Employees', value: 3 }] },
    },
    {
      when: 'custom values as entries, of a new field and of none',
      body: { name: 'F', customValues: [{ fieldName: 'Newer', value: 3 }, { value: 1 }] },
    },
    {
      when: 'a custom field by an id that none has',
      body: { name: 'F2', customValues: [{ fieldId: missing('fld'), value: 3 }] },
      code: 'invalid_input',
    },
    { when: 'a name that is taken', body: { name: 'Babbage & Co' }, code: 'name_taken' },
    { when: 'many faults', body: faulty, code: 'invalid_input' },
    {
      when: 'too precise a rate',
      body: { name: 'G', defaultTaxRate: 1.0000001 },
      code: 'invalid_input',
    },
    { when: 'half a surrogate', body: { name: 'H\ud800' }, code: 'invalid_input' },
  ],
};

const update = (method: 'PATCH' | 'PUT', mutation: string): Action => ({
  route: `${method} clients/update`,
  mutation,
  cases: [
    {
      when: 'one field',
      body: ({ made }) => ({ id: made.createClient.id, name: 'Renamed', city: 'Paris' }),
    },
    {
      when: 'every field',
      body: ({ made }) => ({
        ...full,
        id: made.createClient.id,
        customValues: [{ mappingKey: 'same_field', value: 'two' }],
      }),
    },
    {
      when: 'nulls and blanks',
      body: ({ made }) => ({
        id: made.createClient.id,
        name: 'N',
        phone: null,
        city: '',
        clientType: null,
      }),
    },
    {
      when: 'into the archive',
      body: ({ made }) => ({ id: made.createClient.id, name: 'N', archive: true }),
    },
    {
      when: 'nothing of the archive',
      body: ({ made }) => ({ id: made.createClient.id, name: 'N2' }),
    },
    {
      when: 'out of the archive, and a term',
      body: ({ made }) => ({
        id: made.createClient.id,
        name: 'N',
        archive: false,
        paymentTerms: { paymentDays: 7 },
      }),
    },
    { when: 'the whole record as it was answered', body: ({ made }) => made.createClient },
    {
      when: 'custom values cleared',
      body: ({ made }) => ({ id: made.createClient.id, name: 'N', customValues: null }),
    },
    {
      when: 'many faults',
      body: ({ made }) => ({ ...faulty, id: made.createClient.id }),
      code: 'invalid_input',
    },
    {
      when: 'an unknown custom field',
      body: ({ made }) => ({
        id: made.createClient.id,
        name: 'N',
        customValues: [
          { fieldId: 'fld_none', value: 1 },
          { fieldName: 'No', value: 2 },
        ],
      }),
      code: 'invalid_input',
    },
    ...idCases('cli', ({ made }) => made.createClient.id, { name: 'N' }),
  ],
});

const merge: Action = {
  route: 'POST clients/merge',
  mutation: 'mergeClients',
  cases: [
    ...mergeCases('cli', ({ made }) => [made.createClient.id, made.spare.clients[0]]),
    {
      when: 'names of nobody',
      body: { keep: 'Nobody', merge: 'Somebody' },
      code: 'name_not_found',
    },
  ],
};

export const clientActions = [
  create,
  merge,
  update('PATCH', 'updateClient'),
  update('PUT', 'replaceClient'),
];
