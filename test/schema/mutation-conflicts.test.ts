import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { useArranged } from '../support/arranged-records.ts';
import { charge, conflict, errorTypesOf, mutate, mutated } from '../support/mutations.ts';
import { ofANameAlone } from '../support/name-only-inputs.ts';
import { conflictingInput, operationCases } from '../support/operation-cases.ts';

/** Each mutation whose result names a ConflictError comes up against one. */

const api = useTestApi();
const world = useArranged(api, 'Own');

type Values = Record<string, unknown>;

/** Records with a unique name, or another unique field, in the workspace. */
const named: Record<string, { fields: Values; path?: string }> = {
  ...Object.fromEntries(ofANameAlone().map((type) => [type, { fields: {} }])),
  EmailTemplate: { fields: { subject: 'S', body: 'B' } },
  PipelineStage: { fields: {}, path: 'label' },
  TaxRule: { fields: { components: [{ name: 'VAT', rate: 20 }] } },
  User: { fields: {}, path: 'email' },
};

describe.each(Object.entries(named))('a taken name', (type, { fields, path = 'name' }) => {
  test(`of a ${type} is a conflict of create, update and replace`, async () => {
    const nameOf = (which: string) => (path === 'email' ? `${which}@own.example` : which);
    const input = (which: string) => ({ ...fields, [path]: nameOf(`${which}-taken`) });
    const { id } = await mutated(api.ours, `create${type}`, { input: input('one') });
    await mutated(api.ours, `create${type}`, { input: input('two') });
    const again = await mutate(api.ours, `create${type}`, { input: input('two') });
    expect(again).toMatchObject({ __typename: 'ConflictError', code: 'name_taken' });
    for (const verb of ['update', 'replace']) {
      const changed = await mutate(api.ours, `${verb}${type}`, { input: { id, ...input('two') } });
      expect(changed, verb).toMatchObject({ __typename: 'ConflictError', code: 'name_taken' });
    }
  });
});

const clientName = 'Own Analytics';
const hours = { timerStart: '2026-03-02T09:00:00Z', timerEnd: '2026-03-02T10:00:00Z' };
const own = () => ({ where: { accountId: api.ours.accountId } });
let serial = 0;

function next(): number {
  serial += 1;
  return serial;
}

const make = (name: string, input: Values) => mutated(api.ours, name, { input });

async function archivedClient(): Promise<string> {
  const { id } = await make('createClient', { name: `Gone ${next()}` });
  await mutated(api.ours, 'archiveClient', { id });
  return id;
}

async function defaultOf(model: 'emailTemplate' | 'invoiceTemplate'): Promise<string> {
  const delegate = api.database.prisma[model] as unknown as {
    findFirstOrThrow(args: object): Promise<{ id: string }>;
  };
  const { accountId } = api.ours;
  return (await delegate.findFirstOrThrow({ where: { accountId, isDefault: true } })).id;
}

async function chargedEntry(): Promise<string> {
  const { id } = await make('createTimeEntry', { ...hours, clientName });
  await charge(api, 'timeEntry', id, world.made.createInvoice.id);
  return id;
}

async function chargedExpense(): Promise<string> {
  const { id } = world.made.createExpense;
  await charge(api, 'expense', id, world.made.createInvoice.id);
  return id;
}

const fieldNamed = async (name: string) =>
  (await api.database.prisma.customField.findFirstOrThrow({ where: { ...own().where, name } })).id;

/** A second record next to one whose name the test takes. */
const second = (type: string, more: Values, path = 'name') =>
  make(`create${type}`, { ...more, [path]: `Second ${type} ${next()}` });

const wireframes = () => ({ projectId: world.made.createProject.id, name: 'Own Wireframes' });
const statusOf = async () => {
  const where = { id: world.ids.deliverable };
  const { statusId } = await api.database.prisma.deliverable.findFirstOrThrow({ where });
  return api.database.prisma.taskStage.findFirstOrThrow({ where: { id: statusId } });
};

async function takenStatus(): Promise<Values> {
  const { label, projectTypeId } = await statusOf();
  const { id } = await second('TaskStage', { projectTypeId }, 'label');
  return { id, label };
}

