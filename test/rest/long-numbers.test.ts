import { describe, expect, test } from 'vitest';
import { losslessDigitsOf, parseLosslessJson } from '../../src/platform/input/lossless-json.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

/** A body whose numbers are written as they are here: JSON.stringify could not. */
const send = (path: string, text: string, method = 'POST') =>
  api.request(path.startsWith('/') ? path : `/public/action/${path}`, {
    method,
    headers: { 'x-api-key': api.ours.key, 'content-type': 'application/json' },
    body: text,
  });

const long = [
  '9007199254740993',
  '123456789012345678901234567890',
  '-0.1234567890123456789',
  '1e-400',
];

/** Numbers that a JavaScript number carries, among them those that languages write with 17 digits. */
const exact = ['9007199254740992', '0.30000000000000004', '0.10000000000000001', '1.5e3', '-0.5'];

describe('where any JSON is taken, a number that would lose digits is rejected', () => {
  const isRejected = (answer: { status: number; body: { errors: object[] } }, path: string) => {
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.errors).toMatchObject([{ path, code: 'too_precise' }]);
  };

  test.each(long)('%s', async (number) => {
    const id = (await api.ours.post('clients/create', { name: `Of ${number}` })).body.id;
    const fields = `"name":"Long ${number}","clientId":"${id}"`;
    const create = await send('projects/create', `{${fields},"customValues":{"N":${number}}}`);
    isRejected(create, 'customValues');
    expect(create.body.message).toContain(number);
    const nested = `{${fields},"customValues":{"N":{"deep":[1,${number}]}}}`;
    isRejected(await send('projects/create', nested), 'customValues');
    const answers = `{"formName":"F","answers":[{"question":"Q","answer":${number}}]}`;
    isRejected(await send('formSubmissions/create', answers), 'answers.0.answer');
    const update = `{"id":"${id}","customValues":[{"fieldName":"N","value":${number}}]}`;
    isRejected(await send('clients/update', update, 'PATCH'), 'customValues.0.value');
  });

  test.each(exact)('not %s, which is stored', async (number) => {
    const body = `{"name":"Exact ${number}","customValues":{"N":${number}}}`;
    const { body: client } = await send('clients/create', body);
    expect(client.customValues).toMatchObject([{ value: Number(number) }]);
  });
});

test('a field for text keeps every digit', async () => {
  const body = '{"amount":1,"billNo":9007199254740993,"category":0.10000000000000000001}';
  const { body: expense } = await send('expenses/create', body);
  expect(expense).toMatchObject({ billNo: '9007199254740993', category: '0.10000000000000000001' });
});

test('an amount that a calculation left with many digits is taken as before', async () => {
  const body = '{"clientName":"Long","items":[{"rate":90,"quantity":1.66666666666666666667}]}';
  await api.ours.post('clients/create', { name: 'Long' });
  const { body: invoice } = await send('invoices/create', body);
  expect(invoice).toMatchObject({ subTotal: 150, lineItems: [{ quantity: 1.666667 }] });
});

test('an id is looked up with every digit', async () => {
  const { status, body } = await send('clients/update', '{"id":9007199254740993}', 'PATCH');
  expect([status, body.message]).toEqual([404, 'There is no client with id "9007199254740993".']);
});

test('a value that is no number gets its own error', async () => {
  const body =
    '{"name":9007199254740993,"currency":9007199254740993,"customValues":9007199254740993}';
  const { body: answer } = await send('clients/create', body);
  expect(answer.errors.map(({ path }: { path: string }) => path)).toEqual([
    'currency',
    'customValues',
  ]);
});

describe('GraphQL', () => {
  const create = (input: string, values: string) => `mutation (${input}) {
    createClient(input: { name: "G", customValues: ${values} }) {
      ... on ExpectedError { code errors { path code } } } }`;
  const rejection = {
    code: 'invalid_input',
    errors: [{ path: 'customValues', code: 'too_precise' }],
  };

  test.each(long)('rejects %s in a variable and in the text of an operation', async (number) => {
    const query = JSON.stringify(create('$v: JSON', '$v'));
    const variable = `{"query":${query},"variables":{"v":{"N":${number}}}}`;
    expect((await send('/graphql', variable)).body.data.createClient).toEqual(rejection);
    const literal = await api.ours.gql(
      create('$unused: JSON', `{ N: ${number} }`).replace('($unused: JSON)', ''),
    );
    expect(literal.body.data.createClient).toEqual(rejection);
  });

  test('reads literals of JSON as before', async () => {
    const source = `mutation ($v: JSON) { createClient(input: { name: "Literal", customValues: {
      a: 1.5, b: [true, null, "x"], c: { d: $v }, e: WORD } }) {
      ... on CreateClientSuccess { client { customValues { fieldName value } } } ... on ExpectedError { message } } }`;
    const { body } = await api.ours.gql(source, { v: 7 });
    expect(body.data.createClient.client.customValues).toMatchObject([
      { fieldName: 'a', value: 1.5 },
      { fieldName: 'b', value: [true, null, 'x'] },
      { fieldName: 'c', value: { d: 7 } },
    ]);
  });
});

test('no text of a caller is taken for such a number', () => {
  const read = parseLosslessJson(
    '["\\"9007199254740993", "9007199254740993\\\\", 9007199254740993]',
  );
  expect((read as unknown[]).map(losslessDigitsOf)).toEqual([
    undefined,
    undefined,
    '9007199254740993',
  ]);
});

test.each(['9'.repeat(1_000_000), `0.1${'0'.repeat(900_000)}1`, `0.${'10'.repeat(450_000)}`])(
  'a number as long as a body takes little of the processor',
  (number) => {
    const before = process.cpuUsage();
    parseLosslessJson(`[${number}]`);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  },
);
