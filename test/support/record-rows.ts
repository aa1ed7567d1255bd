import { attachmentRecordTypes } from '../../src/domain/attachments/record-types.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { idPrefixes } from '../../src/platform/ids/record-ids.ts';
import type { ListableModel } from '../../src/query/list-queries.ts';
import { defaultRow } from './default-rows.ts';

/** Models whose rows a workspace can be filled with: all but the service’s own book-keeping. */
export type FilledModel = Exclude<ListableModel, 'InvoiceSequence' | 'ChangeListener'>;

type Data<M extends FilledModel> = Exclude<
  Prisma.TypeMap['model'][M]['operations']['createMany']['args']['data'],
  readonly unknown[]
>;

type Rows = {
  [M in FilledModel]?: (index: number) => Omit<Data<M>, 'accountId' | 'id'> & { id?: number };
};

/** The id of a workspace's record number `index` of a model. */
export function recordIdOf(accountId: number, model: FilledModel, index: number): string {
  const number = `${accountId.toString(16).padStart(8, '0')}${index.toString(16).padStart(24, '0')}`;
  return `${idPrefixes[model as keyof typeof idPrefixes]}_${number}`;
}

/** The number of a workspace's user number `index`. */
export const userIdOf = (accountId: number, index: number) => accountId * 1_000_000 + index + 1;

const attachedTo = Object.values(attachmentRecordTypes);

/** How many rows of a model are needed for one of each parent: an attachment has one of several types of parents. */
export const rowsPerParent = (model: FilledModel): number =>
  model === 'Attachment' ? attachedTo.length : 1;

const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index % 200)));
const moment = (index: number) => new Date(Date.UTC(2026, 0, 1, index % 500));
const time = (hours: number) => new Date(Date.UTC(1970, 0, 1, hours));
/** Texts that repeat, and that some records lack: what an order has to cope with. */
const sparse = (index: number, text: string) => (index % 3 === 0 ? null : `${text} ${index % 5}`);

const recordTypes = ['CLIENT', 'CONTACT', 'PROJECT', 'DELIVERABLE', 'OPPORTUNITY'] as const;

/** The row of a model number `index` in a workspace that has `count` parents of each kind; children go round the parents. */
export function rowOf(
  accountId: number,
  count: number,
): (model: FilledModel, index: number) => object {
  const rows = rowsOf(accountId, count);
  return (model, index) =>
    rows[model]?.(index) ??
    defaultRow(model, index, (parent) =>
      parent === 'User'
        ? userIdOf(accountId, index % count)
        : recordIdOf(accountId, parent as FilledModel, index % count),
    );
}

