import { expect, test } from 'vitest';
import { createUser, updateUser } from '../../../src/domain/workspaces/users.ts';
import { useTestApi } from '../../support/api.ts';
import { personDoors } from '../../support/people.ts';

const api = useTestApi();
const doors = personDoors(api);

test('an administrator makes no owner, nor changes or lowers one; an owner does', async () => {
  const { context } = api.ours;
  const owner = await createUser(context, { email: 'second@ours.example', role: 'OWNER' });
  const { id } = await createUser(context, { email: 'admin@ours.example', role: 'ADMIN' });
  const admin = doors({ role: 'ADMIN', userId: id }).context;
  for (const attempt of [
    () => createUser(admin, { email: 'third@ours.example', role: 'OWNER' }),
    () => updateUser(admin, { id, role: 'OWNER' }, 'patch'),
    () => updateUser(admin, { id: owner.id, role: 'MEMBER' }, 'patch'),
    () => updateUser(admin, { id: owner.id, email: 'mine@ours.example' }, 'patch'),
    () => updateUser(admin, { id: owner.id, active: false }, 'patch'),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: 'not_for_role' });
  }
  const member = await createUser(admin, { email: 'member@ours.example', role: 'MEMBER' });
  expect((await updateUser(admin, { id: member.id, role: 'ADMIN' }, 'patch')).role).toBe('ADMIN');
  const asOwner = doors({ role: 'OWNER', userId: owner.id }).context;
  expect((await updateUser(asOwner, { id, role: 'OWNER' }, 'patch')).role).toBe('OWNER');
});
