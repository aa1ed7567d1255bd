import DataLoader from 'dataloader';
import type { User } from '../../generated/prisma/client.ts';
import { canManageOwners } from '../../platform/actors/actor.ts';
import type { Context } from '../../platform/context/context.ts';
import { defaultUserId } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
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
import { resolveReference } from '../../platform/names/name-resolver.ts';
import {
  callerPermissions,
  canRead,
  requireCallerPermissions,
} from '../../platform/permissions/permissions.ts';
import { permissionsOfRole, type UserRole, userRoles } from '../../platform/permissions/roles.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { ListQuery } from '../../query/record-list.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { lockRecord, lockWorkspaceRow } from '../../write/lock-records.ts';
import { requireWrittenRow } from '../../write/written-rows.ts';
import { withKeyCacheInvalidation } from './key-cache.ts';

/** The kinds of users that integrations tell apart (decisions, "users/list"). */
export const userTypes = ['OWNER', 'ADMIN', 'FULL_USER', 'RESTRICTED_USER'] as const;

/** What kind of user somebody with a role is. */
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

const emailTaken = 'A user with this e-mail address already exists.';

/**
 * Makes a user, who is active. One statement.
 * @throws ActionError invalid_input, name_taken; missing_scope where the user could do more than who makes it; not_for_role
 * where a person who is no owner, or a key of one, makes one
 */
export async function createUser(
  context: Context,
  input: InputOf<typeof createUserInput>,
): Promise<User> {
  const { accountId, db } = context;
  const fields = parseInput(createUserInput, input);
  requireRoleManagement(context, fields.role);
  return withUniqueConflict('email', emailTaken, () =>
    withKeyCacheInvalidation(context, () => db.user.create({ data: { ...fields, accountId } })),
  );
}

/**
 * Changes a user: patch keeps what is left out, replace resets the names. The workspace always has an active owner,
 * who is given what nobody is named for. Another address is somebody else's: who signed in as the user does no more, and
 * it is to be invited anew.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state where no active owner
 * would be left, or by another address none who signs in; missing_scope where the user can do more than who changes it, before
 * or after; not_for_role where a person who is no owner, or a key of one, changes or makes one
 */
export async function updateUser(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateUserInput>,
  mode: UpdateMode,
): Promise<User> {
  const { number: id, given } = parseUserId(input);
  return withUniqueConflict('email', emailTaken, () =>
    withKeyCacheInvalidation(context, () =>
      inTransaction(context, async (tx) => {
        await lockWorkspaceRow(tx);
        const before = await lockRecord<User>(tx, 'User', id, given);
        const data = parseUpdateInput(updateUserInput, input, mode);
        requireRoleManagement(context, before.role, data.role ?? before.role);
        const where = { accountId: tx.accountId, id };
        const detached = before.personId !== null && isOtherAddress(before.email, data.email);
        const written = detached ? { ...data, personId: null } : data;
        const rows = await tx.db.user.updateManyAndReturn({ where, data: written });
        const user = requireWrittenRow(rows, 'User', id);
        await requireOwner(tx);
        if (detached) await requireOwnerSigningIn(tx, before);
        return user;
      }),
    ),
  );
}

/** Whether an address is changed by more than its case. */
const isOtherAddress = (before: string, email: string | undefined): boolean =>
  email !== undefined && email.toLowerCase() !== before.toLowerCase();

/** That an owner still signs in, where one did. @throws ActionError conflicting_state */
async function requireOwnerSigningIn({ accountId, db }: Context, before: User): Promise<void> {
  if (before.role !== 'OWNER' || !before.active) return;
  const owner = await db.user.findFirst({
    where: { accountId, role: 'OWNER', active: true, personId: { not: null } },
    select: { id: true },
  });
  if (owner) return;
  throw new ActionError(
    'conflicting_state',
    'Whoever signs in as this user would no longer do so under another address, and no other owner signs in: invite another owner first.',
  );
}

/** The number of the user that a body names. @throws ActionError id_missing, record_not_found */
export function parseUserId(body: unknown): UserNumber {
  const id = requireId(body);
  const user = userNumber.read(id, () => undefined);
  if (user === undefined) throw recordNotFoundError('User', id);
  return user;
}

