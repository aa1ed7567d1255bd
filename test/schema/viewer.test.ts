import { expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { createUser } from '../../src/domain/workspaces/users.ts';
import { fullAccessScopes } from '../../src/platform/permissions/permissions.ts';
import { roleScopes } from '../../src/platform/permissions/roles.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { personDoors } from '../support/people.ts';

const api = useTestApi();
const doors = personDoors(api);

const source = `{ viewer {
  user { id userId email firstName role scopes }
  key { name scopes }
  workspace { id name currency timeZone }
} }`;

const workspace = () => ({
  id: `wsp_${api.ours.accountId}`,
  name: 'Ours',
  currency: 'USD',
  timeZone: 'UTC',
});

test('a key gets its name and permissions', async () => {
  const { body } = await api.ours.gql(source);
  expect(body.data.viewer).toEqual({
    user: null,
    key: { name: expect.any(String), scopes: fullAccessScopes },
    workspace: workspace(),
  });
  const { key } = await createApiKey(api.ours.context, { name: 'Clock', scopes: ['time:read'] });
  const clock = await workspaceOf(api, api.ours.context, key).gql(source);
  expect(clock.body.data.viewer).toEqual({
    user: null,
    key: { name: 'Clock', scopes: ['time:read'] },
    workspace: { ...workspace(), name: null, currency: null, timeZone: null },
  });
});

test.each(['OWNER', 'MEMBER', 'ACCOUNTANT'] as const)(
  'a person gets its user, role and scopes, regardless of its permissions: %s',
  async (role) => {
    const fields = { email: `${role.toLowerCase()}@viewer.example`, firstName: 'Ada', role };
    const { id } = await createUser(api.ours.context, fields);
    const { body } = await doors({ role, userId: id }).gql(source);
    expect(body).toEqual({
      data: {
        viewer: {
          user: { ...fields, id: `usr_${id}`, userId: id, scopes: roleScopes[role] },
          key: null,
          workspace: workspace(),
        },
      },
    });
  },
);

test('a person gets the workspaces of its users, in each of them', async () => {
  const { prisma } = api.database;
  const person = await prisma.person.create({
    data: { id: 'person-of-two', email: 'two@viewer.example' },
  });
  const numbers: Record<string, number> = {};
  for (const [name, role] of [
    ['ours', 'MEMBER'],
    ['theirs', 'OWNER'],
  ] as const) {
    const { id } = await createUser(api[name].context, { email: person.email, role });
    const where = { accountId_id: { accountId: api[name].accountId, id } };
    await prisma.user.update({ where, data: { personId: person.id } });
    numbers[name] = id;
  }
  const caller = { role: 'MEMBER', userId: numbers.ours as number, personId: person.id } as const;
  const requested = '{ viewer { person { id name } workspaces { accountId name userId role } } }';
  const { body } = await doors(caller).gql(requested);
  expect(body.data.viewer).toEqual({
    person: { id: person.id, name: `Person ${numbers.ours}` },
    workspaces: [
      { accountId: api.ours.accountId, name: 'Ours', userId: numbers.ours, role: 'MEMBER' },
      { accountId: api.theirs.accountId, name: 'Theirs', userId: numbers.theirs, role: 'OWNER' },
    ],
  });
  const ofKey = await api.ours.gql(requested);
  expect(ofKey.body.data.viewer).toEqual({ person: null, workspaces: [] });
});
