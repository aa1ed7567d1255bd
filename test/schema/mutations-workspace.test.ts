import { beforeAll, describe, expect, test } from 'vitest';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import { conflict, mutate, mutated } from '../support/mutations.ts';

const api = useTestApi();

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await api.addWorkspace({ name: 'Studio', ownerEmail: 'owner@studio.example' });
});

describe('the workspace’s settings', () => {
  const fields =
    'name city taxLabel defaultTaxRate currency timeZone invoiceNumberPattern defaultTaxRule { name }';
  const full = {
    name: 'Studio Ltd',
    city: 'London',
    taxLabel: 'VAT',
    defaultTaxRate: '20',
    currency: 'GBP',
    timeZone: 'Europe/London',
    invoiceNumberPattern: '####/GB',
  };

  test('can be changed, and apply to later operations', async () => {
    const components = [{ name: 'VAT', rate: 20 }];
    await mutated(workspace, 'createTaxRule', { input: { name: 'VAT', components } });
    const input = { ...full, currency: 'gbp', defaultTaxRuleName: 'VAT' };
    const changed = await mutated(workspace, 'updateWorkspace', { input }, fields);
    expect(changed).toEqual({ ...full, defaultTaxRule: { name: 'VAT' } });
    await workspace.post('clients/create', { name: 'Client' });
    const invoice = { clientName: 'Client', amount: 100 };
    const { body } = await workspace.post('invoices/create', invoice);
    expect(body).toMatchObject({
      currency: 'GBP',
      total: 120,
      invoiceNumberFormatted: '0001/GB',
      taxRule: { name: 'VAT' },
    });
  });

  test('keep missing fields, clear them in a replace, and keep required ones then', async () => {
    const patched = await mutated(workspace, 'updateWorkspace', { input: { city: null } }, fields);
    expect(patched).toEqual({ ...full, city: null, defaultTaxRule: { name: 'VAT' } });
    const replaced = await mutated(workspace, 'replaceWorkspace', { input: {} }, fields);
    const { name, currency, timeZone, invoiceNumberPattern } = full;
    const remaining = { name, currency, timeZone, invoiceNumberPattern };
    const lost = { city: null, taxLabel: null, defaultTaxRate: null, defaultTaxRule: null };
    expect(replaced).toEqual({ ...remaining, ...lost });
  });

  test('reject all invalid values in one response', async () => {
    const input = {
      name: '',
      currency: 'XXQ',
      timeZone: 'Mars/Base',
      invoiceNumberPattern: '#-#',
      defaultTaxRate: 101,
    };
    const rejection = await mutate(workspace, 'updateWorkspace', { input });
    expect(rejection).toMatchObject({ __typename: 'InvalidInputError', code: 'invalid_input' });
    const paths = rejection.errors.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(Object.keys(input).sort());
    const unknown = { input: { defaultTaxRuleName: 'VA' } };
    expect(await mutate(workspace, 'updateWorkspace', unknown)).toMatchObject({
      code: 'name_not_found',
      nearMatches: ['VAT'],
    });
  });
});

describe('a user', () => {
  const fields = 'id userId email firstName lastName role active';

  test('can be created, changed, replaced, deactivated and reactivated', async () => {
    const input = { email: 'Ada@studio.example', firstName: 'Ada', role: 'OWNER' };
    const made = await mutated(workspace, 'createUser', { input }, fields);
    expect(made).toMatchObject({ ...input, lastName: null, active: true });
    const { id, userId } = made;
    expect(id).toBe(`usr_${userId}`);
    const patch = { id, lastName: 'Lovelace' };
    expect(await mutated(workspace, 'updateUser', { input: patch }, fields)).toEqual({
      ...made,
      lastName: 'Lovelace',
    });
    const replaced = await mutated(workspace, 'replaceUser', { input: { id: userId } }, fields);
    expect(replaced).toEqual({ ...made, firstName: null });
    expect((await mutated(workspace, 'deactivateUser', { id }, fields)).active).toBe(false);
    const time = {
      timerStart: '2026-03-02T09:00:00Z',
      timerEnd: '2026-03-02T10:00:00Z',
      userEmail: 'ada@studio.example',
    };
    expect(await mutate(workspace, 'createTimeEntry', { input: time })).toMatchObject({
      code: 'conflicting_state',
    });
    expect((await mutated(workspace, 'reactivateUser', { id }, fields)).active).toBe(true);
    expect(await mutated(workspace, 'createTimeEntry', { input: time }, 'userId')).toEqual({
      userId,
    });
  });

  test('has a unique e-mail address, in any letter case', async () => {
    const taken = { __typename: 'ConflictError', code: 'name_taken', path: 'email' };
    const input = { email: 'OWNER@studio.example' };
    expect(await mutate(workspace, 'createUser', { input })).toMatchObject(taken);
    const { id } = await mutated(workspace, 'createUser', { input: { email: 'b@c.example' } });
    expect(await mutate(workspace, 'updateUser', { input: { ...input, id } })).toMatchObject(taken);
  });

  test('the last active owner stays owner, and new records belong to the next one', async () => {
    const own = await api.addWorkspace({ ownerEmail: 'first@own.example' });
    const ownerOf = async () => {
      const input = { startsAt: '2026-03-02T09:00:00Z' };
      return (await mutated(own, 'createOrUpdateCalendarEvent', { input }, 'user { id }')).user.id;
    };
    const first = await ownerOf();
    expect(await mutate(own, 'deactivateUser', { id: first })).toMatchObject(conflict);
    const demoted = { input: { id: first, role: 'MEMBER' } };
    expect(await mutate(own, 'updateUser', demoted)).toMatchObject(conflict);
    const second = { email: 'second@own.example', role: 'OWNER' };
    const { id } = await mutated(own, 'createUser', { input: second });
    await mutated(own, 'deactivateUser', { id: first });
    expect(await ownerOf()).toBe(id);
  });

  test('two owners who resign at the same time do not both succeed', async () => {
    const own = await api.addWorkspace({ ownerEmail: 'first@two.example' });
    const second = { email: 'second@two.example', role: 'OWNER' };
    const { id } = await mutated(own, 'createUser', { input: second }, 'id');
    const { body } = await own.gql('{ users { edges { node { id } } } }');
    const ids = body.data.users.edges.map(({ node }: { node: { id: string } }) => node.id);
    expect(ids).toContain(id);
    const results = await Promise.all(
      ids.map((user: string) => mutate(own, 'deactivateUser', { id: user })),
    );
    expect(results.map(({ __typename }) => __typename).sort()).toEqual([
      'ConflictError',
      'DeactivateUserSuccess',
    ]);
  });
});

