import type {
  AccountStatement,
  AccountStatementCurrency,
  AccountStatementEntry,
} from '../../domain/accounting/account-statement.ts';
import {
  accountStatementInput,
  accountStatementUrl,
  getAccountStatement,
} from '../../domain/accounting/account-statement.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** Statements of account: one statement of SQL, and one for the records that are selected below. */

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const entry = builder.objectRef<AccountStatementEntry>('StatementEntry').implement({
  description: 'Something that changed how much a client owes.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day on which it happened.' }),
    kind: t.expose('kind', { type: enums.BookingKind, description: 'What happened.' }),
    invoice: t.field({
      type: 'Invoice' as never,
      description: 'The invoice that it is about.',
      resolve: ({ invoiceId }) => ({ id: invoiceId }) as never,
    }),
    invoiceNumber: t.exposeString('number', { description: 'Its number, as it is printed.' }),
    dueDate: t.expose('dueDate', {
      type: 'Date',
      nullable: true,
      description: 'The day by which an invoice is to be paid; null for all else.',
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'Number of the transfer, cheque or receipt of a payment.',
    }),
    amount: t.expose('amount', amount('What the client owes more by it; below 0: less.')),
    balance: t.expose('balance', amount('What the client owes after it.')),
  }),
});

const account = builder.objectRef<AccountStatementCurrency>('StatementAccount').implement({
  description: 'What happened between the workspace and a client in one currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    opening: t.expose('opening', amount('What the client owed before the first day.')),
    charged: t.expose('charged', amount('What came to it between the days.')),
    credited: t.expose('credited', amount('What came off it between the days.')),
    closing: t.expose(
      'closing',
      amount('What the client owes at the end of the last day: opening + charged − credited.'),
    ),
    entries: t.expose('entries', {
      type: [entry],
      complexity: { field: 1, multiplier: 50 },
      description: 'What happened, in order; at most 5,000 in a statement.',
    }),
  }),
});

const statement = builder.objectRef<AccountStatement>('StatementOfAccount').implement({
  description: 'What stands open between the workspace and a client, and how it came about.',
  extensions: areaPermissions('clients', 'invoices'),
  fields: (t) => ({
    client: t.field({
      type: 'Client' as never,
      description: 'The client.',
      resolve: ({ clientId }) => ({ id: clientId }) as never,
    }),
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day.' }),
    accounts: t.expose('accounts', {
      type: [account],
      description:
        'By currency, which are never added up; none where nothing happened and nothing stands open.',
    }),
    pageUrl: t.field({
      type: 'URL',
      description:
        'The statement as a page, for who signed in or sends a key; print it from there.',
      resolve: (shown, _args, context) => accountStatementUrl(context, shown),
    }),
    pdfUrl: t.field({
      type: 'URL',
      description: 'The statement as a PDF, for who signed in or sends a key.',
      resolve: (shown, _args, context) => accountStatementUrl(context, shown, '.pdf'),
    }),
  }),
});

builder.queryField('statementOfAccount', (t) =>
  t.field({
    type: statement,
    description:
      'The account of a client between two days, both included: what stood open, each invoice and payment, what stands open. Drafts and voided invoices are no part of it. The last twelve months unless `from` and `to` say otherwise.',
    args: inputArguments(accountStatementInput),
    extensions: { isWhole: true },
    resolve: (_root, args, context) => getAccountStatement(context, args),
  }),
);
