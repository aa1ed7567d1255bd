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

const ofInvoices = areaPermissions('invoices');

const gap = builder.objectRef<NumberGap>('NumberGap').implement({
  description: 'Missing numbers.',
  extensions: ofInvoices,
  fields: (t) => ({
    first: t.exposeInt('first', { description: 'First missing number.' }),
    last: t.exposeInt('last', { description: 'Last missing number.' }),
  }),
});

const series = builder.objectRef<AuditedSeries>('NumberAuditSeries').implement({
  description: 'A number series in a year.',
  extensions: ofInvoices,
  fields: (t) => ({
    series: t.field({
      type: enums.NumberSeries,
      description: 'Kind of document.',
      resolve: (row) => row.series,
    }),
    period: t.exposeString('period', {
      description: 'Year or month of the counter. Empty if numbering never restarts.',
    }),
    first: t.exposeString('first', { description: 'First number, as printed.' }),
    last: t.exposeString('last', { description: 'Last number, as printed.' }),
    count: t.exposeInt('count', { description: 'Number of documents.' }),
    drafts: t.exposeInt('drafts', { description: 'Number of drafts.' }),
    voided: t.exposeInt('voided', { description: 'Number of voided documents.' }),
    gaps: t.expose('gaps', {
      type: [gap],
      description:
        'Missing numbers between the first and the last. There are none unless numbers were chosen manually.',
    }),
  }),
});

const voided = builder.objectRef<AuditedVoidedInvoice>('NumberAuditVoid').implement({
  description: 'A voided invoice of the year. It keeps its number.',
  extensions: ofInvoices,
  fields: (t) => ({
    invoiceId: t.exposeID('invoiceId', { description: 'Id of the invoice.' }),
    number: t.exposeString('number', { description: 'Number, as printed.' }),
    dateIssued: t.expose('dateIssued', {
      type: 'Date',
      nullable: true,
      description: 'The day of issue. Null if it was voided as a draft.',
    }),
    voidedAt: t.expose('voidedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was voided.',
    }),
    voidedOn: t.expose('voidedOn', {
      type: 'Date',
      nullable: true,
      description: 'Booking day of this, in the workspace’s time zone.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason.' }),
  }),
});

const audit = builder.objectRef<NumberAudit>('NumberAudit').implement({
  description: 'Document numbers of a year: the range, missing numbers, and voided invoices.',
  extensions: ofInvoices,
  fields: (t) => ({
    year: t.exposeInt('year', { description: 'The year.' }),
    series: t.expose('series', { type: [series], description: 'Number series.' }),
    voids: t.expose('voids', { type: [voided], description: 'Voided invoices.' }),
    chosen: t.exposeStringList('chosen', {
      description: 'Numbers that were chosen manually and belong to no series.',
    }),
  }),
});

builder.queryField('numberAudit', (t) =>
  t.field({
    type: audit,
    description:
      'Document numbers of a year for a tax audit: invoices, deposits and credit notes. Also available as a page at `/books/numbers` and as CSV at `/books/numbers.csv`.',
    args: inputArguments(numberAuditInput),
    extensions: { requiresUnrestrictedAccess: true },
    resolve: (_root, input, context) => auditNumbers(context, input as never),
  }),
);