describe('an API key', () => {
  const issued = 'key apiKey { id name prefix scopes state expiresAt }';
  const call = (key: string, query: string) =>
    api.request('/graphql', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  const read = '{ workspace { name } }';

  test('is returned once, works within its scopes, and is stored without its secret', async () => {
    const input = { name: 'Website form', scopes: ['READ'], expiresAt: '2099-01-01T00:00:00Z' };
    const { key, apiKey } = await mutated(workspace, 'createApiKey', { input }, issued);
    expect(apiKey).toMatchObject({
      ...input,
      state: 'ACTIVE',
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(key).toContain(`_${apiKey.prefix}_`);
    expect((await call(key, read)).body.data).toEqual({ workspace: { name: 'Studio Ltd' } });
    const write = await call(key, 'mutation { deleteVendor(input: { id: "x" }) { __typename } }');
    expect(write.body.errors[0].extensions.code).toBe('missing_scope');
    const { body } = await workspace.gql('{ apiKeys { edges { node { name prefix } } } }');
    expect(JSON.stringify(body)).not.toContain(key.split('_')[3]);
  });

  test('is revoked immediately and permanently', async () => {
    const input = { name: 'Short-lived' };
    const { key, apiKey } = await mutated(workspace, 'createApiKey', { input }, issued);
    const { id } = apiKey;
    expect(await mutated(workspace, 'revokeApiKey', { id }, 'state')).toEqual({ state: 'REVOKED' });
    expect((await call(key, read)).status).toBe(401);
    expect(await mutate(workspace, 'rotateApiKey', { id }, issued)).toMatchObject({
      __typename: 'ConflictError',
      code: 'conflicting_state',
    });
  });

  test('is rotated: a new one of the same kind, the old one rejected', async () => {
    const input = { name: 'Turning', scopes: ['READ', 'WRITE'] };
    const old = await mutated(workspace, 'createApiKey', { input }, issued);
    const { id } = old.apiKey;
    const next = await mutated(workspace, 'rotateApiKey', { id }, issued);
    expect(next.apiKey).toMatchObject(input);
    expect(next.apiKey.id).not.toBe(id);
    expect((await call(old.key, read)).status).toBe(401);
    expect((await call(next.key, read)).status).toBe(200);
  });

  test('gives away no scope that it does not have, not by rotating another key either', async () => {
    const input = { name: 'Write only', scopes: ['WRITE'] };
    const { key } = await mutated(workspace, 'createApiKey', { input }, issued);
    const other = await mutated(workspace, 'createApiKey', { input: { name: 'Both' } }, issued);
    const attempts = [
      'mutation { createApiKey(input: { name: "More" }) { __typename } }',
      'mutation { createApiKey(input: { name: "More", scopes: [READ] }) { __typename } }',
      `mutation { rotateApiKey(input: { id: "${other.apiKey.id}" }) { __typename } }`,
    ];
    for (const attempt of attempts) {
      const { body } = await call(key, attempt);
      expect(body.errors[0].extensions.code).toBe('missing_scope');
    }
    expect((await call(other.key, read)).status).toBe(200);
  });

  test('that would have expired already is rejected', async () => {
    const input = { name: 'Late', expiresAt: '2020-01-01T00:00:00Z' };
    expect(await mutate(workspace, 'createApiKey', { input }, issued)).toMatchObject({
      __typename: 'InvalidInputError',
      path: 'expiresAt',
    });
  });
});
