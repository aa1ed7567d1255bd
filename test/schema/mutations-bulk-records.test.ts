import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { useArranged } from '../support/arranged-records.ts';
import { mutate, mutated, successSelection } from '../support/mutations.ts';

const api = useTestApi();
const world = useArranged(api, 'Own');

const clientName = 'Own Analytics';
const projectName = 'Own Website';

interface Kind {
  one: string;
  many: string;
  record: string;
  fields: string;
  /** Items of every sort that a single mutation takes too. */
  items: (world: Arranged) => object[];
  faulty: object;
  fault: string;
}

const kinds: Record<string, Kind> = {
  expenses: {
    one: 'createExpense',
    many: 'createExpenses',
    record: 'expense',
    fields:
      'amount currency taxRate taxInclusive category paid datePaid dueDate reimbursable markupPercent description vendor { name } client { name } project { name }',
    items: ({ made }) => [
      {
        dateCreated: '2026-03-31T23:30:00+02:00',
        amount: '89.9',
        currency: 'eur',
        taxRate: 7.5,
        taxInclusive: true,
        category: 'Travel',
        paid: true,
        dueDate: '2026-04-30',
        reimbursable: true,
        markupPercent: '12.5',
        description: 'Train',
        vendor: 'Deutsche Bahn',
        clientName,
        projectName,
      },
      { amount: 0.0001, vendor: 'Deutsche Bahn' },
      { amount: 1, vendorId: made.createExpense.vendorId, projectId: made.createProject.id },
      { amount: 2, vendor: 'Own Vendor', paid: true, dateCreated: '2026-03-30' },
    ],
    faulty: { amount: -1 },
    fault: 'amount',
  },
  contacts: {
    one: 'createContact',
    many: 'createContacts',
    record: 'contact',
    fields:
      'firstName lastName email phone notes defaultContact invoiceContact portalAccess client { name } customValues { fieldName mappingKey type value }',
    items: ({ made }) => [
      {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@bulk.example',
        phone: '1',
        notes: 'Counts',
        invoiceContact: true,
        portalAccess: true,
        clientName,
        customValues: { Shoe: 38, 'Likes engines': true },
      },
      { firstName: 'Alone', defaultContact: true, customValues: { Shoe: 40 } },
      { firstName: 'By', lastName: 'Id', clientId: made.createClient.id },
      { firstName: 'Entry', customValues: [{ fieldName: 'Shoe', value: 41 }] },
    ],
    faulty: { notes: 'Nobody' },
    fault: 'firstName',
  },
};

describe.each(Object.entries(kinds))('%s in bulk', (_, kind) => {
  const { one, many, record, fields, faulty, fault } = kind;
  const resultsWith = (of: string) =>
    `results { ${successSelection(one, of)} ... on ExpectedError { errors { path code } } }`;
  const bulk = (items: object[], selection: string, partial = false) =>
    mutate(api.ours, many, { input: { items, partial } }, selection);

  test('return the same as each of them alone', async () => {
    const items = kind.items(world);
    const alone = [];
    for (const input of items) alone.push(await mutated(api.ours, one, { input }, fields));
    const { made, results } = await bulk(items, `made ${resultsWith(fields)}`);
    expect(made).toBe(items.length);
    expect(results.map((one: Record<string, object>) => one[record])).toEqual(alone);
  });

  test('take the same statements for ten as for two hundred', async () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_item, index) => kind.items(world)[index % 3] ?? {});
    const small = await recordStatements(() => bulk(some(10), `made ${resultsWith(fields)}`));
    const all = await recordStatements(() => bulk(some(200), `made ${resultsWith(fields)}`));
    expect(all.result.made).toBe(200);
    expect(all.statements.length, all.statements.join('\n')).toBe(small.statements.length);
    expect(all.statements.filter((sql) => /^INSERT|^WITH/.test(sql.trim())).length).toBe(1 + 1);
  });

  test('are all or none, or those that can be taken', async () => {
    const items = [
      kind.items(world)[2] ?? {},
      faulty,
      { ...kind.items(world)[2], clientName: 'No' },
    ];
    const errors = [
      { path: `items.1.${fault}`, code: expect.any(String) },
      { path: 'items.2.clientName', code: 'name_not_found' },
    ];
    const source = `{ rows: ${many.slice(6).toLowerCase()} { totalCount } }`;
    const count = async () => (await api.ours.gql(source)).body.data.rows.totalCount;
    const before = await count();
    expect(await bulk(items, 'made')).toMatchObject({ code: 'invalid_input', errors });
    expect(await count()).toBe(before);
    const selection = `made refused ${resultsWith('id')}`;
    const { results, ...counts } = await bulk(items, selection, true);
    expect(counts).toMatchObject({ made: 1, refused: 2 });
    expect(results.map((one: object) => record in one)).toEqual([true, false, false]);
    expect(results.flatMap(({ errors = [] }: { errors?: [] }) => errors)).toEqual(errors);
    expect(await count()).toBe(before + 1);
  });
});

test('a vendor of many expenses is created once', async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({
    amount: 1,
    vendor: `New ${index % 2}`,
  }));
  const input = { items };
  const { results } = await mutated(
    api.ours,
    'createExpenses',
    { input },
    `results { ${successSelection('createExpense', 'vendorId')} }`,
  );
  const ids = results.map(({ expense }: { expense: { vendorId: string } }) => expense.vendorId);
  expect(new Set(ids).size).toBe(2);
});

test('of several default contacts of a client the last is it, and takes it from the former', async () => {
  const make = (firstName: string) => ({ firstName, clientName, defaultContact: true });
  const defaults = async () => {
    const source = `query ($id: ID!) { client(id: $id) {
      contacts(where: { defaultContact: { equals: true } }) { edges { node { firstName } } } } }`;
    const { body } = await api.ours.gql(source, { id: world.made.createClient.id });
    return body.data.client.contacts.edges.map(
      ({ node }: { node: { firstName: string } }) => node.firstName,
    );
  };
  await mutated(api.ours, 'createContact', { input: make('Former') });
  const input = { items: [make('One'), make('Two'), { firstName: 'Three', clientName }] };
  const selection = `results { ${successSelection('createContact', 'defaultContact')} }`;
  const { results } = await mutated(api.ours, 'createContacts', { input }, selection);
  expect(
    results.map(({ contact }: { contact: { defaultContact: boolean } }) => contact.defaultContact),
  ).toEqual([false, true, false]);
  expect(await defaults()).toEqual(['Two']);
});

test('a new custom field of many contacts is defined once; unknown entries are reported', async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({
    firstName: 'F',
    customValues: { 'Fresh field': index, [`Own ${index % 2}`]: 'x' },
  }));
  const count = () =>
    api.database.prisma.customField.count({ where: { accountId: api.ours.accountId } });
  const before = await count();
  await mutated(api.ours, 'createContacts', { input: { items } }, 'made');
  expect(await count()).toBe(before + 3);
  const entries = [{ firstName: 'N', customValues: [{ fieldName: 'Fresh entry', value: 1 }] }];
  await mutated(api.ours, 'createContacts', { input: { items: [...entries, ...entries] } }, 'made');
  expect(await count()).toBe(before + 4);
  const unknown = [
    { firstName: 'U' },
    { firstName: 'U', customValues: [{ fieldId: 'No', value: 1 }] },
  ];
  expect(
    await mutate(api.ours, 'createContacts', { input: { items: unknown } }, 'made'),
  ).toMatchObject({
    code: 'invalid_input',
    path: 'items.1.customValues.0',
  });
});
