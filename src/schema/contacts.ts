import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { customValues } from './custom-fields.ts';
import { many, one } from './filters.ts';
import { hidesArchived } from './listings.ts';

builder.prismaNode('Contact', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Contact', [
      'clientId',
      'firstName',
      'lastName',
      'role',
      'email',
      'phone',
      'mobile',
      'notes',
      'defaultContact',
      'invoiceContact',
      'portalAccess',
      'archived',
    ]),
    customValues: customValues(t),
    client: t.relation('client', { nullable: true }),
    formSubmissions: relatedList(t, 'formSubmissions', 'FormSubmission'),
  }),
});

listed('Contact', {
  field: 'contacts',
  description: 'The people at clients, and those at none, by last and first name.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    phone: 'String',
    defaultContact: 'Boolean',
    invoiceContact: 'Boolean',
    portalAccess: 'Boolean',
    archived: 'Boolean',
    clientId: 'ID',
    client: one('Client'),
    formSubmissions: many('FormSubmission'),
  },
  orderBy: ['lastName', 'firstName', 'email'],
  usualOrder: [{ lastName: 'asc' }, { firstName: 'asc' }],
  hides: hidesArchived,
});
