import { describe, expect, test } from 'vitest';
import { recordStatements } from '../../src/database/statements/statement-recorder.ts';
import { useTestApi } from '../support/api.ts';

const api = useTestApi();

describe('account/{accountId}', () => {
  test('returns the key’s workspace with exactly the fields of the specification', async () => {
    const { accountId } = api.ours;
    await api.database.prisma.workspace.update({
      where: { accountId },
      data: {
        address1: '1 Dorset Street',
        city: 'London',
        taxId: 'GB1',
        taxLabel: 'VAT',
        defaultTaxRate: '17.5',
        currency: 'GBP',
        payInstructions: 'By transfer.',
      },
    });
    const { status, body } = await api.ours.get(`account/${accountId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      accountId,
      accountName: 'Ours',
      address1: '1 Dorset Street',
      address2: null,
      city: 'London',
      locality: null,
      postal: null,
      country: null,
      taxId: 'GB1',
      taxLabel: 'VAT',
      defaultTaxRate: 17.5,
      currency: 'GBP',
      website: null,
      phone: null,
      payInstructions: 'By transfer.',
    });
  });

  test.each([
    '0',
    '-1',
    '999999',
    '99999999999999999999',
    '1.5',
    'abc',
    '1e0',
    '%00',
    '%zz',
    'null',
  ])('rejects %s', async (accountId) => {
    const { status, body } = await api.theirs.get(`account/${accountId}`);
    expect([status, body.code]).toEqual([403, 'wrong_workspace']);
  });

  test('rejects a workspace that exists like one that does not', async () => {
    const other = await api.theirs.get(`account/${api.ours.accountId}`);
    const missing = await api.theirs.get('account/999999');
    expect(other.status).toBe(403);
    expect(other.body.message).toBe(missing.body.message);
  });

  test('responds under both base paths', async () => {
    const init = { headers: { 'x-api-key': api.ours.key } };
    const path = `/api/public/action/account/${api.ours.accountId}`;
    expect((await api.request(path, init)).body.accountName).toBe('Ours');
  });
});

describe('users/list', () => {
  test('returns every user of the workspace, inactive ones too, and of no other', async () => {
    const workspace = await api.addWorkspace({
      ownerEmail: 'ada@lovelace.example',
      ownerFirstName: 'Ada',
      ownerLastName: 'Lovelace',
    });
    const { accountId } = workspace;
    const gone = await api.database.prisma.user.create({
      data: { accountId, email: 'gone@lovelace.example', active: false },
    });
    const { status, body } = await workspace.get('users/list');
    expect(status).toBe(200);
    const owner = {
      userId: workspace.context.workspace.ownerId,
      email: 'ada@lovelace.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      active: true,
    };
    const member = {
      userId: gone.id,
      email: 'gone@lovelace.example',
      firstName: null,
      lastName: null,
      active: false,
    };
    expect(body).toEqual([
      { accountId, userType: 'OWNER', user: owner, ...owner, role: 'OWNER' },
      { accountId, userType: 'RESTRICTED_USER', user: member, ...member, role: 'MEMBER' },
    ]);
  });

  test('takes one statement, the key’s own aside', async () => {
    const { statements } = await recordStatements(() => api.ours.get('users/list'));
    expect(statements).toHaveLength(1 + 1);
  });
});

describe('/public/api/auth', () => {
  const ask = (path: string, key: string) => api.request(path, { headers: { 'x-api-key': key } });

  test.each(['/public/api/auth', '/api/public/api/auth'])(
    '%s returns the owner of the key',
    async (path) => {
      const { accountId } = api.ours;
      const ours = await ask(path, api.ours.key);
      expect([ours.status, ours.body]).toEqual([200, { accountId, accountName: 'Ours' }]);
      expect((await ask(path, api.theirs.key)).body.accountName).toBe('Theirs');
    },
  );

  test('rejects a key that does not count, as JSON', async () => {
    const { status, body } = await ask('/public/api/auth', 'ag_1_none');
    expect([status, body.code]).toEqual([401, 'invalid_api_key']);
  });
});

test('every action is below /zapier/action', async () => {
  const { accountId, key } = api.ours;
  for (const base of ['/zapier/action', '/api/zapier/action']) {
    const { status, body } = await api.request(`${base}/account/${accountId}`, {
      headers: { 'x-api-key': key },
    });
    expect([status, body.accountId]).toEqual([200, accountId]);
  }
});
