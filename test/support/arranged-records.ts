import { beforeAll } from 'vitest';
import { newViewToken } from '../../src/domain/invoices/insert-invoice.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { Route } from '../../src/rest/core/route.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { pdfUrl } from './attachments.ts';
import { operationCases } from './operation-cases.ts';
import { insertSpares, spareCount } from './spare-records.ts';
import { insertSpareEndpoints } from './webhook-endpoints.ts';

/** A workspace that has one record of everything a caller can refer to, all of it named after the workspace's label. */
export interface Arranged {
  label: string;
  /** What a record answered when it was made, by operation: `createClient` and so on. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  made: Record<string, any>;
  /** Ids that no response contains, by the type of their record. */
  ids: Record<
    'type' | 'template' | 'stage' | 'layout' | 'mail' | 'taxRule' | 'form' | 'deliverable',
    string
  >;
}

const lower = (label: string) => label.toLowerCase();

/** Makes one record of everything, through the surface where it can. */
export async function arrange(
  api: TestApi,
  workspace: TestWorkspace,
  label: string,
): Promise<Arranged> {
  const ids = await setUp(api, workspace.accountId, label);
  const made: Arranged['made'] = {};
  for (const [operation, path, body] of records(label)) {
    const answer = await workspace.post(path, body);
    if (answer.status !== 200) throw new Error(`${operation}: ${JSON.stringify(answer.body)}`);
    made[operation] = answer.body;
  }
  const where = { accountId: workspace.accountId };
  await logDays(api, workspace.accountId, made.createProject);
  made.payments = await payOften(api, workspace, label);
  made.credited = await issueCreditable(api, workspace, label);
  made.voided = await voidSome(api, workspace, label);
  made.drafts = await insertInvoices(api, workspace, made.createInvoice, 'DRAFT');
  made.draftsByOperation = Object.fromEntries(
    draftOperations.map((name, index) => [name, made.drafts.slice(index * 4, index * 4 + 4)]),
  );
  made.issued = await insertInvoices(api, workspace, made.createInvoice, 'SENT');
  made.hooks = await insertSpareEndpoints(api, workspace, { hookType: 'ClientCreate' });
  made.spare = await makeSpare(api, workspace);
  made.inputs = await makeInputs(api, workspace);
  made.attachment = made.inputs.deleteAttachment.at(-1);
  made.fileUrl = await pdfUrl();
  const form = await api.database.prisma.form.findFirstOrThrow({ where });
  const deliverable = await api.database.prisma.deliverable.findFirstOrThrow({
    where: { ...where, name: `${label} Wireframes` },
  });
  return { label, made, ids: { ...ids, form: form.id, deliverable: deliverable.id } };
}

/** Our workspace so arranged before the tests of a file; filled in by then, like an API under test. */
export function useArranged(api: TestApi, label: string): Arranged {
  const world = {} as Arranged;
  beforeAll(async () => {
    Object.assign(world, await arrange(api, api.ours, label));
  });
  return world;
}

/** What only a workspace's administration makes. */
async function setUp({ database: { prisma } }: TestApi, accountId: number, label: string) {
  const ids = {
    type: newId('ProjectType'),
    template: newId('ProjectTemplate'),
    stage: newId('PipelineStage'),
    layout: newId('InvoiceTemplate'),
    mail: newId('EmailTemplate'),
    taxRule: newId('TaxRule'),
  };
  await prisma.user.create({ data: { accountId, email: `user@${lower(label)}.example` } });
  await prisma.projectType.create({ data: { accountId, id: ids.type, name: `${label} Type` } });
  await prisma.projectTemplate.create({
    data: { accountId, id: ids.template, name: `${label} Template` },
  });
  await prisma.pipelineStage.create({
    data: { accountId, id: ids.stage, label: `${label} Stage`, position: 9 },
  });
  await prisma.invoiceTemplate.create({
    data: { accountId, id: ids.layout, name: `${label} Layout` },
  });
  await prisma.emailTemplate.create({
    data: { accountId, id: ids.mail, name: `${label} Mail`, subject: '-', body: '-' },
  });
  await prisma.taxRule.create({ data: { accountId, id: ids.taxRule, name: `${label} Tax` } });
  return ids;
}

