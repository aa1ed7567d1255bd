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

const amount = (description: string) => ({ type: 'Decimal', description }) as const;

const entry = builder.objectRef<AccountStatementEntry>('StatementEntry').implement({
  description: 'A change of the amount that a client owes.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'Date of the entry.' }),
    kind: t.expose('kind', { type: enums.BookingKind, description: 'What happened.' }),
    invoice: t.field({
      type: 'Invoice' as never,
      description: 'The invoice.',
      resolve: ({ invoiceId }) => ({ id: invoiceId }) as never,
    }),
    invoiceNumber: t.exposeString('number', { description: 'Number, as printed.' }),
    dueDate: t.expose('dueDate', {
      type: 'Date',
      nullable: true,
      description: 'Due date of an invoice. Null for other entries.',
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'Number of the transfer, cheque or receipt of a payment.',
    }),
    amount: t.expose('amount', amount('Change of the amount owed. Negative if it decreases.')),
    balance: t.expose('balance', amount('Amount owed afterwards.')),
  }),
});

const account = builder.objectRef<AccountStatementCurrency>('StatementAccount').implement({
  description: 'Entries of one client in one currency.',
  extensions: areaPermissions('invoices'),
  fields: (t) => ({
    currency: t.expose('currency', { type: 'Currency', description: 'The currency.' }),
    opening: t.expose('opening', amount('Amount owed before the first day.')),
    charged: t.expose('charged', amount('Increases between the days.')),
    credited: t.expose('credited', amount('Decreases between the days.')),
    closing: t.expose(
      'closing',
      amount('Amount owed at the end of the last day: opening + charged − credited.'),
    ),
    entries: t.expose('entries', {
      type: [entry],
      complexity: { field: 1, multiplier: 50 },
      description: 'Entries in order, at most 5,000.',
    }),
  }),
});

const statement = builder.objectRef<AccountStatement>('StatementOfAccount').implement({
  description: 'Account statement of a client.',
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
        'Accounts by currency. Currencies are never added up. Empty if there are no entries and nothing is owed.',
    }),
    pageUrl: t.field({
      type: 'URL',
      description: 'The statement as a page for printing. It needs a session or an API key.',
      resolve: (shown, _args, context) => accountStatementUrl(context, shown),
    }),
    pdfUrl: t.field({
      type: 'URL',
      description: 'The statement as a PDF. It needs a session or an API key.',
      resolve: (shown, _args, context) => accountStatementUrl(context, shown, '.pdf'),
    }),
  }),
});

builder.queryField('statementOfAccount', (t) =>
  t.field({
    type: statement,
    description:
      'Account statement of a client between two days, both included: opening balance, invoices and payments, closing balance. Drafts and voided invoices are not included. The default period is the last twelve months.',
    args: inputArguments(accountStatementInput),
    extensions: { requiresUnrestrictedAccess: true },
    resolve: (_root, args, context) => getAccountStatement(context, args),
  }),
);
