import type { ClientRecord } from '../domain/clients/index.ts';
import {
  createClient,
  createClientInput,
  listClients,
  updateClient,
  updateClientInput,
} from '../domain/clients/index.ts';
import { searchClients, searchInput } from '../domain/clients/search.ts';
import { contactWire } from './contacts.ts';
import { readRoute, updateRoutes, writeRoute } from './route.ts';
import {
  choice,
  customValues,
  described,
  integer,
  listOf,
  nullableDecimal,
  nullableText,
  text,
  wire,
} from './wire.ts';

const clientWire = wire<ClientRecord>()('Client', 'A company or person the workspace works for.', {
  id: described(text, 'Id of the client.'),
  accountId: described(integer, 'The workspace.'),
  name: described(text, 'Client or company name.'),
  clientType: described(
    choice(['CLIENT', 'PROSPECT'], { CLIENT: 'Client', PROSPECT: 'Prospect' }),
    'Client or Prospect.',
  ),
  address1: nullableText,
  address2: nullableText,
  city: nullableText,
  locality: nullableText,
  postal: nullableText,
  country: nullableText,
  website: nullableText,
  phone: nullableText,
  taxId: nullableText,
  currency: described(nullableText, 'Default currency code.'),
  defaultTaxRate: described(nullableDecimal, 'Default tax percentage.'),
  payInstructions: nullableText,
  notes: nullableText,
  customValues,
  contacts: described(listOf(contactWire), 'The client’s contacts.'),
});

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
  website: 'https://lovelace.example',
  phone: '+44 20 7946 0000',
  taxId: null,
  currency: 'GBP',
  defaultTaxRate: 20,
  payInstructions: null,
  notes: null,
  customValues: [],
  contacts: [],
};

export const clientRoutes = [
  writeRoute({
    path: 'clients/create',
    operationId: 'createClient',
    tag: 'Clients',
    summary: 'Create a client',
    description: 'Makes a client. Only `name` is required; it is unique in the workspace.',
    input: createClientInput,
    output: clientWire,
    errors: ['name_taken'],
    example: { input: { name: 'Lovelace Analytics', currency: 'GBP' }, output: example },
    handle: createClient,
  }),
  ...updateRoutes({
    path: 'clients/update',
    record: 'Client',
    tag: 'Clients',
    input: updateClientInput,
    output: clientWire,
    errors: ['name_taken'],
    example: { input: { id: example.id, phone: '+44 20 7946 0000' }, output: example },
    handle: updateClient,
  }),
  readRoute({
    path: 'clients/search',
    operationId: 'searchClients',
    tag: 'Clients',
    summary: 'Search clients',
    description:
      'Active clients whose name or phone starts with `query`, or with a contact whose e-mail or phone starts with it or whose full name contains it, ignoring case. With `id`, just that client; an unknown id answers `[]`.',
    input: searchInput,
    output: listOf(clientWire),
    errors: [],
    example: { input: { query: 'love' }, output: [example] },
    handle: searchClients,
  }),
  readRoute({
    path: 'clients/list',
    operationId: 'listClients',
    tag: 'Clients',
    summary: 'List clients',
    description: 'Every active client, by name.',
    output: listOf(clientWire),
    errors: [],
    example: { output: [example] },
    handle: listClients,
  }),
];