function records(label: string): [operation: string, path: string, body: object][] {
  const clientName = `${label} Analytics`;
  const projectName = `${label} Website`;
  return [
    [
      'createClient',
      'clients/create',
      { name: clientName, hourlyAmount: 10, customValues: { [`${label} Field`]: 1 } },
    ],
    [
      'createContact',
      'contacts/create',
      { first: 'Ada', last: label, email: `ada@${lower(label)}.example`, clientName },
    ],
    ['createProject', 'projects/create', { name: projectName, clientName }],
    [
      'createTimeEntry',
      'timeWorked/create',
      {
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:00:00Z',
        clientName,
        projectName,
        deliverableName: `${label} Wireframes`,
        createDeliverable: true,
      },
    ],
    ['createTask', 'tasks/create', { name: `${label} Task`, projectName, tasks: ['Draw'] }],
    [
      'createExpense',
      'expenses/create',
      { amount: 10, vendor: `${label} Vendor`, clientName, projectName },
    ],
    [
      'createOpportunity',
      'opportunities/create',
      {
        name: `${label} Deal`,
        clientName,
        stageName: `${label} Stage`,
        toDos: [{ item: 'Call' }],
      },
    ],
    ['createFormSubmission', 'formSubmissions/create', { formName: `${label} Form` }],
    [
      'createTicket',
      'tickets/create',
      { userEmail: `ada@${lower(label)}.example`, subject: `${label} Question` },
    ],
    [
      'createInvoice',
      'invoices/create',
      { clientName, invoiceNumber: `${label}-42`, amount: 1_000_000 },
    ],
    [
      'createOrUpdateCalendarEvent',
      'calendar/createOrUpdate',
      {
        eventId: `${lower(label)}-event`,
        startTime: '2026-04-02T14:00:00Z',
        endTime: '2026-04-02T15:00:00Z',
      },
    ],
    [
      'createWebhookEndpoint',
      'webhooks/create',
      { url: `https://${lower(label)}.example/`, types: ['client'], enabled: false },
    ],
  ];
}

/** As many times as work of a client can be billed. */
const billableDays = 60;

const dayOf = (day: number) => new Date(Date.UTC(2024, 0, 1 + day));

/** Logs an hour on each of many days, of which each can be billed by itself. */
async function logDays(
  { database: { prisma } }: TestApi,
  accountId: number,
  { id: projectId, clientId }: { id: string; clientId: string },
): Promise<void> {
  const { id: userId } = await prisma.user.findFirstOrThrow({ where: { accountId } });
  const hour = (day: number) => {
    const timerStart = dayOf(day);
    const timerEnd = new Date(timerStart.getTime() + 3_600_000);
    return { accountId, clientId, projectId, id: newId('TimeEntry'), timerStart, timerEnd, userId };
  };
  const data = Array.from({ length: billableDays }, (_, day) => ({
    ...hour(day),
    hourlyAmount: 10,
  }));
  await prisma.timeEntry.createMany({ data });
}

/** An invoice on which as many payments were made, each of which can be taken back by itself; answers their ids. */
async function payOften(
  { database: { prisma } }: TestApi,
  { accountId, post }: TestWorkspace,
  label: string,
): Promise<string[]> {
  const amount = spareCount + 1;
  const bill = { clientName: `${label} Analytics`, invoiceNumber: `${label}-paid`, amount };
  const { id: invoiceId } = (await post('invoices/create', bill)).body;
  const date = new Date('2026-04-15');
  const ids = Array.from({ length: spareCount }, () => newId('Payment'));
  await prisma.$transaction([
    prisma.payment.createMany({
      data: ids.map((id) => ({ accountId, id, invoiceId, amount: 1, date })),
    }),
    prisma.invoice.update({
      where: { accountId_id: { accountId, id: invoiceId } },
      data: { paymentTotal: spareCount, amountDue: 1, status: 'PARTIAL' },
    }),
  ]);
  return ids;
}

/** An issued invoice of many units, each of which can be credited by itself, of a client that has credit to pay it with. */
async function issueCreditable(
  { database: { prisma } }: TestApi,
  { accountId, post }: TestWorkspace,
  label: string,
): Promise<{ id: string; lineItems: { id: string }[]; noteId: string }> {
  const items = [{ description: 'Units', quantity: 100_000, rate: 1 }];
  const bill = { clientName: `${label} Analytics`, invoiceNumber: `${label}-credited`, items };
  const { body } = await post('invoices/create', bill);
  const { id, lineItems } = body;
  const where = { accountId_id: { accountId, id } };
  await prisma.invoice.update({ where, data: { status: 'SENT' } });
  const invoiceNumber = `${label}-overpaid`;
  await post('invoices/create', { ...bill, invoiceNumber, items: [{ rate: 1 }] });
  await post('payment/create', { invoiceNumber, amount: 1_001, overpayment: 'CREDIT' });
  const recorded = await post('invoices/create', { ...bill, invoiceNumber: `${label}-noted` });
  const data = { status: 'SENT' } as const;
  await prisma.invoice.updateMany({ where: { accountId, id: recorded.body.id }, data });
  const note = await post('creditNotes/create', { invoiceId: recorded.body.id });
  return { id, lineItems, noteId: note.body.id };
}

