import DataLoader from 'dataloader';
import type { Context } from '../../platform/context/context.ts';
import { defaultUserId } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import type { UserNumber } from '../../platform/input/field-types.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';

/**
 * Default: the signed-in user, otherwise the owner.
 * @throws ActionError name_not_found, record_not_found, invalid_input; conflicting_state if the user is inactive
 */
export function resolveAssignee(
  context: Context,
  userEmail: string | null,
  userId: UserNumber | null = null,
): Promise<number> {
  return createAssigneeResolver(context)(userEmail, userId);
}

/** {@link resolveAssignee} for many records, with the same number of statements. */
export function createAssigneeResolver(context: Context): AssigneeResolver {
  const { accountId, db, names } = context;
  const activity = new DataLoader<number, boolean>(async (ids) => {
    const where = { accountId, id: { in: [...ids] }, active: true };
    const rows = await db.user.findMany({ where, select: { id: true } });
    return ids.map((id) => rows.some((row) => row.id === id));
  });
  return async (userEmail, userId = null) => {
    const resolvedId = await resolveReference(names, 'user', {
      name: userEmail,
      id: userId === null ? null : String(userId.number),
      ...(userId && { givenId: userId.given }),
      nameField: 'userEmail',
      idField: 'userId',
    });
    const id = resolvedId === null ? defaultUserId(context) : Number(resolvedId);
    if (await activity.load(id)) return id;
    throw inactiveUser(userEmail === null && userId !== null ? 'userId' : 'userEmail');
  };
}

interface NamedUsers {
  emails: readonly string[] | null | undefined;
  emailsField: string;
  ids: readonly UserNumber[] | null | undefined;
  idsField: string;
}

/**
 * Undefined if both fields are omitted.
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