/**
 * That who acts may let in, change and keep out users of these roles: nobody does so with a user who may do more than they do
 * themselves (decision 53), and of people, and of their keys, only an owner's does with an owner.
 * @throws ActionError not_for_role; missing_scope, which tells what is missing to who may read users
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

async function requireOwner({ accountId, db }: Context): Promise<void> {
  const owner = await db.user.findFirst({
    where: { accountId, role: 'OWNER', active: true },
    select: { id: true },
  });
  if (owner) return;
  throw new ActionError(
    'conflicting_state',
    'The workspace needs an active owner. Make another user an owner first.',
  );
}

/**
 * Makes a user inactive: its records stay, and it is given no new ones. Again changes nothing.
 * @throws ActionError id_missing, record_not_found; conflicting_state for the last active owner
 */
export function deactivateUser(context: Context, { id }: { id?: unknown }): Promise<User> {
  return updateUser(context, { id, active: false }, 'patch');
}

/**
 * Makes a user active again.
 * @throws ActionError id_missing, record_not_found
 */
export function reactivateUser(context: Context, { id }: { id?: unknown }): Promise<User> {
  return updateUser(context, { id, active: true }, 'patch');
}

/** A user as it is shown. */
export type UserRecord = User;

/** Every user of the workspace, inactive ones too, oldest first. */
export const usersInOrder: ListQuery = { orderBy: [{ column: 'id' }] };

/**
 * The number of the user who is given a record: the one with that e-mail address, whatever its case, or that number, or
 * who signed in where none is named, else the owner.
 * @throws ActionError name_not_found, record_not_found, invalid_input where the two disagree; conflicting_state for a
 * user who is inactive
 */
export function resolveAssignee(
  context: Context,
  userEmail: string | null,
  userId: UserNumber | null = null,
): Promise<number> {
  return createAssigneeResolver(context)(userEmail, userId);
}

/** {@link resolveAssignee} for many records: the same statements, however many they are. */
export function createAssigneeResolver(context: Context): AssigneeResolver {
  const { accountId, db, names } = context;
  const activity = new DataLoader<number, boolean>(async (ids) => {
    const where = { accountId, id: { in: [...ids] }, active: true };
    const rows = await db.user.findMany({ where, select: { id: true } });
    return ids.map((id) => rows.some((row) => row.id === id));
  });
  return async (userEmail, userId = null) => {
    const named = await resolveReference(names, 'user', {
      name: userEmail,
      id: userId === null ? null : String(userId.number),
      ...(userId && { givenId: userId.given }),
      nameField: 'userEmail',
      idField: 'userId',
    });
    const id = named === null ? defaultUserId(context) : Number(named);
    if (await activity.load(id)) return id;
    throw inactiveUser(userEmail === null && userId !== null ? 'userId' : 'userEmail');
  };
}

/** Users as an input names them, and by which of its fields. */
interface NamedUsers {
  emails: readonly string[] | null | undefined;
  emailsField: string;
  ids: readonly UserNumber[] | null | undefined;
  idsField: string;
}

/**
 * The numbers of the users who are named, each once; undefined where neither field is there. One statement for each of
 * the two.
 * @throws ActionError name_not_found, record_not_found
 */
export async function resolveUsers(
  { names }: Context,
  { emails, emailsField, ids, idsField }: NamedUsers,
): Promise<number[] | undefined> {
  if (emails === undefined && ids === undefined) return undefined;
  const numbers = await awaitLookups<(string | null)[]>([
    ...(emails ?? []).map((name, index) => {
      const nameField = `${emailsField}.${index}`;
      return resolveReference(names, 'user', { name, nameField, idField: idsField });
    }),
    ...(ids ?? []).map(({ number, given }, index) => {
      const fields = { nameField: emailsField, idField: `${idsField}.${index}` };
      return resolveReference(names, 'user', { ...fields, id: String(number), givenId: given });
    }),
  ]);
  return [...new Set(numbers.map(Number))];
}

type AssigneeResolver = (userEmail: string | null, userId?: UserNumber | null) => Promise<number>;

function inactiveUser(path: string): ActionError {
  const message = 'The user is inactive and cannot get new records.';
  const errors = [{ path, code: 'inactive', message: 'is inactive' }];
  return new ActionError('conflicting_state', message, { errors });
}
