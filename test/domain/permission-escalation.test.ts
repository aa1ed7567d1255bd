import { describe, expect, test } from 'vitest';
import { archiveContact } from '../../src/domain/contacts/archive.ts';
import { createContact } from '../../src/domain/contacts/create.ts';
import { createUser } from '../../src/domain/workspaces/users.ts';
import type { Scope } from '../../src/platform/permissions/permissions.ts';
import { grantedPermissions } from '../../src/platform/permissions/permissions.ts';
import {
  contactScopes,
  permissionsOfRole,
  roleScopes,
  userRoles,
} from '../../src/platform/permissions/roles.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi, workspaceOf } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { submit } from '../support/leads.ts';
import { sourceOf } from '../support/mutations.ts';
import { addPortalContact } from '../support/portal.ts';

/** No caller grants access to a person with more permissions than the caller: no user, and no contact of a client. */

const api = useTestApi();

const withKey = async (...scopes: readonly Scope[]) =>
  workspaceOf(api, api.ours.context, (await makeKey(api.ours.context, scopes)).key);

/** The outcome of a mutation: success, or the error code. */
async function outcome(by: TestWorkspace, name: string, input: object): Promise<string> {
  const { body } = await by.gql(sourceOf(name, 'id'), { input });
  const [rejection] = body.errors ?? [];
  return rejection?.extensions.code ?? body.data.result.code ?? 'done';
}

let made = 0;
const address = () => `user-${++made}@given.example`;

describe('a user', () => {
  test.each(userRoles)(
    'is created, invited and changed as %s only by callers with the same permissions',
    async (role) => {
      const others = ['people:read', 'people:write', ...roleScopes.MEMBER] as const;
      const all = [...others, ...roleScopes[role]];
      const able = await withKey(...all);
      const { id } = await createUser(api.ours.context, { email: address(), role });
      const lowly = await createUser(api.ours.context, { email: address(), role: 'MEMBER' });
      const attempts = (by: TestWorkspace) => [
        () => outcome(by, 'createUser', { email: address(), role }),
        () => outcome(by, 'updateUser', { id: `usr_${lowly.id}`, role }),
        () => outcome(by, 'updateUser', { id: `usr_${id}`, email: address() }),
        () => outcome(by, 'inviteUser', { id: `usr_${id}` }),
        () => outcome(by, 'deactivateUser', { id: `usr_${id}` }),
        () => outcome(by, 'reactivateUser', { id: `usr_${id}` }),
      ];
      for (const lacking of roleScopes[role]) {
        const rights = grantedPermissions(all.filter((scope) => scope !== lacking));
        if ((permissionsOfRole(role) & ~rights) === 0) continue;
        const unable = await withKey(...all.filter((scope) => scope !== lacking));
        for (const attempt of attempts(unable)) {
          expect([lacking, await attempt()]).toEqual([lacking, 'missing_scope']);
        }
      }
      for (const attempt of attempts(able)) expect(await attempt()).toBe('done');
    },
  );
});

describe('a contact', () => {
  const mayEnter = { firstName: 'Ada', email: 'ada@given.example', portalAccess: true };

  test('gets portal access only from callers with the same permissions', async () => {
    const { clientId } = await addPortalContact(api.ours);
    const invited = await addPortalContact(api.ours, undefined, { clientId });
    const outside = await addPortalContact(api.ours, undefined, { clientId, portalAccess: false });
    const archived = await addPortalContact(api.ours, undefined, { clientId });
    await archiveContact(api.ours.context, { id: archived.contactId });
    const { id: loose } = await createContact(api.ours.context, { ...mayEnter, email: address() });
    const attempts = (by: TestWorkspace) => [
      () => outcome(by, 'createContact', { ...mayEnter, clientId }),
      () => outcome(by, 'createContact', mayEnter),
      () => outcome(by, 'createClient', { name: address(), contacts: [mayEnter] }),
      () => outcome(by, 'updateContact', { id: outside.contactId, portalAccess: true }),
      () => outcome(by, 'updateContact', { id: invited.contactId, email: address() }),
      () => outcome(by, 'updateContact', { id: loose, clientId }),
      () => outcome(by, 'unarchiveContact', { id: archived.contactId }),
    ];
    const able = ['clients:write', ...contactScopes] as const;
    for (const lacking of contactScopes) {
      const unable = await withKey(...able.filter((scope) => scope !== lacking));
      for (const attempt of attempts(unable)) {
        expect([lacking, await attempt()]).toEqual([lacking, 'missing_scope']);
      }
      const items = [{ firstName: 'Grace' }, { ...mayEnter, clientId }];
      const { body } = await unable.gql(sourceOf('createContacts', 'made'), {
        input: { items, partial: true },
      });
      expect([lacking, body.errors?.[0].extensions.code]).toEqual([lacking, 'missing_scope']);
    }
    const whole = await withKey(...able);
    for (const attempt of attempts(whole)) expect(await attempt()).toBe('done');
  });

  test('without a client does not get access to the portal of a client that a lead names', async () => {
    const email = address();
    await createContact(api.ours.context, { ...mayEnter, email });
    const { body: client } = await api.ours.post('clients/create', { name: 'Long-standing' });
    await submit(api.ours, { firstName: 'Ada', email, businessName: client.name });
    const [contact] = (await api.ours.get('contacts/search', { query: email })).body;
    expect(contact).toMatchObject({ clientId: client.id, portalAccess: false });
  });
});
