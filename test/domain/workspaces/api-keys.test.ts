import { describe, expect, test } from 'vitest';
import { listApiKeys, revokeApiKey } from '../../../src/domain/workspaces/api-keys.ts';
import { apiKeyState } from '../../../src/domain/workspaces/authentication.ts';
import { releaseApiKey } from '../../../src/domain/workspaces/release-api-key.ts';
import { rotateApiKey } from '../../../src/domain/workspaces/rotate-api-key.ts';
import {
  fullAccessScopes,
  grantedPermissions,
} from '../../../src/platform/permissions/permissions.ts';
import { useTestApi } from '../../support/api.ts';
import * as keys from '../../support/api-keys.ts';

const api = useTestApi();

const all = ['read', 'write', 'keys:write'] as const;

const actingAs = (key: string, now?: Date) => keys.actingAs(api, key, now);
const make = keys.makeKey;
const works = (key: string) => keys.keyWorks(api, key);

/** A moment some minutes from now. */
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('a key that a key created', () => {
  test('ends with its creator, through any number of keys', async () => {
    const first = await make(api.ours.context);
    const second = await make(await actingAs(first.key));
    const third = await make(await actingAs(second.key));
    const other = await make(api.ours.context);
    expect(await revokeApiKey(api.ours.context, first.record.id)).toMatchObject({ alsoRevoked: 2 });
    const keys = [first, second, third, other].map(({ key }) => works(key));
    expect(await Promise.all(keys)).toEqual([false, false, false, true]);
  });

  test('expires with it at the latest', async () => {
    const parent = await make(api.ours.context, [...all], '2099-01-01T00:00:00Z');
    const context = await actingAs(parent.key);
    expect((await make(context)).record.expiresAt).toEqual(parent.record.expiresAt);
    const earlier = await make(context, [...all], '2098-01-01T00:00:00Z');
    expect(earlier.record.expiresAt).toEqual(new Date('2098-01-01T00:00:00Z'));
    await expect(make(context, [...all], '2100-01-01T00:00:00Z')).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ path: 'expiresAt', code: 'too_late' }] },
    });
  });

  test('is not created by a key that is revoked at the same time, and never outlives it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const parent = await make(api.ours.context);
      const context = await actingAs(parent.key);
      const made = Array.from({ length: 4 }, () => make(context));
      const rotated = rotateApiKey(context, parent.record.id).catch(() => undefined);
      await Promise.allSettled([
        ...made,
        revokeApiKey(api.ours.context, parent.record.id),
        rotated,
      ]);
      const { madeById } = parent.record;
      expect(madeById).toBeNull();
      const keys = await listApiKeys(api.ours.context);
      const children = keys.filter((key) => key.madeById === parent.record.id);
      expect(children.map((key) => apiKeyState(key, new Date()))).not.toContain('active');
    }
  });
});

