import { beforeAll, describe, expect, test } from 'vitest';
import { eraseClient } from '../../src/domain/erasures/erase.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';

/** One name has one form, however a keyboard writes its accents and blanks. */

const api = useTestApi();

const composed = 'Café Roy B';
const spellings = [
  'Cafe\u0301 Roy B',
  'Café\u00a0Roy\u202fB',
  ' Café  Roy\tB ',
  'Cafe\u0301\u2003Roy \u00a0 B\u3000',
];
const cases = spellings.map((spelling) => [JSON.stringify(spelling), spelling] as const);

let workspace: TestWorkspace;
let client: { id: string };

const post = async (path: string, body: object) => {
  const answer = await workspace.post(path, body);
  expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
  return answer.body;
};

beforeAll(async () => {
  workspace = await api.addWorkspace({ name: 'Spelled', ownerEmail: 'owner@spelled.example' });
  client = await post('clients/create', { name: spellings[0], externalId: spellings[0] });
  await post('projects/create', { clientName: composed, name: spellings[0] });
  const names = { clientName: composed, projectName: composed };
  await post('tasks/create', { ...names, name: spellings[1] });
  await post('timeWorked/create', {
    ...{ ...names, deliverableName: composed, userEmail: 'owner@spelled.example' },
    ...{ timerStart: '2026-04-02T09:00:00Z', timerEnd: '2026-04-02T10:00:00Z' },
  });
  await post('expenses/create', { vendor: spellings[2], amount: 5, billNo: 'N\u00a0 1' });
  await post('contacts/create', { first: 'Zoe\u0308', last: 'Roy\u00a0B', clientName: composed });
  await post('opportunities/create', { name: spellings[3], clientName: composed });
});

test('names are stored in one form', async () => {
  const { accountId } = workspace;
  const { prisma } = api.database;
  const where = { accountId };
  const stored = await Promise.all([
    prisma.client.findMany({ where, select: { name: true, externalId: true } }),
    prisma.project.findMany({ where, select: { name: true } }),
    prisma.deliverable.findMany({ where, select: { name: true } }),
    prisma.vendor.findMany({ where, select: { name: true } }),
    prisma.opportunity.findMany({ where, select: { name: true } }),
    prisma.contact.findMany({ where, select: { firstName: true, lastName: true } }),
    prisma.expense.findMany({ where, select: { billNo: true } }),
  ]);
  expect(stored).toEqual([
    [{ name: composed, externalId: composed }],
    ...Array(4).fill([{ name: composed }]),
    [{ firstName: 'Zoë', lastName: 'Roy B' }],
    [{ billNo: 'N 1' }],
  ]);
});