/** Rows with more than the required columns. */
function rowsOf(accountId: number, count: number): Rows {
  const id = (model: FilledModel, index: number) => recordIdOf(accountId, model, index);
  const parent = (model: FilledModel, index: number) => id(model, index % count);
  const userId = (index: number) => userIdOf(accountId, index % count);
  const values = (recordType: (typeof recordTypes)[number], index: number) => ({
    [id('CustomField', recordTypes.indexOf(recordType))]: `Value ${index}`,
  });
  return {
    TaxRule: (i) => ({ name: `Rule ${i}` }),
    TaxComponent: (i) => ({
      taxRuleId: parent('TaxRule', i),
      name: `Tax ${i}`,
      rate: 5,
      order: i + 1,
    }),
    User: (i) => ({
      id: userIdOf(accountId, i),
      email: `user-${i}@workspace.example`,
      lastName: sparse(i, 'User'),
    }),
    ApiKey: (i) => ({ name: `Key ${i}`, prefix: `prefix${i}`, hash: 'a'.repeat(64), scopes: [] }),
    ProjectType: (i) => ({ name: `Type ${i}` }),
    CustomField: (i) => ({
      recordType: recordTypes[i % recordTypes.length] ?? 'CLIENT',
      name: `Field ${i}`,
      mappingKey: `field_${i}`,
      projectTypeId: [2, 3].includes(i % 10) ? null : parent('ProjectType', i),
    }),
    TaskStage: (i) => ({
      projectTypeId: parent('ProjectType', i),
      label: `Stage ${i}`,
      position: i,
    }),
    ProjectTemplate: (i) => ({ name: `Template ${i}`, projectTypeId: parent('ProjectType', i) }),
    ProjectTemplateDeliverable: (i) => ({
      templateId: parent('ProjectTemplate', i),
      name: `Part ${i}`,
      position: i,
    }),
    InvoiceTemplate: (i) => ({ name: `Layout ${i}` }),
    EmailTemplate: (i) => ({ name: `Mail ${i}`, subject: 'Subject', body: 'Body' }),
    PipelineStage: (i) => ({ label: `Column ${i}`, position: i }),
    Form: (i) => ({ name: `Form ${i}` }),
    Vendor: (i) => ({ name: `Vendor ${i}` }),
    Client: (i) => ({
      name: `Client ${i}`,
      country: sparse(i, 'Country'),
      currency: i % 2 === 0 ? 'EUR' : null,
      defaultTaxRuleId: parent('TaxRule', i),
      customValues: values('CLIENT', i),
    }),
    Contact: (i) => ({
      clientId: parent('Client', i),
      firstName: sparse(i + 1, 'First'),
      lastName: sparse(i, 'Last'),
      email: `contact-${i}@client.example`,
      customValues: values('CONTACT', i),
    }),
    Project: (i) => ({
      clientId: parent('Client', i),
      projectTypeId: parent('ProjectType', i),
      name: `Project ${i}`,
      startDate: i % 4 === 0 ? null : day(i),
      feeSchedule: { feeType: 'HOURLY', amount: '100', estimateMax: '1000' },
      customValues: values('PROJECT', i),
    }),
    Deliverable: (i) => ({
      projectId: parent('Project', i),
      name: `Deliverable ${i}`,
      statusId: parent('TaskStage', i),
      dueDate: i % 4 === 0 ? null : day(i),
      invoiceId: parent('Invoice', i),
      toDos: [{ id: `tdo_d${i}`, item: 'Draw', complete: false }],
      customValues: values('DELIVERABLE', i),
    }),
    ProjectMember: (i) => ({ projectId: id('Project', i), userId: userId(i) }),
    DeliverableAssignee: (i) => ({ deliverableId: id('Deliverable', i), userId: userId(i) }),
    Opportunity: (i) => ({
      name: `Opportunity ${i}`,
      clientId: parent('Client', i),
      statusId: parent('PipelineStage', i),
      value: i % 3 === 0 ? null : i % 10,
      toDos: [{ id: `tdo_${i}`, item: 'Call', complete: false, dueDate: '2026-03-01' }],
      leadInfo: { firstName: 'Ada', answers: [{ question: 'Why?', answer: 42 }] },
      customValues: values('OPPORTUNITY', i),
    }),
    FormSubmission: (i) => ({
      formId: parent('Form', i),
      clientId: parent('Client', i),
      contactId: parent('Contact', i),
      opportunityId: parent('Opportunity', i),
      submittedAt: moment(i),
      formData: { firstName: 'Ada', answers: [] },
    }),
    Ticket: (i) => ({
      ticketNumber: 500_001 + i,
      clientId: parent('Client', i),
      contactId: parent('Contact', i),
      subject: `Ticket ${i}`,
      formData: { firstName: 'Ada', answers: [] },
      lastCommentAt: moment(i),
      closedAt: i % 3 === 0 ? moment(i) : null,
      status: i % 3 === 0 ? 'CLOSED' : 'OPEN',
    }),
    TicketComment: (i) => ({
      ticketId: parent('Ticket', i),
      contactId: parent('Contact', i),
      userId: userId(i),
      comment: `Comment ${i}`,
      privateComment: i % 4 === 1,
    }),
    Attachment: (i) => {
      const { column, model } = attachedTo[i % attachedTo.length] as (typeof attachedTo)[number];
      return {
        ...{ clientId: null, projectId: null, deliverableId: null },
        ...{ opportunityId: null, expenseId: null, invoiceId: null, ticketId: null },
        [column]: parent(model, Math.floor(i / attachedTo.length)),
        fileName: `File ${i}.pdf`,
        contentType: 'application/pdf',
        size: 100 + (i % 7),
        sha256: i.toString(16).padStart(64, 'a'),
      };
    },
    Invoice: (i) => ({
      clientId: parent('Client', i),
      invoiceNumber: i,
      invoiceNumberFormatted: `INV-${i}`,
      status: 'SENT',
      currency: i % 2 === 0 ? 'EUR' : 'USD',
      subTotal: 1000,
      total: 1000,
      amountDue: 1000,
      dateCreated: day(i),
      dueDate: day(i + 30),
      invoiceTemplateId: parent('InvoiceTemplate', i),
      taxRuleId: parent('TaxRule', i),
      taxRuleSnapshot: {
        id: parent('TaxRule', i),
        name: 'Rule',
        source: 'BUILT_IN',
        providerId: null,
        effectiveRate: '5',
        components: [{ name: 'Tax', rate: '5', order: 1, compound: false, compoundOnOrder: null }],
      },
      clientInfo: { id: parent('Client', i), name: `Client ${i}` },
      viewToken: `token${i}`,
    }),
    InvoiceLine: (i) => ({
      invoiceId: parent('Invoice', i),
      position: i + 1,
      quantity: 1,
      unitPrice: 100,
      lineTotal: 100,
      projectId: parent('Project', i),
      deliverableId: parent('Deliverable', i),
    }),
    InvoiceTaxLine: (i) => ({
      invoiceId: parent('Invoice', i),
      name: `Tax ${i}`,
      rate: 0,
      order: i + 1,
      taxableAmount: 100,
      amount: 0,
    }),
    InvoiceEvent: (i) => ({
      invoiceId: parent('Invoice', i),
      kind: 'SENT',
      fromStatus: 'DRAFT',
      toStatus: 'SENT',
      actor: 'KEY',
      keyName: `Key ${i}`,
      note: sparse(i, 'Note'),
    }),
    Payment: (i) => ({ invoiceId: parent('Invoice', i), amount: 1, date: day(i) }),
    CreditNote: (i) => ({
      ...{ number: i + 1, numberFormatted: `CN-${i}`, currency: 'EUR', dateCreated: day(i) },
      ...{ invoiceId: parent('Invoice', i), clientId: parent('Client', i) },
      ...{ subTotal: 1, total: 1 },
    }),
    CreditNoteLine: (i) => ({
      ...{ creditNoteId: parent('CreditNote', i), invoiceLineId: parent('InvoiceLine', i) },
      ...{ position: i + 1, quantity: 0.01, unitPrice: 100, lineTotal: 1 },
    }),
    CreditNoteTaxLine: (i) => ({
      ...{ creditNoteId: parent('CreditNote', i), name: `Tax ${i}`, rate: 0, order: i + 1 },
      ...{ taxableAmount: 1, amount: 0 },
    }),
    ClientCredit: (i) => ({
      ...{ clientId: parent('Client', i), paymentId: parent('Payment', i), currency: 'EUR' },
      ...{ kind: 'OVERPAID', amount: i < 20 ? 0.01 : 0.0001, date: day(i) },
    }),
    Refund: (i) => ({ paymentId: parent('Payment', i), amount: 0.0001, date: day(i) }),
    ExchangeRate: (i) => ({
      // One of two currencies for a day.
      day: new Date(Date.UTC(2000, 0, 1 + i)),
      baseCurrency: i % 2 === 0 ? 'EUR' : 'USD',
      quoteCurrency: 'CHF',
      rate: 1.1,
    }),
    TimeEntry: (i) => ({
      clientId: parent('Client', i),
      projectId: parent('Project', i),
      deliverableId: parent('Deliverable', i),
      userId: userId(i),
      timerStart: moment(i),
      timerEnd: new Date(moment(i).getTime() + 90 * 60_000),
      invoiceId: i % 4 < 2 ? parent('Invoice', i) : null,
      invoiceLineId: i % 4 < 2 ? parent('InvoiceLine', i) : null,
    }),
    Expense: (i) => ({
      userId: userId(i),
      amount: 10,
      currency: 'EUR',
      vendorId: parent('Vendor', i),
      clientId: parent('Client', i),
      projectId: parent('Project', i),
      invoiceId: parent('Invoice', i),
      invoiceLineId: parent('InvoiceLine', i),
      dateCreated: moment(i),
    }),
    ExpenseLine: (i) => ({
      expenseId: parent('Expense', i),
      position: i + 1,
      ...{ quantity: 1, net: 10, taxCategory: 'STANDARD', taxRate: 19, tax: 1.9 },
    }),
    CalendarEvent: (i) => ({
      userId: userId(i),
      startDate: day(i),
      endDate: day(i),
      startTime: time(9),
      endTime: time(10),
      timeZone: 'UTC',
      startsAt: moment(i),
      endsAt: moment(i),
    }),
    WebhookEndpoint: (i) => ({
      url: `https://receiver-${i}.example/`,
      types: ['client'],
      scopes: [],
      madeByKeyId: parent('ApiKey', i),
      madeByUserId: userId(i),
    }),
    WebhookDelivery: (i) => ({
      endpointId: parent('WebhookEndpoint', i),
      type: 'client.created',
      ...{ status: 'DELIVERED', attempts: 1, durationMs: 5, requestedAt: moment(i) },
    }),
    MailSuppression: (i) => ({ email: `reader-${i}@readers.example` }),
    OutboxMail: (i) => ({
      invoiceId: parent('Invoice', i),
      creditNoteId: parent('CreditNote', i),
      emailTemplateId: parent('EmailTemplate', i),
      recipients: ['ada@client.example'],
      subject: `Mail ${i}`,
      body: 'Body',
    }),
  };
}
