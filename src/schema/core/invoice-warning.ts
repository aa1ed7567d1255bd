import type { OperationWarning } from '../../platform/operations/operations.ts';
import { builder } from './builder.ts';
import { inheritedPermissions } from './required-permissions.ts';
import { readableByWriters } from './writer-readable-types.ts';

export const invoiceWarning = builder.objectRef<OperationWarning>('InvoiceWarning').implement({
  description: 'A problem of an invoice that does not prevent the operation.',
  extensions: { ...inheritedPermissions, ...readableByWriters },
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field that it is about.' }),
    code: t.exposeString('code', { description: 'Stable code of the problem.' }),
    message: t.exposeString('message', { description: 'The problem and its solution.' }),
  }),
});
