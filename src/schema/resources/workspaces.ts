import { workspaceOperations } from '../../operations/workspaces.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { builder } from '../core/builder.ts';
import { unusedResolver } from '../core/declared-fields.ts';
import type { ReadExtensions } from '../core/field-reads.ts';
import { defineOperationMutations } from '../core/operation-mutations.ts';
import { columnFields, relationField } from '../core/record-fields.ts';
import { workspaceEInvoiceFaultsField } from './e-invoices.ts';

builder.prismaNode('Workspace', {
  id: {
    resolve: ({ accountId }) => formatNumericId('Workspace', accountId),
    description: 'The workspace’s id: `wsp_` and its number.',
  },
  select: { accountId: true },
  nullable: true,
  findUnique: (_id, { accountId }) => ({ accountId }),
  fields: (t) => ({
    ...columnFields(t, 'Workspace', []),
    eInvoiceFaults: workspaceEInvoiceFaultsField(t),
    defaultTaxRule: relationField(t, 'defaultTaxRule', { nullable: true }),
  }),
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: 'Workspace',
    description: 'The workspace of the caller: company details and settings.',
    extensions: { root: { kind: 'workspace' } } satisfies ReadExtensions,
    resolve: unusedResolver,
  }),
);

defineOperationMutations(workspaceOperations);
