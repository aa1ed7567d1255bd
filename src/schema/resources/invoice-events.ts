import { builder } from '../core/builder.ts';
import { columnFields, recordNodeOptions, relationField } from '../core/record-fields.ts';

builder.prismaNode('InvoiceEvent', {
  ...recordNodeOptions,
  fields: (t) => ({
    ...columnFields(t, 'InvoiceEvent', [
      'invoiceId',
      'kind',
      'fromStatus',
      'toStatus',
      'actor',
      'keyName',
      'personName',
      'note',
    ]),
    invoice: relationField(t, 'invoice'),
  }),
});