async function takenField(): Promise<Values> {
  const { id } = await second('CustomField', { recordType: 'CLIENT' });
  return { id, name: 'Own Field' };
}

async function takenProject(): Promise<Values> {
  const { id } = await second('Project', { clientName });
  return { id, name: 'Own Website' };
}

async function takenDeliverable(): Promise<Values> {
  const { projectId, name } = wireframes();
  const { id } = await second('Deliverable', { projectId });
  return { id, name };
}

async function neverComplete(): Promise<Values> {
  const type = await make('createProjectType', {
    name: 'Endless',
    statusList: [{ label: 'Rolling' }],
  });
  const project = await make('createProject', {
    name: 'E',
    clientName,
    projectTypeId: type.id,
  });
  const { id } = await make('createDeliverable', { projectId: project.id, name: 'Rock' });
  return { deliverableId: id };
}

async function clientsTaxRule(): Promise<string> {
  const { id } = await make('createTaxRule', {
    name: 'Kept',
    components: [{ name: 'VAT', rate: 20 }],
  });
  await make('setClientTaxRule', { id: world.made.createClient.id, taxRuleId: id });
  return id;
}

async function revokedKey(): Promise<string> {
  const input = { name: 'Revoked' };
  const { apiKey } = await mutated(api.ours, 'createApiKey', { input }, 'apiKey { id }');
  await mutated(api.ours, 'revokeApiKey', { id: apiKey.id });
  return apiKey.id;
}

/** Operations that conflict with an existing record. */
const clashes: Record<string, () => Promise<Values> | Values> = {
  approveDeliverable: neverComplete,
  createCustomField: () => ({ name: 'Own Field', recordType: 'CLIENT' }),
  createDeliverable: wireframes,
  createInvoiceFromWork: () => ({ clientName, from: '1999-01-01', until: '1999-01-01' }),
  createInvoice: () => ({
    clientName,
    invoiceNumber: 'Own-42',
    lineItems: [{ unitPrice: 1 }],
  }),
  createSimpleInvoice: () => ({ clientName, invoiceNumber: 'Own-42', amount: 1 }),
  createOrUpdateCalendarEvent: async () => {
    const email = 'gone@own.example';
    await api.database.prisma.user.create({ data: { ...own().where, email, active: false } });
    return { startsAt: '2026-04-02T14:00:00Z', userEmail: email };
  },
  createProject: () => ({ name: 'Own Website', clientName }),
  createTaskStage: async () => {
    const { label, projectTypeId } = await statusOf();
    return { label, projectTypeId };
  },
  createTimeEntry: async () => ({ ...hours, clientId: await archivedClient() }),
  createTimeEntries: async () => ({ items: [{ ...hours, clientId: await archivedClient() }] }),
  deactivateUser: async () => {
    const where = { ...own().where, role: 'OWNER' as const };
    const { id } = await api.database.prisma.user.findFirstOrThrow({ where });
    return { id: `usr_${id}` };
  },
  inviteUser: async () => {
    const gone = { ...own().where, email: `gone-${next()}@own.example`, active: false };
    const { id } = await api.database.prisma.user.create({ data: gone });
    return { id: `usr_${id}` };
  },
  deleteCustomField: async () => ({ id: await fieldNamed('Own Field') }),
  deleteDeliverable: () => ({ id: world.ids.deliverable }),
  deleteEmailTemplate: async () => ({ id: await defaultOf('emailTemplate') }),
  deleteExpense: async () => ({ id: await chargedExpense() }),
  deleteForm: () => ({ id: world.ids.form }),
  deleteInvoiceTemplate: async () => ({ id: await defaultOf('invoiceTemplate') }),
  deletePipelineStage: () => ({ id: world.ids.stage }),
  deleteProjectType: async () => {
    const where = { ...own().where, isDefaultProjectType: true };
    return { id: (await api.database.prisma.projectType.findFirstOrThrow({ where })).id };
  },
  deleteTaskStage: async () => ({ id: (await statusOf()).id }),
  deleteTaxRule: async () => ({ id: await clientsTaxRule() }),
  deleteTimeEntry: async () => ({ id: await chargedEntry() }),
  createExchangeRate: async () => {
    const rate = { day: '2026-03-31', baseCurrency: 'EUR', quoteCurrency: 'USD', rate: '1.1' };
    await make('createExchangeRate', rate);
    return rate;
  },
  deleteVendor: () => ({ id: world.made.createExpense.vendorId }),
  mergeClients: async () => ({ keep: await archivedClient(), merge: clientName }),
  mergeContacts: () => ({
    keep: world.made.spare.contacts[0],
    merge: world.made.spare.contacts[1],
  }),
  replaceCustomField: takenField,
  replaceDeliverable: takenDeliverable,
  replaceExpense: async () => ({ id: await chargedExpense(), amount: '7' }),
  replaceProject: takenProject,
  replaceTaskStage: takenStatus,
  replaceTimeEntry: async () => ({ id: await chargedEntry(), notes: 'Later' }),
  narrowApiKey: async () => ({ id: await revokedKey(), scopes: ['READ'] }),
  rotateApiKey: async () => ({ id: await revokedKey() }),
  setProjectMembers: async () => {
    const { id } = await second('Project', { clientName });
    const data = { ...own().where, email: 'left@own.example', active: false };
    const { email } = await api.database.prisma.user.create({ data });
    return { id, memberEmails: [email] };
  },
  updateCustomField: takenField,
  updateDeliverable: takenDeliverable,
  updateExpense: async () => ({ id: await chargedExpense(), amount: '7' }),
  updateProject: takenProject,
  updateTaskStage: takenStatus,
  updateTimeEntry: async () => ({ id: await chargedEntry(), notes: 'Later' }),
};

