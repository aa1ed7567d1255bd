import type { Action } from './case.ts';
import { idCases, mergeCases, missing } from './case.ts';

const full = {
  role: 'Engineer',
  email: 'grace@hopper.example',
  phone: '+1 555 0100',
  mobile: '+1 555 0101',
  notes: 'Found a moth.',
  invoiceContact: true,
  portalAccess: true,
};

const faulty = { email: 'not an address', phone: 'x'.repeat(256), notes: 'a\u0000' };

const create: Action = {
  route: 'POST contacts/create',
  mutation: 'createContact',
  cases: [
    {
      when: 'every field',
      body: {
        ...full,
        first: 'Grace',
        last: 'Hopper',
        clientName: 'Same Analytics',
        defaultContact: true,
        customValues: { Shoe: 38, 'Likes moths': true },
      },
    },
    {
      when: 'another default contact',
      body: { first: 'Next', clientName: 'Same Analytics', defaultContact: true },
    },
    { when: 'archived from the start', body: { first: 'Bygone', archive: true } },
    { when: 'no client', body: { firstName: 'Alone', defaultContact: true } },
    {
      when: 'a client by id',
      body: ({ made }) => ({ first: 'I', clientId: made.createClient.id }),
    },
    { when: 'only a telephone number', body: { phone: '1' } },
    { when: 'nothing to tell it by', body: { notes: 'Nobody' }, code: 'invalid_input' },
    { when: 'many faults', body: { ...faulty, first: 'x'.repeat(256) }, code: 'invalid_input' },
    {
      when: 'an archived client',
      body: { first: 'X', clientName: 'Long gone' },
      code: 'name_not_found',
    },
    {
      when: 'an unknown client',
      body: { first: 'X', clientName: 'Same Analytic' },
      code: 'name_not_found',
    },
    {
      when: 'another workspace’s client by name',
      body: { first: 'X', clientName: 'Foreign Analytics' },
      code: 'name_not_found',
    },
    {
      when: 'an unknown client by id',
      body: { first: 'X', clientId: missing('cli') },
      code: 'record_not_found',
    },
    {
      when: 'another workspace’s client by id',
      body: ({ foreign }) => ({ first: 'X', clientId: foreign.made.createClient.id }),
      code: 'record_not_found',
    },
    {
      when: 'a name and an id that disagree',
      body: ({ made }) => ({
        first: 'X',
        clientName: 'Same Analytics',
        clientId: made.createFormSubmission.clientId,
      }),
      code: 'invalid_input',
    },
  ],
};

const update = (method: 'PATCH' | 'PUT', mutation: string): Action => ({
  route: `${method} contacts/update`,
  mutation,
  cases: [
    {
      when: 'one field',
      body: ({ made }) => ({ id: made.createContact.id, firstName: 'Augusta' }),
    },
    {
      when: 'every field',
      body: ({ made }) => ({
        ...full,
        id: made.createContact.id,
        firstName: 'Ada',
        lastName: 'King',
        clientId: made.createClient.id,
        defaultContact: true,
      }),
    },
    { when: 'the whole record as it was answered', body: ({ made }) => made.createContact },
    {
      when: 'names by the names that creates have',
      body: ({ made }) => ({ id: made.createContact.id, first: 'A', last: 'B' }),
    },
    {
      when: 'names that disagree',
      body: ({ made }) => ({ id: made.createContact.id, first: 'A', firstName: 'B' }),
      code: 'invalid_input',
      isRestOnly: true,
    },
    {
      when: 'nulls and blanks',
      body: ({ made }) => ({
        id: made.createContact.id,
        firstName: 'A',
        phone: '',
        clientId: null,
      }),
    },
    {
      when: 'nothing left to tell it by',
      body: ({ made }) => ({
        id: made.createContact.id,
        firstName: '',
        lastName: null,
        email: null,
        phone: null,
        mobile: null,
      }),
      code: 'invalid_input',
    },
    {
      when: 'many faults',
      body: ({ made }) => ({ ...faulty, id: made.createContact.id }),
      code: 'invalid_input',
    },
    {
      when: 'another workspace’s client',
      body: ({ made, foreign }) => ({
        id: made.createContact.id,
        firstName: 'A',
        clientId: foreign.made.createClient.id,
      }),
      code: 'record_not_found',
    },
    ...idCases('con', ({ made }) => made.createContact.id),
  ],
});

const merge: Action = {
  route: 'POST contacts/merge',
  mutation: 'mergeContacts',
  cases: mergeCases('con', ({ made }) => [made.createContact.id, made.spare.contacts[0]]),
};

export const contactActions = [
  create,
  merge,
  update('PATCH', 'updateContact'),
  update('PUT', 'replaceContact'),
];
