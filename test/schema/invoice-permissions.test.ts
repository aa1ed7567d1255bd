import { beforeAll, expect, test } from 'vitest';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { created, invoiceOf, withPattern } from '../support/invoices.ts';
import { mutate } from '../support/mutations.ts';

const api = useTestApi();

const holderOf = async (...scopes: Scope[]) =>
  workspaceOf(api, api.ours.context, (await makeKey(api.ours.context, scopes)).key);

let invoiceId: string;

beforeAll(async () => {
  for (const name of ['Acme', 'Bolt']) await created(api.ours, 'clients/create', { name });
  const bill = (pattern: string, name: string) =>
    withPattern(api, api.ours, pattern, () =>
      invoiceOf(api.ours, name, 10, { invoiceNumber: `${pattern[0]}-900` }),
    );
  ({ id: invoiceId } = await bill('A-###', 'Acme'));
  await bill('B-###', 'Bolt');
});

const compute = (currency: string) =>
  `{ explainTotals(input: { ${currency} lineItems: [{ description: "W", quantity: 1, unitPrice: 100 }] }) { currency digits } }`;

test('an invoice is computed in the workspace’s currency only for a key that may read settings', async () => {
  const biller = await holderOf('invoices:read');
  const untold = await biller.gql(compute(''));
  expect(untold.body.data).toEqual({ explainTotals: null });
  expect(untold.body.errors[0].extensions).toMatchObject({
    code: 'missing_scope',
    missingScopes: ['settings:read'],
  });
  expect((await biller.gql(compute('currency: "EUR",'))).body.data.explainTotals).toEqual({
    currency: 'EUR',
    digits: 2,
  });
  const own = (await (await holderOf('invoices:read', 'settings:read')).gql(compute(''))).body;
  const { workspace } = (await api.ours.gql('{ workspace { currency } }')).body.data;
  expect(own.data.explainTotals.currency).toBe(workspace.currency);
});

test('the number of invoices with a number is returned to callers who may read them, and to no others', async () => {
  const messageTo = async (...scopes: Scope[]) => {
    const payment = { invoiceNumber: '900', amount: '1' };
    const rejection = await mutate(await holderOf(...scopes), 'recordPayment', payment);
    expect(rejection.code).toBe('number_ambiguous');
    return rejection.message;
  };
  expect(await messageTo('invoices:write')).toBe(
    'Several invoices go by the number 900. Name the client or write the formatted number.',
  );
  expect(await messageTo('invoices:write', 'invoices:read')).toMatch(
    /^2 invoices go by the number 900: A-900, B-900\./,
  );
});

test('the actor is in an invoice’s history; the key itself is not', async () => {
  const reader = await holderOf('invoices:read');
  const { body } = await reader.gql(
    `{ invoice(id: "${invoiceId}") { history { actor keyName } } apiKeys { totalCount } }`,
  );
  expect(body.data.invoice.history[0]).toEqual({ actor: 'KEY', keyName: 'First key' });
  expect(body.data.apiKeys).toBeNull();
  expect(body.errors[0].extensions.missingScopes).toEqual(['keys:read']);
});
