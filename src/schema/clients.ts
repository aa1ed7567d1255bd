import {
  createClient,
  createClientInput,
  updateClient,
  updateClientInput,
} from '../domain/clients/index.ts';
import { action, updateActions } from './actions.ts';
import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { enumFilters, many } from './filters.ts';

builder.prismaNode('Client', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Client', [
      'name',
      'clientType',
      'address1',
      'address2',
      'city',
      'locality',
      'postal',
      'country',
      'website',
      'phone',
      'taxId',
      'currency',
      'defaultTaxRate',
      'payInstructions',
      'notes',
      'archived',
    ]),
    contacts: relatedList(t, 'contacts', 'The client’s contacts.', 'Contact'),
  }),
});

listed('Client', {
  field: 'clients',
  description: 'Clients, by name; archived ones too unless `where` leaves them out.',
  where: {
    name: 'String',
    clientType: enumFilters.ClientType,
    country: 'String',
    archived: 'Boolean',
    contacts: many('Contact'),
  },
  orderBy: ['name', 'country'],
  usualOrder: [{ name: 'asc' }],
});

action('createClient', {
  description: 'Makes a client.',
  record: 'Client',
  input: createClientInput,
  run: createClient,
});

updateActions({ record: 'Client', input: updateClientInput, run: updateClient });
