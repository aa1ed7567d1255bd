import { idOfNumber } from '../../platform/ids/record-ids.ts';
import { updateWorkspace, updateWorkspaceInput } from '../../domain/workspaces/settings.ts';
import { updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, related } from '../core/record-fields.ts';
import { readByReader } from '../core/declared-fields.ts';
import type { ReadExtensions } from '../core/field-reads.ts';

builder.prismaNode('Workspace', {
  id: {
    resolve: ({ accountId }) => idOfNumber('Workspace', accountId),
    description: 'The workspace’s id among all records: `wsp_` and its number.',
  },
  select: { accountId: true },
  nullable: true,
  findUnique: (_id, { accountId }) => ({ accountId }),
  fields: (t) => ({
    ...columns(t, 'Workspace', [
      'name',
      'address1',
      'address2',
      'city',
      'locality',
      'postal',
      'country',
      'taxId',
      'taxLabel',
      'defaultTaxRate',
      'defaultTaxRuleId',
      'currency',
      'website',
      'phone',
      'payInstructions',
      'accountHolder',
      'iban',
      'bic',
      'accentColor',
      'pageSize',
      'invoiceLayout',
      'logoPlace',
      'mailReplyTo',
      'mailBcc',
      'timeZone',
      'language',
      'invoiceNumberPattern',
      'creditNoteNumberPattern',
      'depositNumberPattern',
      'numberRestart',
    ]),
    defaultTaxRule: related(t, 'defaultTaxRule', { nullable: true }),
  }),
});

builder.queryField('workspace', (t) =>
  t.prismaField({
    type: 'Workspace',
    description: 'The workspace that the API key belongs to: the company itself, and its settings.',
    extensions: { root: { kind: 'workspace' } } satisfies ReadExtensions,
    resolve: readByReader,
  }),
);

updateActions({
  record: 'Workspace',
  input: updateWorkspaceInput,
  hasId: false,
  neverConflicts: true,
  run: updateWorkspace,
});
