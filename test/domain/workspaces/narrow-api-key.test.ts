import { describe, expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { narrowApiKey } from '../../../src/domain/workspaces/narrow-api-key.ts';
import type { Scope } from '../../../src/platform/permissions/permissions.ts';
import {
  allScopes,
  grantedPermissions,
  intersectScopes,
} from '../../../src/platform/permissions/permissions.ts';
import { useTestApi, workspaceOf } from '../../support/api.ts';
import { actingAs, keyWorks, makeKey } from '../../support/api-keys.ts';
import { mutate, mutated } from '../../support/mutations.ts';

const api = useTestApi();

const narrow = (id: string, stored: readonly Scope[], context = api.ours.context) =>
  narrowApiKey(context, id, { scopes: stored });

const withKey = (key: string) => workspaceOf(api, api.ours.context, key);

const keyOf = async (id: string) =>
  (await listApiKeys(api.ours.context)).find((key) => key.id === id);

describe('a key that is narrowed', () => {
  test('has only the kept permissions from the next request on', async () => {
    const { key, record } = await makeKey(api.ours.context);
    const asks = async () => [
      (await withKey(key).get('clients/list')).status,
      (await withKey(key).get('users/list')).status,
    ];
    expect(await asks()).toEqual([200, 200]);
    const restricted = await narrow(record.id, ['clients:read', 'time:write']);
    expect(restricted).toMatchObject({ id: record.id, scopes: ['clients:read', 'time:write'] });
    expect(await asks()).toEqual([200, 403]);
  });

  test('never gets more, and is unchanged by a request for more', async () => {
    const { record } = await makeKey(api.ours.context, ['clients:read', 'clients:write']);
    for (const wider of [['read'], ['clients:read', 'time:read'], ['keys:write']] as Scope[][]) {
      await expect(narrow(record.id, wider)).rejects.toMatchObject({
        code: 'invalid_input',
        details: { errors: [{ path: 'scopes', code: 'too_wide' }] },
      });
    }
    await expect(narrow(record.id, [])).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await keyOf(record.id))?.scopes).toEqual(['clients:read', 'clients:write']);
  });

  test('restricts the keys that it created; one without permissions is revoked', async () => {
    const parent = await makeKey(api.ours.context);
    const context = await actingAs(api, parent.key);
    const child = await makeKey(context, ['read', 'keys:write']);
    const lost = await makeKey(context, ['time:write']);
    const grandchild = await makeKey(await actingAs(api, child.key), ['clients:read', 'time:read']);
    const unaffected = await makeKey(context, ['clients:read']);
    const other = await makeKey(api.ours.context);
    await narrow(parent.record.id, ['clients:read', 'projects:read', 'clients:write']);
    expect((await keyOf(child.record.id))?.scopes).toEqual(['clients:read', 'projects:read']);
    expect((await keyOf(grandchild.record.id))?.scopes).toEqual(['clients:read']);
    expect((await keyOf(unaffected.record.id))?.version).toBe(unaffected.record.version);
    expect((await keyOf(other.record.id))?.scopes).toEqual(other.record.scopes);
    expect(await keyWorks(api, lost.key)).toBe(false);
  });

  test('cannot create a key with its former permissions, also in a request that began before', async () => {
    const { key, record } = await makeKey(api.ours.context);
    const before = await actingAs(api, key);
    await narrow(record.id, ['clients:read', 'keys:write']);
    await expect(makeKey(before, ['time:read'])).rejects.toMatchObject({ code: 'missing_scope' });
    expect((await makeKey(before, ['clients:read'])).record.scopes).toEqual(['clients:read']);
  });

  test('must be valid, of the same workspace, with no more permissions than the caller', async () => {
    const { record } = await makeKey(api.ours.context);
    const little = await makeKey(api.ours.context, ['clients:read', 'keys:write']);
    const context = await actingAs(api, little.key);
    await expect(narrow(record.id, ['clients:read'], context)).rejects.toMatchObject({
      code: 'missing_scope',
    });
    await expect(narrow(record.id, ['read'], api.theirs.context)).rejects.toMatchObject({
      code: 'record_not_found',
    });
    await revokeApiKey(api.ours.context, record.id);
    await expect(narrow(record.id, ['read'])).rejects.toMatchObject({ code: 'conflicting_state' });
  });
});

test('a caller without read permission for keys does not learn what a key lacks', async () => {
  const { record } = await makeKey(api.ours.context, ['clients:read']);
  const manager = await makeKey(api.ours.context, ['clients:read', 'time:read', 'keys:write']);
  const error = await narrow(
    record.id,
    ['clients:read', 'time:read'],
    await actingAs(api, manager.key),
  ).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_input' });
  expect(JSON.stringify(error.details)).not.toContain('time');
});

test('in GraphQL a key is narrowed too', async () => {
  const { record } = await makeKey(api.ours.context);
  const input = { id: record.id, scopes: ['CLIENTS_READ'] };
  const restrictedKey = await mutated(api.ours, 'narrowApiKey', { input }, 'id scopes');
  expect(restrictedKey).toMatchObject({ id: record.id, scopes: ['CLIENTS_READ'] });
  const wider = { input: { ...input, scopes: ['READ'] } };
  expect(await mutate(api.ours, 'narrowApiKey', wider, '__typename')).toMatchObject({
    __typename: 'InvalidInputError',
  });
});

test('the scopes within others are those that both have, of all pairs', () => {
  for (const one of allScopes) {
    for (const other of allScopes) {
      const both = grantedPermissions([one]) & grantedPermissions([other]);
      expect(grantedPermissions(intersectScopes([one], grantedPermissions([other])))).toBe(both);
    }
  }
});

test('the keys that a key created end with it for the very next request, in either API', async () => {
  const parent = await makeKey(api.ours.context);
  const child = await makeKey(await actingAs(api, parent.key));
  const grandchild = await makeKey(await actingAs(api, child.key));
  const statuses = async () => {
    const requested = [child, grandchild].flatMap(({ key }) => [
      withKey(key).get('clients/list'),
      withKey(key).gql('{ __typename }'),
    ]);
    return (await Promise.all(requested)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await revokeApiKey(api.ours.context, parent.record.id);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
});
