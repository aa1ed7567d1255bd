import type { GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTaxRule } from '../../src/domain/invoices/tax-rules.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { askFor } from '../support/graphql.ts';
import { created } from '../support/invoices.ts';
import { asRest, selectionOf, withoutSpelling } from '../support/parity.ts';

/** GraphQL returns the fields of the REST record under the same names. */

const api = useTestApi();

type Answer = Record<string, unknown>;

const made: Record<string, Answer> = {};

beforeAll(async () => {
  const { ours } = api;
  const clientName = 'Lovelace Analytics';
  const projectName = 'Website';
  const post = (path: string, body: object) => created(ours, path, body);
  const rule = await createTaxRule(ours.context, {
    name: 'Two taxes',
    components: [
      { name: 'First', rate: '5' },
      { name: 'Second', rate: '9.975', compound: true },
    ],
  });
  const { id } = await post('clients/create', {
    name: clientName,
    clientType: 'Prospect',
    country: 'United Kingdom',
    currency: 'GBP',
    defaultTaxRate: 17.5,
    customValues: { 'Referred by': 'Ada', Employees: 12, Since: '2026-01-31' },
  });
  await api.database.prisma.client.update({
    where: { accountId_id: { accountId: ours.accountId, id } },
    data: { defaultTaxRuleId: rule.id },
  });
  made.Contact = await post('contacts/create', {
    first: 'Ada',
    last: 'Lovelace',
    email: 'ada@lovelace.example',
    clientName,
    defaultContact: true,
  });
  [made.Client] = (await ours.get('clients/search', { id })).body;
  made.Project = await post('projects/create', {
    name: projectName,
    clientName,
    startDate: '2026-03-01',
    portalAccess: 'Full access',
    feeSchedule: {
      feeType: 'RETAINER',
      amount: 1234.56,
      retainerStart: '2026-03-01',
      taxable: true,
    },
    customValues: { Budget: 10_000.25 },
  });
  made.TimeEntry = await post('timeWorked/create', {
    timerStart: '2026-03-02T09:00:00Z',
    timerEnd: '2026-03-02T10:30:00+01:00',
    clientName,
    projectName,
    deliverableName: 'Wireframes',
    createDeliverable: true,
  });
  made.Deliverable = await post('deliverable/approve', {
    clientName,
    projectName,
    deliverableName: 'Wireframes',
  });
  made.Expense = await post('expenses/create', {
    amount: 99.95,
    markupPercentage: 12.5,
    paid: true,
    vendor: 'Print shop',
    clientName,
    projectName,
    date: '2026-03-03T12:00:00Z',
  });
  made.Opportunity = await post('opportunities/create', {
    name: 'Second website',
    clientName,
    stageName: 'Proposal',
    value: 25_000,
    estCloseDate: '2026-06-30',
    toDos: [
      {
        item: 'Write',
        dueDate: '2026-04-01',
        dateCompleted: '2026-04-02T10:00:00Z',
        relativeDueDate: { duration: 3, timeUnit: 'Days' },
      },
      { item: 'Call', complete: true },
    ],
    customValues: { Source: 'Fair' },
  });
  made.FormSubmission = await post('formSubmissions/create', {
    formName: 'Contact us',
    firstName: 'Grace',
    email: 'grace@hopper.example',
    answers: [{ question: 'Why?', answer: ['a', 1, null] }],
  });
  const invoice = await post('invoices/create', {
    clientName,
    description: 'March',
    discountPercent: 10,
    items: [
      { description: 'Work', quantity: 3, rate: 33.33, taxable: true, projectName },
      { description: 'Hosting', quantity: 1, rate: 9.99, taxable: false },
    ],
  });
  made.Invoice = await post('payment/create', {
    invoiceNumber: invoice.invoiceNumberFormatted,
    date: '2026-03-20',
    amount: 50,
    paymentType: 'Cheque',
    referenceNumber: '77',
  });
  made.CalendarEvent = await post('calendar/createOrUpdate', {
    eventId: 'caller-1',
    startTime: '2026-04-02T14:00:00',
    endTime: '2026-04-02T15:00:00',
    timezone: 'Europe/Berlin',
    summary: 'Kick-off',
  });
  const [projectType] = (await ours.get('projectTypes/list')).body;
  made.ProjectType = projectType;
  const [stage] = (await ours.get('pipelineStages/list')).body;
  made.PipelineStage = stage;
});

const names = [
  'Client',
  'Contact',
  'Project',
  'TimeEntry',
  'Deliverable',
  'Expense',
  'Opportunity',
  'FormSubmission',
  'Invoice',
  'CalendarEvent',
  'ProjectType',
  'PipelineStage',
];

describe.each(names)('%s', (name) => {
  test('has every field of REST, with the same value', async () => {
    const answer = made[name] as Answer;
    const type = schema.getType(name) as GraphQLObjectType;
    const selection = selectionOf(answer, type);
    const source = `query ($id: ID!) { node(id: $id) { ... on ${name} ${selection} } }`;
    const { data } = await askFor(api.ours.context, source, { id: answer.id });
    expect(Object.keys(answer).length).toBeGreaterThan(3);
    expect(asRest(data.node, answer, type)).toEqual(withoutSpelling(answer));
  });
});

test('the workspace has every field of the account, with the same value', async () => {
  const { accountName, ...account } = (await api.ours.get(`account/${api.ours.accountId}`)).body;
  const { data } = await askFor(
    api.ours.context,
    `{ workspace { name ${Object.keys(account).join(' ')} } }`,
  );
  expect(asRest(data.workspace, { name: accountName, ...account })).toEqual({
    name: accountName,
    ...account,
  });
});
