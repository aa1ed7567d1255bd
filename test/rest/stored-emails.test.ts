import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { errorsOf } from '../support/invoices.ts';

const api = useTestApi();

const contact = (email: string) => api.ours.post('contacts/create', { first: 'Ada', email });

test.each([
  ...['a@example..com', 'a@.example.com', 'a@-example.com', 'a@example-.com', 'a@example.com.'],
  ...['abc..x@example.com', '.abc@example.com', 'abc.@example.com', 'mailto:a@example.com'],
])('%s is rejected, and the field is named', async (email) => {
  const answer = await contact(email);
  expect([answer.status, errorsOf(answer)]).toEqual([400, ['email: invalid_format']]);
  const vendor =
    'mutation ($email: String!) { createVendor(input: { name: "V", email: $email }) { __typename } }';
  const { body } = await api.ours.gql(vendor.replace('String!', 'EmailAddress!'), { email });
  expect(JSON.stringify(body)).toMatch(/InvalidInputError|e-mail address/);
});

test.each([
  ...[
    'ada@example.com',
    'ada+x@sub-domain.example.co.uk',
    "o'neill@example.org",
    'a.b.c@xn--mnchen-3ya.de',
  ],
  ...['ada@münchen.de', 'müller_1@a--b.example', 'a/b=c@example.museum'],
])('%s is taken', async (email) => {
  const { status, body } = await contact(email);
  expect([status, body.email]).toEqual([200, email]);
});

test('a form takes an address that no mail reaches', async () => {
  const email = 'lead@example..com';
  const { status, body } = await api.ours.post('formSubmissions/create', {
    formName: 'Lead',
    lastName: 'L',
    email,
  });
  expect([status, body.formData?.email]).toEqual([200, email]);
});
