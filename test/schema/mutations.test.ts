import { getNamedType, isUnionType } from 'graphql';
import { expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { mutated, returnedRecord } from '../support/mutations.ts';

const api = useTestApi();

const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

test('every mutation returns its own success type, to which fields can be added, or an expected error', () => {
  expect(mutations.length).toBeGreaterThan(90);
  for (const { name, type } of mutations) {
    const union = getNamedType(type);
    const members = isUnionType(union) ? union.getTypes() : [];
    const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    expect(union.name).toBe(`${own}Result`);
    const errors = members.filter((member) =>
      member.getInterfaces().some((of) => of.name === 'ExpectedError'),
    );
    const others = members.filter((member) => !errors.includes(member));
    expect(others.map((member) => member.name)).toEqual([`${own}Success`]);
  }
});

test('every mutation takes one argument, its own input, or none', () => {
  const takesNothing = ['exportWorkspace', 'removeWorkspaceLogo'];
  for (const { name, args } of mutations) {
    const own = `input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`;
    const taken = args.map((arg) => `${arg.name}: ${arg.type}`);
    expect(taken, name).toEqual(takesNothing.includes(name) ? [] : [own]);
  }
});

test('a success type names the record by its type', () => {
  for (const { name } of mutations) {
    const record = returnedRecord(name);
    if (!record) continue;
    const { field, type } = record;
    expect(field, name).toBe(`${type.name.charAt(0).toLowerCase()}${type.name.slice(1)}`);
    expect(type.getInterfaces().map((of) => of.name)).toContain('Node');
  }
  expect(mutations.filter(({ name }) => returnedRecord(name)).length).toBeGreaterThan(70);
});

test('an update requires only the id, and literals are handled like variables', async () => {
  const { body } = await api.ours.gql(`mutation {
    made: createClient(input: { name: "Literal", defaultTaxRate: 17.5, customValues: { Shoe: { size: 38 } } }) {
      ... on CreateClientSuccess { client { id defaultTaxRate customValues { fieldName value } } }
    }
    project: createProject(input: {
      name: "P", clientName: "Literal", startDate: "2026-03-01", feeSchedule: { feeType: RETAINER, amount: 10.10 }
    }) { ... on CreateProjectSuccess { project { startDate feeSchedule { feeType amount } } } }
  }`);
  expect(body.errors).toBeUndefined();
  const { id, ...made } = body.data.made.client;
  expect(made).toEqual({
    defaultTaxRate: '17.5',
    customValues: [{ fieldName: 'Shoe', value: { size: 38 } }],
  });
  expect(body.data.project.project).toEqual({
    startDate: '2026-03-01',
    feeSchedule: { feeType: 'RETAINER', amount: '10.1' },
  });
  const source = `mutation { updateClient(input: { id: "${id}" }) {
    ... on UpdateClientSuccess { client { name } } } }`;
  const { body: updated } = await api.ours.gql(source);
  expect(updated.data).toEqual({ updateClient: { client: { name: 'Literal' } } });
});

test('a mutation finds by name the records that earlier ones in the operation created', async () => {
  const { body } = await api.ours.gql(`mutation {
    early: createProject(input: { name: "P", clientName: "Later" }) { __typename }
    client: createClient(input: { name: "Later" }) { __typename }
    late: createProject(input: { name: "P", clientName: "Later" }) { ... on CreateProjectSuccess { project { client { name } } } }
  }`);
  expect(body.data).toMatchObject({
    early: { __typename: 'NotFoundError' },
    client: { __typename: 'CreateClientSuccess' },
    late: { project: { client: { name: 'Later' } } },
  });
});

test('an error of one mutation leaves the others of the operation alone', async () => {
  const { body } = await api.ours.gql(`mutation {
    one: createVendor(input: { name: "Same name" }) { __typename }
    two: createVendor(input: { name: "Same name" }) { __typename ... on ConflictError { code path } }
    three: createVendor(input: { name: "Other name" }) { __typename }
  }`);
  expect(body.data).toEqual({
    one: { __typename: 'CreateVendorSuccess' },
    two: { __typename: 'ConflictError', code: 'name_taken', path: 'name' },
    three: { __typename: 'CreateVendorSuccess' },
  });
});

test('a record is read by one statement after it was written, however much of it; its id by none', async () => {
  const create = (name: string, selection: string) =>
    recordStatements(() => mutated(api.ours, 'createClient', { input: { name } }, selection));
  const key = await create('Key', 'id');
  // The look-up of the API key, the insert, and BEGIN, the log and COMMIT around it.
  expect(key.statements.length, key.statements.join('\n')).toBe(5);
  const columns = await create('Columns', 'id name city archived createdAt version');
  expect(columns.statements.length, columns.statements.join('\n')).toBe(6);
  const related = await create(
    'Related',
    'id name contacts { edges { node { id } } } projects { edges { node { id } } }',
  );
  expect(related.statements.length, related.statements.join('\n')).toBe(6);
});

test('cleared fields and JSON values are the same in the response and later', async () => {
  const fields =
    'id name value toDos { id item dueDate } customValues { fieldName value } client { name }';
  const input = {
    name: 'Deal',
    value: '10.50',
    toDos: [{ item: 'Call', dueDate: '2026-04-01' }],
    customValues: { Source: 'Fair' },
  };
  const made = await mutated(api.ours, 'createOpportunity', { input }, fields);
  const source = `query ($id: ID!) { node(id: $id) { ... on Opportunity { ${fields} } } }`;
  expect((await api.ours.gql(source, { id: made.id })).body.data.node).toEqual(made);
  expect(made).toMatchObject({ value: '10.5', client: null, toDos: [{ item: 'Call' }] });
  const cleared = { id: made.id, value: null, toDos: [] };
  expect(await mutated(api.ours, 'updateOpportunity', { input: cleared }, fields)).toEqual({
    ...made,
    value: null,
    toDos: [],
  });
});

test('a value that a scalar cannot be is rejected before anything is done', async () => {
  const before = await api.database.prisma.client.count();
  const source = `mutation ($input: CreateClientInput!) {
    createClient(input: $input) { __typename } }`;
  for (const input of [{ name: 5 }, { name: 'X', city: [] }]) {
    const { body } = await api.ours.gql(source, { input });
    expect(body.errors[0].extensions.code).toBe('invalid_operation');
    expect(body.data).toBeUndefined();
  }
  const { body } = await api.ours.gql(source, { input: { name: 'X', defaultTaxRate: 'much' } });
  expect(body).toEqual({ data: { createClient: { __typename: 'InvalidInputError' } } });
  expect(await api.database.prisma.client.count()).toBe(before);
});