test.each(Object.entries(clashes))(
  '%s may conflict with an existing record',
  async (name, input) => {
    const answer = await mutate(api.ours, name, { input: await input() }, '__typename');
    expect(answer).toMatchObject({ __typename: 'ConflictError' });
  },
);

const ownCases = [...operationCases].filter(([name]) =>
  errorTypesOf(name).includes('ConflictError'),
);

test.each(ownCases)('%s conflicts, as its own test declares', async (name, own) => {
  const send = (input: Values) => mutated(api.ours, name, { input });
  const input = await conflictingInput(name, own, api, api.ours, send);
  const answer = await mutate(api.ours, name, { input }, '__typename');
  expect(answer).toMatchObject({ __typename: 'ConflictError' });
});

const ofLeads = ['createOpportunity', 'createFormSubmission'];

test('a pipeline without a stage takes no leads', async () => {
  const bare = await api.addWorkspace();
  await api.database.prisma.pipelineStage.deleteMany({ where: { accountId: bare.accountId } });
  for (const name of ofLeads) {
    const input = name === 'createOpportunity' ? { name: 'Deal' } : { formName: 'Form' };
    expect(await mutate(bare, name, { input }), name).toMatchObject(conflict);
  }
});

const ofInvoices = [
  ...['sendInvoice', 'markInvoiceSent', 'voidInvoice', 'writeOffInvoice', 'deleteInvoice'],
  ...['updateInvoice', 'replaceInvoice'],
];

test('an invoice that is void takes no action, no change and no payment', async () => {
  const { id } = await make('createSimpleInvoice', {
    clientName,
    invoiceNumber: 'Void-1',
    amount: 1,
  });
  await mutated(api.ours, 'voidInvoice', { id });
  for (const name of ofInvoices) {
    expect(await mutate(api.ours, name, { id }, '__typename'), name).toMatchObject(conflict);
  }
  const payment = { invoiceNumber: 'Void-1', amount: 1 };
  const rejected = await mutate(api.ours, 'recordPayment', { input: payment });
  expect(rejected).toMatchObject({ __typename: 'ConflictError', code: 'invoice_closed' });
});

