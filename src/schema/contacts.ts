import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';
import { listed } from './connections.ts';
import { one } from './filters.ts';

builder.prismaNode('Contact', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'Contact', [
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
    client: t.relation('client', {
      nullable: true,
      description: 'The client it belongs to, if any.',
    }),
  }),
});

listed('Contact', {
  field: 'contacts',
  description: 'Contacts; archived ones too unless `where` leaves them out.',
  where: {
    email: 'String',
    firstName: 'String',
    lastName: 'String',
    archived: 'Boolean',
    client: one('Client'),
  },
  orderBy: ['lastName', 'firstName', 'email'],
});
