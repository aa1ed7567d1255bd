import type {
  AuditedSeries,
  AuditedVoidedInvoice,
  NumberAudit,
  NumberGap,
} from '../../domain/accounting/number-audit.ts';
import { auditNumbers, numberAuditInput } from '../../domain/accounting/number-audit.ts';
import { builder } from '../core/builder.ts';
import { enums } from '../core/enums.ts';
import { inputArguments } from '../core/inputs.ts';
import { areaPermissions } from '../core/required-permissions.ts';

/** The numbers of a year, for a tax office. */
const ofInvoices = areaPermissions('invoices');

const gap = builder.objectRef<NumberGap>('NumberGap').implement({
  description: 'Numbers that no document has.',
  extensions: ofInvoices,
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'The first of them.' }),
    last: t.exposeInt('last', { description: 'The last of them.' }),
  }),
});

const series = builder.objectRef<AuditedSeries>('NumberAuditSeries').implement({
  description: 'The numbers that one counter gave to documents of a year.',
  extensions: ofInvoices,
  fields: (t) => ({
    series: t.field({
      type: enums.NumberSeries,
      description: 'What is numbered.',
      resolve: (row) => row.series,
    }),
    period: t.exposeString('period', {
      description:
        'The year or month in which the counter counts; empty where it never begins anew.',
    }),
    first: t.exposeString('first', { description: 'The first number, as it is printed.' }),
    last: t.exposeString('last', { description: 'The last number, as it is printed.' }),
    count: t.exposeInt('count', { description: 'How many documents there are.' }),
    drafts: t.exposeInt('drafts', { description: 'How many of them are drafts.' }),
    voided: t.exposeInt('voided', { description: 'How many of them are void.' }),
    gaps: t.expose('gaps', {
      type: [gap],
      description:
        'Numbers between the first and the last that no document has: none, unless numbers were chosen by hand.',
    }),
  }),
});

const voided = builder.objectRef<AuditedVoidedInvoice>('NumberAuditVoid').implement({
  description: 'An invoice of the year that is void, and keeps its number.',
  extensions: ofInvoices,
  fields: (t) => ({
    invoiceId: t.exposeID('invoiceId', { description: 'Id of the invoice.' }),
    number: t.exposeString('number', { description: 'Its number, as it is printed.' }),
    dateIssued: t.expose('dateIssued', {
      type: 'Date',
      nullable: true,
      description: 'The day of issue; null where it was voided as a draft.',
    }),
    voidedAt: t.expose('voidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was declared void.',
    }),
    voidedOn: t.expose('voidedOn', {
      type: 'Date',
      nullable: true,
      description: 'The day on which that was, by the workspace’s clocks, as the figures tell it.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason.' }),
  }),
});

const audit = builder.objectRef<NumberAudit>('NumberAudit').implement({
  description:
    'The numbers of a year: from which to which, that none is missing, and why some are void.',
  extensions: ofInvoices,
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'The year.' }),
    series: t.expose('series', { type: [series], description: 'What each counter gave.' }),
    voids: t.expose('voids', { type: [voided], description: 'What is void of it.' }),
    chosen: t.exposeStringList('chosen', {
      description: 'Numbers that were chosen by hand, and that no counter gives.',
    }),
  }),
});

builder.queryField('numberAudit', (t) =>
  t.field({
    type: audit,
    description:
      'The numbers of a year, of invoices, deposits and credit notes, as a tax office asks for them; as a page at `/books/numbers`, and as CSV at `/books/numbers.csv`.',
    args: inputArguments(numberAuditInput),
    extensions: { isWhole: true },
    resolve: (_root, input, context) => auditNumbers(context, input as never),
  }),
);