describe.each(cases)('the spelling %s', (_, spelling) => {
  test('is the same name on create', async () => {
    const again = await workspace.post('clients/create', { name: spelling });
    expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
    const body = { clientName: spelling, projectName: spelling, name: spelling };
    const task = await workspace.post('tasks/create', body);
    expect([task.status, task.body.code]).toEqual([409, 'name_taken']);
    await post('expenses/create', { vendor: spelling, amount: 1 });
    expect(
      await api.database.prisma.vendor.count({ where: { accountId: workspace.accountId } }),
    ).toBe(1);
  });

  test('is found by the searches of REST', async () => {
    for (const path of [
      'timeWorked',
      'expenses',
      'opportunities',
      'projects',
      'clients',
      'tasks',
    ]) {
      const { body } = await workspace.get(`${path}/search`, { query: spelling });
      expect(body.length, path).toBeGreaterThan(0);
    }
    const contacts = await workspace.get('contacts/search', { query: 'Zoe\u0308\u00a0 Roy' });
    expect(contacts.body).toHaveLength(1);
    const external = await workspace.get('clients/search', { externalId: spelling });
    expect(external.body).toMatchObject([{ id: client.id }]);
    const reference = await workspace.get('clients/search', { id: `cli_ext::${spelling}` });
    expect(reference.body).toMatchObject([{ id: client.id }]);
  });

  test('is found by the filters and searches of GraphQL', async () => {
    const { body } = await workspace.gql(
      `query ($name: String!, $part: String!, $start: String!) {
        equals: clients(where: {name: {equals: $name}}) { nodes { id } }
        insensitive: clients(where: {name: {equals: $name, mode: INSENSITIVE}}) { nodes { id } }
        in: clients(where: {name: {in: ["x", $name]}}) { nodes { id } }
        not: clients(where: {name: {not: {equals: $name}}}) { nodes { id } }
        notIn: clients(where: {name: {notIn: [$name]}}) { nodes { id } }
        contains: clients(where: {name: {contains: $part}}) { nodes { id } }
        startsWith: clients(where: {name: {startsWith: $start}}) { nodes { id } }
        endsWith: clients(where: {name: {endsWith: "\\u00a0 B"}}) { nodes { id } }
        related: projects(where: {client: {name: {equals: $name}}}) { nodes { id } }
        searchClients(query: $name) { id }
      }`,
      { name: spelling, part: 'fe\u0301\u00a0\u00a0R', start: 'Cafe\u0301\u00a0' },
    );
    expect(body.errors).toBeUndefined();
    const counts = Object.entries(body.data).map(([field, list]) => {
      const nodes = (list as { nodes?: unknown[] }).nodes ?? (list as unknown[]);
      return [field, nodes.length];
    });
    const found = ['equals', 'insensitive', 'in', 'contains', 'startsWith', 'endsWith', 'related'];
    expect(Object.fromEntries(counts)).toEqual({
      ...Object.fromEntries([...found, 'searchClients'].map((field) => [field, 1])),
      ...{ not: 0, notIn: 0 },
    });
  });

  test('names the custom field that another spelling has defined', async () => {
    for (const name of [composed, spelling]) {
      await post('contacts/create', { first: 'Custom', customValues: { [name]: 'x' } });
    }
    const fields = await api.database.prisma.customField.findMany({
      where: { accountId: workspace.accountId },
    });
    expect(fields.map(({ name }) => name)).toEqual([composed]);
  });

  test('is the business of a lead', async () => {
    const { body } = await workspace.post('formSubmissions/create', {
      ...{ formName: spelling, businessName: spelling },
    });
    expect(body).toMatchObject({ clientId: client.id, formName: composed });
  });
});

test('a part of a name keeps the blanks at its ends', async () => {
  const { body } = await workspace.gql(
    `{ inside: clients(where: {name: {contains: "\\u00a0Roy "}}) { nodes { id } }
       outside: clients(where: {name: {contains: "B "}}) { nodes { id } } }`,
  );
  expect([body.data.inside.nodes.length, body.data.outside.nodes.length]).toEqual([1, 0]);
});

test('payments are found by their reference, and invoices by their client, in any spelling', async () => {
  const invoice = await post('invoices/create', {
    ...{ clientName: spellings[1], items: [{ description: 'Work', quantity: 1, rate: 20 }] },
  });
  await post('payment/create', {
    ...{ invoiceNumber: invoice.invoiceNumberFormatted, amount: 5 },
    referenceNumber: 'Re\u0301f\u00a0 7',
  });
  for (const query of ['Réf 7', 'Re\u0301f 7', 'Réf\u202f7']) {
    const { body } = await workspace.get('payments/search', { query });
    expect(body, query).toMatchObject([{ referenceNumber: 'Réf 7' }]);
  }
  const listed = await workspace.gql(
    `{ payableInvoices(clientName: "Cafe\\u0301\\u00a0Roy  B") { nodes { id } } }`,
  );
  expect(listed.body.data.payableInvoices.nodes).toEqual([{ id: invoice.id }]);
});

test('a client with a name stored in another form is erased by its name, in every form of its references', async () => {
  const { accountId, context } = workspace;
  const name = 'Othér\u00a0Form';
  await api.database.prisma.client.create({ data: { accountId, id: 'cli_other', name } });
  const textsWithName = ['With Othe\u0301r\u00a0Form', 'With othér form', 'WITH OTHE\u0301R FORM'];
  for (const notes of textsWithName) await post('expenses/create', { amount: 1, notes });
  const erasure = await eraseClient(context, { id: 'cli_other', confirmName: name });
  expect(erasure).toMatchObject({ id: 'cli_other', name });
  const notes = await api.database.prisma.expense.findMany({
    where: { accountId, notes: { not: null } },
    select: { notes: true },
  });
  expect(notes.map((one) => one.notes?.slice(4))).toEqual(Array(3).fill(' [erased]'));
});
