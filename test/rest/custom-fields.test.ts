import { beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { createCustomField } from '../../src/domain/custom-fields/create.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

const ask = (query: string, key = api.ours.key) =>
  api.request(`/public/api/customFields${query}`, { headers: { 'x-api-key': key } });

beforeAll(async () => {
  const { context } = api.ours;
  await createCustomField(context, { recordType: 'CLIENT', name: 'Referred by' });
  await createCustomField(context, { recordType: 'CLIENT', name: 'Branch', mappingKey: 'sector' });
  await createCustomField(context, { recordType: 'DELIVERABLE', name: 'Medium' });
  await createCustomField(api.theirs.context, { recordType: 'CLIENT', name: 'Foreign' });
});

test('the fields of a type of record, in their order, as key and label', async () => {
  const { status, body } = await ask('?type=CLIENT');
  expect([status, body]).toEqual([
    200,
    [
      { key: 'referred_by', label: 'Referred by' },
      { key: 'sector', label: 'Branch' },
    ],
  ]);
});

test.each([
  ['client', ['Referred by', 'Branch']],
  ['Clients', ['Referred by', 'Branch']],
  ['Task', ['Medium']],
  ['Contact', []],
  ['deal', []],
])('type=%s names %j', async (type, labels) => {
  const { body } = await ask(`?type=${type}`);
  expect(body.map(({ label }: { label: string }) => label)).toEqual(labels);
});

test.each(['', '?type=', '?type=Spaceship'])(
  'rejects "%s", naming the types there are',
  async (query) => {
    const { status, body } = await ask(query);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'invalid_input', 'type']);
    if (query.endsWith('ship')) expect(body.message).toContain('CLIENT, CONTACT');
  },
);

test('takes one statement in addition to the key look-up', async () => {
  await ask('?type=CLIENT');
  const { statements } = await recordStatements(() => ask('?type=CLIENT'));
  expect(statements).toHaveLength(2);
});