/** Ids of void invoices that were issued. A cancellation can be sent once for each. */
async function voidSome(
  { database: { prisma } }: TestApi,
  { accountId, post }: TestWorkspace,
  label: string,
): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const bill = { clientName: `${label} Analytics`, invoiceNumber: `${label}-void-${count}` };
    ids.push((await post('invoices/create', { ...bill, amount: 1 })).body.id);
  }
  const where = { accountId, id: { in: ids } };
  await prisma.invoice.updateMany({ where, data: { status: 'SENT' } });
  await prisma.invoice.updateMany({ where, data: { status: 'VOIDED', amountDue: 0 } });
  return ids;
}

type Timed = { id: string; createdAt: Date; updatedAt: Date };

/** The columns of a copy; an insert takes no nulls. */
const columnsOf = ({ id: _, createdAt: __, updatedAt: ___, ...row }: Timed): object =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** Each gets four drafts, because another operation can use up a draft. */
const draftOperations = [
  ...['patchInvoice', 'sendInvoice', 'markInvoiceSent', 'voidInvoice', 'deleteInvoice'],
];

/** A page of GraphQL has all invoices of a workspace. */
const spareInvoices = 20;

/** Ids of invoices like one that was made, without a number of the series; each of them is sent, voided or deleted once. */
async function insertInvoices(
  api: TestApi,
  workspace: TestWorkspace,
  { id: patternId }: { id: string },
  status: 'DRAFT' | 'SENT',
): Promise<string[]> {
  const { accountId } = workspace;
  const { prisma } = api.database;
  const { lineItems, ...invoice } = await prisma.invoice.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: patternId } },
    include: { lineItems: true },
  });
  const [line] = lineItems;
  if (!line) throw new Error('The pattern has no line.');
  const columns = columnsOf({ ...invoice, invoiceNumber: null } as typeof invoice);
  const ids = await insertSpares(
    ...([api, workspace, 'Invoice'] as const),
    (id) => ({ ...columns, invoiceNumberFormatted: id, viewToken: newViewToken() }),
    spareInvoices,
  );
  const left = [...ids];
  await insertSpares(
    ...([api, workspace, 'InvoiceLine'] as const),
    () => ({ ...columnsOf(line), invoiceId: left.pop() }),
    spareInvoices,
  );
  if (status === 'SENT')
    await prisma.invoice.updateMany({ where: { accountId, id: { in: ids } }, data: { status } });
  return ids;
}

/** Ids of clients and contacts without anything, each of which can be merged into another one once. */
async function makeSpare(api: TestApi, workspace: TestWorkspace) {
  const clients = await insertSpares(api, workspace, 'Client', (id) => ({
    name: `Spare ${id}`,
    archived: true,
  }));
  const contact = { firstName: 'Spare', archived: true };
  const contacts = await insertSpares(api, workspace, 'Contact', () => contact);
  return { clients, contacts };
}

/** Inputs of the operations that have a test of their own, by operation. */
async function makeInputs(api: TestApi, workspace: TestWorkspace) {
  const inputs: Record<string, object[]> = {};
  for (const [operation, { inputs: make }] of operationCases) {
    inputs[operation] = await make(api, workspace);
  }
  return inputs;
}

/** How many days of a workspace, and entries of a list of an arranged workspace, were given away. */
const daysBilled = new WeakMap<object, number>();
const entriesFor = new WeakMap<object, number>();

/** An entry of a list of an arranged workspace, another one each time as long as there are some. */
function next<T>(list: readonly T[]): T {
  const index = entriesFor.get(list) ?? 0;
  entriesFor.set(list, index + 1);
  return list[index % list.length] as T;
}

/** A day of the workspace that no earlier call returned. */
function nextDay(made: Arranged['made']): string {
  const day = daysBilled.get(made) ?? 0;
  daysBilled.set(made, day + 1);
  return dayOf(day).toISOString().slice(0, 10);
}

let serial = 0;

