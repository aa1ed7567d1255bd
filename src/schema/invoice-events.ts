import { builder } from './builder.ts';
import { columns, ownNode } from './columns.ts';

builder.prismaNode('InvoiceEvent', {
  ...ownNode,
  fields: (t) => ({
    ...columns(t, 'InvoiceEvent', [
      'invoiceId',
      'kind',
      'fromStatus',
      'toStatus',
      'actor',
      'keyName',
      'note',
    ]),
    invoice: t.relation('invoice'),
  }),
});
