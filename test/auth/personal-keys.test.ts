import { expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { reauthenticateKeys } from '../../src/domain/workspaces/authentication.ts';
import { deactivateUser, updateUser } from '../../src/domain/workspaces/users.ts';
import { useTestApi } from '../support/api.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi();
const scopes = '[READ, WRITE, SETTINGS_WRITE, PEOPLE_WRITE, KEYS_READ, KEYS_WRITE]';
const createAll = `createApiKey(input: { name: "All", scopes: ${scopes} })`;
const rotate = (id: string) => `rotateApiKey(input: { id: "${id}" })`;
const whoami = '{ workspace { name } }';
const users = '{ users(first: 1) { totalCount } }';
const clients = '{ clients(first: 1) { totalCount } }';

interface Answer {
  body: {
    data?: { made: { key: string; apiKey: { id: string; scopes: string[] } } };
    errors?: { extensions: { code: string } }[];
  };
}
type Ask = (query: string) => Promise<Answer>;

async function signedIn(role: 'OWNER' | 'ADMIN') {
  const { email, personId } = await addPerson(api, [[api.ours, role]]);
  const browser = new TestBrowser(api);
  await browser.signIn(email);
  const user = await api.database.prisma.user.findFirstOrThrow({ where: { personId } });
  const ask: Ask = (query) => browser.gql(query);
  return { ask, browser, id: user.id };
}

const withKey =
  (key: string): Ask =>
  (query) =>
    api.request('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query }),
    });

/** The key that a mutation makes, and those who ask with it. */
async function keyBy(ask: Ask, mutation: string) {
  const type = mutation.startsWith('create') ? 'CreateApiKeySuccess' : 'RotateApiKeySuccess';
  const displayed = `... on ${type} { key apiKey { id scopes } }`;
  const { body } = await ask(`mutation { made: ${mutation} { ${displayed} } }`);
  expect(body.errors).toBeUndefined();
  const { key, apiKey } = body.data?.made ?? { key: '', apiKey: { id: '', scopes: [] } };
  return { key, ...apiKey, ask: withKey(key) };
}

/** The code with which a request is rejected; undefined where it is not. */
const codeOf = async (ask: Ask, query: string) =>
  (await ask(query)).body.errors?.[0]?.extensions.code;

const rolesOf = async (id: number) =>
  api.database.prisma.user.findFirstOrThrow({
    where: { accountId: api.ours.accountId, id },
    select: { role: true, active: true },
  });

const makesOwner = (id: number) =>
  `mutation { updateUser(input: { id: "usr_${id}", role: OWNER }) { __typename } }`;

test('an administrator cannot become an owner with a key that it creates, creates with another key, or rotates', async () => {
  const admin = await signedIn('ADMIN');
  const first = await createApiKey(api.ours.context, {
    name: 'First',
    scopes: ['read', 'write', 'settings:write', 'people:write', 'keys:read', 'keys:write'],
  });
  const made = await keyBy(admin.ask, createAll);
  const madeWithIt = await keyBy(made.ask, createAll);
  const rotatedItself = await keyBy(madeWithIt.ask, rotate(madeWithIt.id));
  const another = await createApiKey(api.ours.context, {
    name: 'Second',
    scopes: first.record.scopes as never,
  });
  const rotatedByKey = await keyBy(made.ask, rotate(another.record.id));
  const rotated = await keyBy(admin.ask, rotate(first.record.id));
  for (const { ask } of [made, rotatedItself, rotatedByKey, rotated]) {
    expect(await codeOf(ask, makesOwner(admin.id))).toBe('not_for_role');
    const created =
      'mutation { createUser(input: { email: "o@x.example", role: OWNER }) { __typename } }';
    expect(await codeOf(ask, created)).toBe('not_for_role');
    expect(await codeOf(ask, users)).toBeUndefined();
  }
  expect(await rolesOf(admin.id)).toEqual({ role: 'ADMIN', active: true });
});

test('a key of an administrator is shown no sign-in mail of an owner', async () => {
  const admin = await signedIn('ADMIN');
  const { email } = await addPerson(api, [[api.ours, 'OWNER']]);
  await new TestBrowser(api).codeFor(email);
  const { key } = await keyBy(admin.ask, createAll);
  const visibleTo = async (sent: string) => {
    const { body } = await api.request('/auth/outbox', { headers: { 'x-api-key': sent } });
    return JSON.stringify(body).includes(email);
  };
  expect([await visibleTo(api.ours.key), await visibleTo(key)]).toEqual([true, false]);
});

test('a key has at most the current role of its creator, and no access if the creator is inactive or a member', async () => {
  const admin = await signedIn('ADMIN');
  const { ask } = await keyBy(admin.ask, createAll);
  expect(await codeOf(ask, users)).toBeUndefined();
  const { context } = api.ours;
  await updateUser(context, { id: admin.id, role: 'ACCOUNTANT' }, 'patch');
  expect(await codeOf(ask, users)).toBe('missing_scope');
  expect(await codeOf(ask, clients)).toBeUndefined();
  expect(await codeOf(ask, createMutation)).toBe('missing_scope');
  await updateUser(context, { id: admin.id, role: 'MEMBER' }, 'patch');
  expect(await codeOf(ask, clients)).toBe('invalid_api_key');
  await updateUser(context, { id: admin.id, role: 'ADMIN' }, 'patch');
  expect(await codeOf(ask, users)).toBeUndefined();
  await deactivateUser(context, { id: admin.id });
  expect(await codeOf(ask, whoami)).toBe('invalid_api_key');
  const back = `mutation { reactivateUser(input: { id: "usr_${admin.id}" }) { __typename } }`;
  expect(await codeOf(ask, back)).toBe('invalid_api_key');
  expect((await rolesOf(admin.id)).active).toBe(false);
});

const createMutation = 'mutation { createClient(input: { name: "X" }) { __typename } }';

test('streams that a key keeps open are restricted to the role of its creator', async () => {
  const admin = await signedIn('ADMIN');
  const { id } = await keyBy(admin.ask, createAll);
  const { context, accountId } = api.ours;
  const again = async () =>
    (await reauthenticateKeys(api.database.prisma, [{ accountId, keyId: id }], new Date())).get(id)
      ?.scopes;
  expect(await again()).toContain('keys:write');
  await updateUser(context, { id: admin.id, role: 'VIEWER' }, 'patch');
  expect(await again()).toEqual(['read']);
  await deactivateUser(context, { id: admin.id });
  expect(await again()).toBeUndefined();
});

test('keys of owners and of the command line may change owners as long as the creator is an owner', async () => {
  const owner = await signedIn('OWNER');
  const other = await signedIn('ADMIN');
  const { ask } = await keyBy(owner.ask, createAll);
  expect(await codeOf(ask, makesOwner(other.id))).toBeUndefined();
  expect(await codeOf(withKey(api.ours.key), makesOwner(other.id))).toBeUndefined();
  expect((await rolesOf(other.id)).role).toBe('OWNER');
  await updateUser(api.ours.context, { id: owner.id, role: 'ADMIN' }, 'patch');
  expect(await codeOf(ask, makesOwner(owner.id))).toBe('not_for_role');
});
