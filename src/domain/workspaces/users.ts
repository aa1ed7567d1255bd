import type { Prisma, User } from '../../generated/prisma/client.ts';
import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { UserNumber } from '../../platform/input/field-types.ts';
import {
  booleanType,
  email,
  enumOf,
  money,
  text,
  userNumber,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  optionalOnReplace,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { parseUpdateInput, requireId } from '../../platform/input/update-input.ts';
import {
  callerPermissions,
  canRead,
  requireCallerPermissions,
} from '../../platform/permissions/permissions.ts';
import { permissionsOfRole, type UserRole, userRoles } from '../../platform/permissions/roles.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { ListQuery } from '../../query/record-list.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { write } from '../../write/write.ts';
import { endConnectedApps } from './connected-apps.ts';
import { forgetKeysAfterwards } from './key-cache.ts';

/** Coarser than the roles, for integrations. */
export const userTypes = ['OWNER', 'ADMIN', 'FULL_USER', 'RESTRICTED_USER'] as const;

export const userTypeByRole: Readonly<Record<UserRole, (typeof userTypes)[number]>> = {
  OWNER: 'OWNER',
  ADMIN: 'ADMIN',
  MANAGER: 'FULL_USER',
  MEMBER: 'RESTRICTED_USER',
  ACCOUNTANT: 'FULL_USER',
  VIEWER: 'RESTRICTED_USER',
};

const role = enumOf('UserRole', userRoles);
const emailDescription = 'E-mail address, unique in the workspace, ignoring case.';

const nameFields = {
  firstName: nullable(text()),
  lastName: nullable(text()),
};

const hourlyAmount = nullable(money({ min: 0 }));
const hourlyCost = nullable(money({ min: 0 }));

export const createUserInput = inputObject('CreateUser', 'A new user.', {
  email: required(email, emailDescription),
  ...nameFields,
  role: withDefault(role, 'MEMBER'),
  hourlyAmount,
  hourlyCost,
});

export const updateUserInput = inputObject('UpdateUser', 'A user’s fields.', {
  email: requiredOnCreate(email, emailDescription),
  ...nameFields,
  role: requiredOnCreate(role),
  hourlyAmount: optionalOnReplace(hourlyAmount),
  hourlyCost: optionalOnReplace(hourlyCost),
  active: requiredOnCreate(booleanType),
});

const userConstraints: ConstraintErrors = {
  User_email_key: { path: 'email', message: 'A user with this e-mail address already exists.' },
};

/** @throws ActionError invalid_input, name_taken, missing_scope, not_for_role */
export const createUser = (
  context: Context,
  input: InputOf<typeof createUserInput>,
): Promise<User> =>
  write(context, (tx) => {
    const fields = parseInput(createUserInput, input);
    requireRoleManagement(tx, fields.role);
    forgetKeysAfterwards(tx);
    return tx.insertReturning('User', fields, userConstraints);
  });

/**
 * A PUT resets the names. The workspace always has an active owner.
 * A new e-mail address detaches the user from its person, and needs a new invitation.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, missing_scope, not_for_role;
 * conflicting_state if no active owner would be left, or none who signs in
 */
export function updateUser(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateUserInput>,
  mode: UpdateMode,
): Promise<User> {
  return write(context, async (tx) => {
    const { number: id, originalText } = parseUserId(input);
    forgetKeysAfterwards(tx);
    await lockWorkspaceRow(tx);
    const before = await tx.lock('User', id, originalText);
    const data = parseUpdateInput(updateUserInput, input, mode);
    requireRoleManagement(tx, before.role, data.role ?? before.role);
    const detached = before.personId !== null && isOtherAddress(before.email, data.email);
    const change = detached ? { ...data, personId: null } : data;
    const user = tx.update('User', before, change, userConstraints);
    await requireOwner(tx);
    const { personId } = before;
    if (personId !== null && (detached || data.active === false))
      await endConnectedApps(tx, personId);
    if (detached) await requireOwnerSigningIn(tx, before);
    return user;
  });
}

/** A change of case only does not count. */
const isOtherAddress = (before: string, email: string | undefined): boolean =>
  email !== undefined && email.toLowerCase() !== before.toLowerCase();

/** @throws ActionError conflicting_state if the user was the last owner who can sign in */
async function requireOwnerSigningIn(context: Context, before: User): Promise<void> {
  if (before.role !== 'OWNER' || !before.active) return;
  if (await hasOwner(context, { personId: { not: null } })) return;
  throw new ActionError(
    'conflicting_state',
    'With another e-mail address, this user can no longer sign in, and no other owner can: invite another owner first.',
  );
}

/** @throws ActionError id_missing, record_not_found */
export function parseUserId(body: unknown): UserNumber {
  const id = requireId(body);
  const user = userNumber.read(id, () => undefined);
  if (user === undefined) throw recordNotFoundError('User', id);
  return user;
}

/**
 * At most the caller's own permissions. Only owners and their keys manage owners.
 * @throws ActionError not_for_role, missing_scope
 */
export function requireRoleManagement(context: Context, ...affected: readonly UserRole[]): void {
  if (!canManageOwners(context.actor) && affected.includes('OWNER')) {
    throw new ActionError('not_for_role', 'Only an owner can add, change or remove owners.');
  }
  const needed = affected.reduce((rights, one) => rights | permissionsOfRole(one), 0);
  if (!canRead(context, 'people') && (needed & ~callerPermissions(context)) !== 0) {
    throw new ActionError(
      'missing_scope',
      'A user with that role has more permissions than this key.',
    );
  }
  requireCallerPermissions(context, needed);
}

const hasOwner = async ({ accountId, db }: Context, more: Prisma.UserWhereInput = {}) =>
  (await db.user.count({ where: { accountId, role: 'OWNER', active: true, ...more } })) > 0;

async function requireOwner(context: Context): Promise<void> {
  if (await hasOwner(context)) return;
  throw new ActionError(
    'conflicting_state',
    'The workspace needs an active owner. Make another user an owner first.',
  );
}

/**
 * The user's records stay. Repeating it changes nothing.
 * @throws ActionError id_missing, record_not_found; conflicting_state for the last active owner
 */
export function deactivateUser(context: Context, { id }: { id?: unknown }): Promise<User> {
  return updateUser(context, { id, active: false }, 'patch');
}

/** @throws ActionError id_missing, record_not_found */
export function reactivateUser(context: Context, { id }: { id?: unknown }): Promise<User> {
  return updateUser(context, { id, active: true }, 'patch');
}

export type UserRecord = User;

export const usersInOrder: ListQuery = { orderBy: [{ column: 'id' }] };