describe('a key that is rotated', () => {
  test('keeps the keys that it created, and stays with its creator', async () => {
    const parent = await make(api.ours.context);
    const child = await make(await actingAs(parent.key));
    const grandchild = await make(await actingAs(child.key));
    const next = await rotateApiKey(await actingAs(child.key), child.record.id);
    expect([await works(grandchild.key), await works(next.key)]).toEqual([false, true]);
    await revokeApiKey(api.ours.context, parent.record.id);
    expect(await works(next.key)).toBe(false);
  });

  test('by another key ends with that one', async () => {
    const other = await make(api.ours.context, [...all], '2099-01-01T00:00:00Z');
    const rotator = await make(api.ours.context, [...all], '2098-01-01T00:00:00Z');
    const next = await rotateApiKey(await actingAs(rotator.key), other.record.id);
    expect(next.record.expiresAt).toEqual(rotator.record.expiresAt);
    await revokeApiKey(api.ours.context, rotator.record.id);
    expect(await works(next.key)).toBe(false);
  });

  test('works next to the new one for the given overlap, with the keys that it created', async () => {
    const parent = await make(api.ours.context);
    const child = await make(await actingAs(parent.key));
    const brief = await make(await actingAs(parent.key), ['read'], soon(5).toISOString());
    const next = await rotateApiKey(api.ours.context, parent.record.id, { overlapMinutes: 60 });
    for (const { key } of [parent, child, next]) expect(await works(key)).toBe(true);
    const later = soon(61);
    for (const { key } of [parent, child]) {
      await expect(actingAs(key, later)).rejects.toMatchObject({ code: 'invalid_api_key' });
    }
    expect((await actingAs(next.key, later)).actor.keyId).toBe(next.record.id);
    const keys = await listApiKeys(api.ours.context);
    const stored = keys.find(({ id }) => id === brief.record.id);
    expect(stored?.expiresAt).toEqual(brief.record.expiresAt);
    await expect(
      rotateApiKey(api.ours.context, next.record.id, { overlapMinutes: -1 }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('is not rotated by one that would end with it', async () => {
    const parent = await make(api.ours.context);
    const child = await make(await actingAs(parent.key));
    const context = await actingAs(child.key);
    const rejected = { code: 'conflicting_state' };
    await expect(rotateApiKey(context, parent.record.id)).rejects.toMatchObject(rejected);
    expect([await works(parent.key), await works(child.key)]).toEqual([true, true]);
  });
});

test('a key outlives its creator only by a decision of a person, not of a key', async () => {
  const parent = await make(api.ours.context);
  const context = await actingAs(parent.key);
  const child = await make(context);
  await expect(releaseApiKey(context, child.record.id)).rejects.toMatchObject({
    code: 'missing_scope',
  });
  await releaseApiKey(api.ours.context, child.record.id);
  await revokeApiKey(api.ours.context, parent.record.id);
  expect([await works(parent.key), await works(child.key)]).toEqual([false, true]);
});

test('managing keys requires permission, and no caller grants permissions that it lacks', async () => {
  const owner = await make(api.ours.context);
  const without = await actingAs((await make(api.ours.context, ['read', 'write'])).key);
  const rejection = { code: 'missing_scope' };
  for (const work of [
    () => make(without, ['read']),
    () => revokeApiKey(without, owner.record.id),
    () => rotateApiKey(without, owner.record.id),
  ]) {
    await expect(work()).rejects.toMatchObject(rejection);
  }
  const narrow = await actingAs((await make(api.ours.context, ['time:write', 'keys:write'])).key);
  expect((await make(narrow, ['time:write'])).record.scopes).toEqual(['time:write']);
  for (const scope of ['read', 'write', 'time:read', 'keys:read', 'people:write'] as const) {
    await expect(make(narrow, [scope])).rejects.toMatchObject(rejection);
  }
  const error = await revokeApiKey(narrow, owner.record.id).catch((thrown) => thrown);
  expect(error.message).not.toMatch(/read|clients/);
  const first = await api.addWorkspace();
  const made = await listApiKeys(first.context);
  expect(grantedPermissions(made[0]?.scopes ?? [])).toBe(grantedPermissions(fullAccessScopes));
});

test('no key revokes or rotates one with more permissions', async () => {
  const owner = await make(api.ours.context);
  for (const scope of all) {
    const { key } = await make(api.ours.context, [scope]);
    const context = await actingAs(key);
    for (const verb of [revokeApiKey, rotateApiKey]) {
      await expect(verb(context, owner.record.id)).rejects.toMatchObject({ code: 'missing_scope' });
    }
  }
  expect(await works(owner.key)).toBe(true);
});

test.each([
  ['the action surface', '/public/api/auth', {}],
  ['GraphQL', '/graphql', { method: 'POST', body: '{"query":"{ __typename }"}' }],
])(
  'the last use of a key is noted with the address that it came from, by %s',
  async (_, path, request) => {
    const { key, record } = await make(api.ours.context);
    expect(record).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
    const headers = {
      'x-api-key': key,
      'x-forwarded-for': '203.0.113.9, 198.51.100.7',
      'content-type': 'application/json',
    };
    expect((await api.request(path, { ...request, headers })).status).toBe(200);
    const used = async () => {
      const keys = await listApiKeys(api.ours.context);
      return keys.find(({ id }) => id === record.id);
    };
    await expect.poll(used).toMatchObject({
      lastUsedAddress: '198.51.100.7',
      lastUsedAt: expect.any(Date),
    });
  },
);
