import { archiveClient, unarchiveClient } from '../domain/clients/archive.ts';
import { updateClientInput } from '../domain/clients/fields.ts';
import { setClientTaxRule, setClientTaxRuleInput } from '../domain/clients/tax-rule.ts';
import { updateClient } from '../domain/clients/update.ts';
import { createClient, createClientInput } from '../domain/contacts/create-client.ts';
import { mergeClients, mergeClientsInput } from '../domain/merges/merge-clients.ts';
import { areasOfReferences } from '../domain/merges/move-references.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const clientOperations = defineOperations('Client', {
  createClient: {
    kind: 'create',
    description: 'Creates a client with its contacts: all or nothing.',
    input: createClientInput,
    errors: ['name_taken'],
    run: createClient,
    rest: {
      path: 'clients/create',
      details:
        'Only `name` is required. It is unique in the workspace, including archived clients (409). An entry of `contacts` without a name, e-mail address or telephone number is ignored.',
      example: {
        input: {
          name: 'Lovelace Analytics',
          currency: 'GBP',
          paymentTerms: { paymentDays: 14, whoPaysCardFees: 'CLIENT' },
          contacts: [
            {
              firstName: 'Ada',
              lastName: 'Lovelace',
              email: 'ada@lovelace.example',
              defaultContact: true,
            },
          ],
        },
      },
    },
  },
  updateClient: {
    kind: 'update',
    input: updateClientInput,
    errors: ['name_taken'],
    run: updateClient,
    rest: { path: 'clients/update', example: { input: { phone: '+44 20 7946 0000' } } },
  },
  setClientTaxRule: {
    kind: 'record',
    description: 'Sets or clears the tax rule of a client’s next invoices.',
    input: setClientTaxRuleInput,
    errors: ['name_not_found'],
    run: setClientTaxRule,
  },
  mergeClients: {
    kind: 'command',
    description:
      'Merges a client into another one: everything that refers to it moves, and it is deleted. Its name, id and external id find the client that is kept, whose empty fields get its values. Issued invoices keep what is printed on them. Clients with projects of the same names, or with work in different currencies, are a conflict.',
    input: mergeClientsInput,
    errors: ['name_not_found', 'conflicting_state'],
    alsoWrites: areasOfReferences('Client'),
    run: mergeClients,
    rest: {
      path: 'clients/merge',
      summary: 'Merge two clients',
      details:
        '`keep` and `merge` are names or ids. Contacts, projects, time, expenses, deals, invoices, credit notes and credit move to `keep`; drafts are addressed to `keep`. A 409 says why two clients cannot be merged: projects of the same names, work priced in another currency, notes that are too long together, `keep` archived, or either erased.',
      example: { input: { keep: 'Lovelace Analytics', merge: 'Lovelace Ltd' } },
    },
  },
  archiveClient: {
    kind: 'record',
    description:
      'Archives a client. It is omitted from lists and searches, cannot be found by name, and accepts no new time. Its records and its name stay.',
    run: archiveClient,
  },
  unarchiveClient: {
    kind: 'record',
    description: 'Restores a client from the archive.',
    run: unarchiveClient,
  },
});
