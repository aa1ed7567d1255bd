import { builder } from '../core/builder.ts';
import { columns, ownNode, related } from '../core/record-fields.ts';

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