test('a reversed or refunded payment is not reversed or refunded again', async () => {
  const { id } = await make('createSimpleInvoice', { clientName, amount: 5, invoiceNumber: 'P-1' });
  await make('recordPayment', { invoiceNumber: 'P-1', amount: 5 });
  const { accountId } = api.ours;
  const payment = await api.database.prisma.payment.findFirstOrThrow({
    where: { accountId, invoiceId: id },
  });
  await make('reversePayment', { id: payment.id, reason: 'BOUNCED' });
  for (const name of ofPayments) {
    const input = { id: payment.id, ...(name === 'reversePayment' && { reason: 'OTHER' }) };
    const rejection = await mutate(api.ours, name, { input });
    expect(rejection, name).toMatchObject({
      __typename: 'ConflictError',
      code: 'conflicting_state',
    });
  }
});

test('a credited invoice is not credited again', async () => {
  const { id } = await make('createSimpleInvoice', { clientName, amount: 5 });
  await mutated(api.ours, 'markInvoiceSent', { id });
  await make('createCreditNote', { invoiceId: id });
  const denied = await mutate(api.ours, 'createCreditNote', { input: { invoiceId: id } });
  expect(denied).toMatchObject({ __typename: 'ConflictError', code: 'conflicting_state' });
});

test('credit that a client has not is not applied', async () => {
  const { id } = await make('createSimpleInvoice', { clientName, amount: 5 });
  const failed = await mutate(api.ours, 'applyCredit', {
    input: { id, amount: 1_000_000 },
  });
  expect(failed).toMatchObject({ __typename: 'ConflictError', code: 'credit_exceeded' });
});

const ofPayments = ['reversePayment', 'refundPayment', 'sendPaymentReceipt'];

test('no reminder is sent for an invoice that was not issued', async () => {
  const { id } = await make('createSimpleInvoice', { clientName, amount: 5 });
  const refused = await mutate(api.ours, 'sendInvoiceReminder', { id });
  expect(refused).toMatchObject({ __typename: 'ConflictError', code: 'conflicting_state' });
});

test('no credit note is mailed if no font can print its client’s name', async () => {
  const contacts = [{ firstName: 'Ada', email: 'ada@deseret.example' }];
  await make('createClient', { name: '𐐔𐐯', contacts });
  const { id } = await make('createSimpleInvoice', { clientName: '𐐔𐐯', amount: 5 });
  await mutated(api.ours, 'markInvoiceSent', { id });
  const note = await make('createCreditNote', { invoiceId: id });
  const to = contacts.map(({ email }) => email);
  const refused = await mutate(api.ours, 'sendCreditNote', { id: note.id, contacts: to });
  expect(refused).toMatchObject({ __typename: 'ConflictError', code: 'conflicting_state' });
});

test('no cancellation is sent for an invoice that is not void', async () => {
  const { id } = await make('createSimpleInvoice', { clientName, amount: 5 });
  const refused = await mutate(api.ours, 'sendInvoiceCancellation', { id });
  expect(refused).toMatchObject({ __typename: 'ConflictError', code: 'conflicting_state' });
});

/**
 * Conflicts that need a broken template, a mail in delivery, a taken id or external id, another workspace, a contact
 * without access, 100 endpoints, or two simultaneous callers.
 */
const elsewhere = [
  'createContact',
  'deleteWorkspace',
  'eraseClient',
  'eraseContact',
  'createExpense',
  'createExpenses',
  'createWebhookEndpoint',
  'duplicateInvoice',
  'resendMail',
  'sendPortalLink',
  'sendTestMail',
  'createContacts',
  ...['Contact', 'Opportunity'].flatMap((type) => [`update${type}`, `replace${type}`]),
];

test('every mutation with a conflict is tested here', () => {
  const ofNames = Object.keys(named).flatMap((type) =>
    ['create', 'update', 'replace'].map((verb) => `${verb}${type}`),
  );
  const provoked = [...Object.keys(clashes), ...ofNames, ...ofLeads, ...ofInvoices, ...ofPayments];
  expect(
    [
      ...provoked,
      'recordPayment',
      'createCreditNote',
      'applyCredit',
      'sendInvoiceCancellation',
      'sendInvoiceReminder',
      'sendCreditNote',
      ...elsewhere,
      ...ownCases.map(([name]) => name),
    ].sort(),
  ).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {})
      .filter((name) => errorTypesOf(name).includes('ConflictError'))
      .sort(),
  );
});
