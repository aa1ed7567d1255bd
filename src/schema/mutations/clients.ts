import { archiveClient, unarchiveClient } from '../../domain/clients/archive.ts';
import { updateClientInput } from '../../domain/clients/fields.ts';
import { updateClient } from '../../domain/clients/index.ts';
import { setClientTaxRule, setClientTaxRuleInput } from '../../domain/clients/tax-rule.ts';
import { createClient, createClientInput } from '../../domain/contacts/new-client.ts';
import { action, recordAction, updateActions } from '../actions.ts';

action('createClient', {
  description: 'Makes a client, and its contacts with it: all or nothing.',
  record: 'Client',
  input: createClientInput,
  run: createClient,
});

updateActions({ record: 'Client', input: updateClientInput, run: updateClient });

action('setClientTaxRule', {
  description: 'Says which tax rule applies to a client’s next invoices, or that none does.',
  record: 'Client',
  input: setClientTaxRuleInput,
  mode: 'replace',
  neverConflicts: true,
  run: setClientTaxRule,
});

recordAction('archiveClient', {
  description:
    'Archives a client: lists and searches leave it out, names do not find it, and it takes no new time. Everything of it stays, its name too.',
  record: 'Client',
  neverConflicts: true,
  run: archiveClient,
});

recordAction('unarchiveClient', {
  description: 'Takes a client out of the archive.',
  record: 'Client',
  neverConflicts: true,
  run: unarchiveClient,
});