/** A body with which a writing operation of an arranged workspace succeeds, as often as it is asked for. */
export function validBody(route: Route, { label, made }: Arranged): Record<string, unknown> {
  const clientName = `${label} Analytics`;
  const projectName = `${label} Website`;
  const deliverableName = `${label} Wireframes`;
  const own = made.inputs[route.operationId];
  if (own) return next<Record<string, unknown>>(own);
  serial += 1;
  const created = route.operationId.replace(/^(patch|replace)/, 'create');
  const drafts: string[] | undefined = made.draftsByOperation[route.operationId];
  const draft = drafts && { id: next<string>(drafts) };
  if (route.operationId === 'patchInvoice') return { ...draft, description: `Draft ${serial}` };
  if (route.method === 'PATCH') return { id: made[created].id };
  if (route.method === 'PUT') return { ...made[created] };
  const bodies: Record<string, Record<string, unknown>> = {
    createClient: { name: `Client ${serial}` },
    createContact: { first: 'Grace', last: `Hopper ${serial}`, clientName },
    createProject: { name: `Project ${serial}`, clientName },
    createDeliverable: { name: `Task ${serial}`, clientName, projectName },
    createTask: { name: `Task ${serial}`, clientName, projectName },
    createExpense: { amount: 10, clientName, projectName },
    createOpportunity: { name: `Deal ${serial}`, clientName },
    createFormSubmission: { formName: `${label} Form`, lastName: `Lead ${serial}` },
    approveDeliverable: { clientName, projectName, deliverableName },
    createTimeEntry: {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      clientName,
      projectName,
      deliverableName,
    },
    createInvoice: { clientName, items: [{ description: 'Work', rate: 1, projectName }] },
    createPayment: { invoiceNumber: `${label}-42`, clientName, amount: 0.01 },
    createOrUpdateCalendarEvent: {
      startTime: '2026-04-02T14:00:00Z',
      endTime: '2026-04-02T15:00:00Z',
    },
    createWebhookEndpoint: { url: `https://receiver-${serial}.example/`, types: ['client'] },
    deleteWebhookEndpoint: { id: made.createWebhookEndpoint.id },
    subscribeRestHook: { type: 'ClientCreate', hookUrl: `https://receiver-${serial}.example/` },
    sampleRestHook: { type: 'ClientCreate' },
    rotateWebhookSecret: { id: made.createWebhookEndpoint.id },
    createAttachment: { type: 'EXPENSE', id: made.createExpense.id, file: 'a.pdf' },
    createAttachmentFromUrl: {
      ...{ type: 'EXPENSE', id: made.createExpense.id, fileUrl: made.fileUrl },
    },
    deleteCalendarEvent: { id: made.createOrUpdateCalendarEvent.id },
  };
  if (route.operationId === 'createInvoiceFromWork') {
    const day = nextDay(made);
    return { clientName, from: day, until: day };
  }
  const { clients, contacts: people } = made.spare;
  if (route.operationId === 'mergeClients')
    return { keep: clientName, merge: clients[serial % clients.length] };
  if (route.operationId === 'mergeContacts')
    return { keep: made.createContact.id, merge: people[serial % people.length] };
  if (route.operationId === 'createCreditNote') {
    const { id, lineItems } = made.credited;
    return { invoiceId: id, lines: [{ lineId: lineItems[0].id, quantity: 1 }] };
  }
  if (route.operationId === 'applyCredit') return { id: made.credited.id, amount: 0.01 };
  if (route.operationId === 'reversePayment')
    return { id: next<string>(made.payments), reason: 'OTHER' };
  if (route.operationId === 'unsubscribeRestHook') return { id: next<string>(made.hooks) };
  const contacts = [`ada@${lower(label)}.example`];
  if (route.operationId === 'sendInvoice') return { ...draft, contacts };
  if (route.operationId === 'writeOffInvoice') return { id: next<string>(made.issued) };
  if (draft) return draft;
  if (route.operationId === 'sendPaymentReceipt')
    return { id: next<string>(made.payments), contacts };
  if (route.operationId === 'sendInvoiceCancellation')
    return { id: next<string>(made.voided), contacts };
  if (route.operationId === 'sendInvoiceReminder') return { id: made.credited.id, contacts };
  if (route.operationId === 'sendCreditNote') return { id: made.credited.noteId, contacts };
  if (route.operationId === 'refundPayment')
    return { id: next<string>(made.payments), amount: 0.01 };
  if (route.operationId === 'bulk') {
    return { operation: 'createClient', items: [bodies.createClient], partial: true };
  }
  return { ...(bodies[route.operationId] ?? exampleBody(route, made)) };
}

/** The example of a route that is not listed above, for a record of the workspace, or with a new name. */
function exampleBody({ example, tag }: Route, made: Arranged['made']): Record<string, unknown> {
  const body = { ...(example.input as Record<string, unknown>) };
  for (const name of ['name', 'label']) {
    if (typeof body[name] === 'string') body[name] = `${body[name]} ${serial}`;
  }
  const record = made[`create${tag.replace(/ies$/, 'y').replace(/s$/, '')}`];
  return 'id' in body ? { ...body, id: record?.id } : body;
}
