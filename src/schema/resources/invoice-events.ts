import { builder } from '../vocabulary/builder.ts';
import { columns, ownNode, related } from '../vocabulary/columns.ts';

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
      'personName',
      'note',
    ]),
    invoice: related(t, 'invoice'),
  }),
});
