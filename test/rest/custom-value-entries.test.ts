import { describe, expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';

/** `customValues` as a list of entries define what they name, as a map does, on every record that has them. */

const api = useTestApi();

let made = 0;

/** What a record of each kind needs besides its custom values. */
const resources: Record<string, () => Promise<object>> = {
  clients: async () => ({ name: `Client ${++made}` }),
  contacts: async () => ({ firstName: `Person ${++made}` }),
  opportunities: async () => ({ name: `Deal ${++made}` }),
  projects: async () => {
    const { body } = await api.ours.post('clients/create', { name: `Client ${++made}` });
    return { name: 'Project', clientId: body.id };
  },
};

interface Value {
  fieldName: string;
  mappingKey: string;
  value: unknown;
  type: string;
}

const named = (values: Value[]) =>
  Object.fromEntries(values.map(({ fieldName, value, type }) => [fieldName, [value, type]]));

describe.each(Object.keys(resources))('%s', (resource) => {
  const fields = () => (resources[resource] as () => Promise<object>)();
  const entries = (suffix: string) => [
    { fieldName: `Newer ${suffix}`, value: 'x' },
    { fieldName: ` Count ${suffix} `, value: 3 },
    { mappingKey: `key_${suffix}`, value: '2026-03-31' },
    { mappingKey: `both_${suffix}`, fieldName: `Both ${suffix}`, value: true },
    { 'Custom Field': 'v', custom_field_definition_id: 12 },
    { value: 'of nothing' },
    { fieldName: '  ', value: 1 },
    { fieldName: `Nothing ${suffix}`, value: null },
  ];
  const expected = (suffix: string) => ({
    [`Newer ${suffix}`]: ['x', 'TEXT'],
    [`Count ${suffix}`]: [3, 'NUMERIC'],
    [`key_${suffix}`]: ['2026-03-31', 'DATE'],
    [`Both ${suffix}`]: [true, 'CHECKBOX'],
  });
  const definitions = async () => {
    const { accountId } = api.ours;
    return api.database.prisma.customField.count({ where: { accountId } });
  };

  test('a create defines unknown fields, and ignores entries without a field', async () => {
    const customValues = entries(`${resource} made`);
    const before = await definitions();
    const { status, body } = await api.ours.post(`${resource}/create`, {
      ...(await fields()),
      customValues,
    });
    expect([status, named(body.customValues)]).toEqual([200, expected(`${resource} made`)]);
    expect(await definitions()).toBe(before + 4);
    const again = { ...(await fields()), customValues };
    const { body: second } = await api.ours.post(`${resource}/create`, again);
    expect(second.customValues).toEqual(body.customValues);
    expect(await definitions()).toBe(before + 4);
  });

  test.each(['patch', 'put'] as const)('a %s does likewise', async (method) => {
    const suffix = `${resource} ${method}`;
    const own = await fields();
    const customValues = { Former: 1 };
    const { body: record } = await api.ours.post(`${resource}/create`, { ...own, customValues });
    const change = { ...record, customValues: entries(suffix) };
    const { status, body } = await api.ours[method](`${resource}/update`, change);
    const stored = method === 'patch' ? { Former: [1, 'NUMERIC'] } : {};
    expect([status, named(body.customValues)]).toEqual([200, { ...stored, ...expected(suffix) }]);
  });

  test('an entry that names a map’s field finds it, by name or by key', async () => {
    const customValues = { [`Favourite ${resource}`]: 'first' };
    const own = await fields();
    const { body: record } = await api.ours.post(`${resource}/create`, { ...own, customValues });
    const [{ mappingKey, fieldId }] = record.customValues;
    for (const entry of [
      { fieldName: mappingKey },
      { mappingKey },
      { fieldName: `Favourite ${resource}` },
    ]) {
      const change = { id: record.id, customValues: [{ ...entry, value: JSON.stringify(entry) }] };
      const { body } = await api.ours.patch(`${resource}/update`, change);
      expect(body.customValues).toMatchObject([{ fieldId, value: JSON.stringify(entry) }]);
    }
  });

  test('an id that no field has is still an error, and nothing is defined', async () => {
    const before = await definitions();
    const customValues = [
      { fieldName: `Innocent ${resource}`, value: 1 },
      { fieldId: 'fld_unknown', fieldName: `Guilty ${resource}`, value: 1 },
    ];
    const { status, body } = await api.ours.post(`${resource}/create`, {
      ...(await fields()),
      customValues,
    });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ path: 'customValues.1', code: 'unknown_field' }],
    ]);
    expect(await definitions()).toBe(before);
  });

  test('simultaneous creates define a field once', async () => {
    const customValues = [{ fieldName: `Race ${resource}`, value: 1 }];
    const bodies = await Promise.all(
      Array.from({ length: 8 }, async () => ({ ...(await fields()), customValues })),
    );
    const answers = await Promise.all(
      bodies.map((body) => api.ours.post(`${resource}/create`, body)),
    );
    const ids = answers.map(({ body }) => body.customValues[0].fieldId);
    expect(new Set(ids).size).toBe(1);
  });
});

test('GraphQL takes the same entries', async () => {
  const customValues = [{ fieldName: 'Through the other door', value: 'x' }, { value: 1 }];
  const values = 'customValues { fieldName value }';
  const create = `mutation ($v: JSON!) { createClient(input: { name: "Graph", customValues: $v }) {
    ... on CreateClientSuccess { client { id ${values} } } ... on ExpectedError { message } } }`;
  const created = (await api.ours.gql(create, { v: customValues })).body.data.createClient.client;
  expect(created.customValues).toEqual([{ fieldName: 'Through the other door', value: 'x' }]);
  const update = `mutation ($v: [CustomValueInput!]!, $id: ID!) {
    updateClient(input: { id: $id, customValues: $v }) {
      ... on UpdateClientSuccess { client { ${values} } } ... on ExpectedError { message } } }`;
  const changes = [{ fieldName: 'Later', value: 2 }];
  const updated = (await api.ours.gql(update, { v: changes, id: created.id })).body;
  expect(updated.data.updateClient.client.customValues).toContainEqual({
    fieldName: 'Later',
    value: 2,
  });
});
