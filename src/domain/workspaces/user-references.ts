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
export async function resolveAssignee(
  context: Context,
  userEmail: string | null,
  userId: UserNumber | null = null,
  inactiveErrorOf: (context: Context, id: number) => Promise<ActionError> = async () =>
    inactiveUser(userEmail === null && userId !== null ? 'userId' : 'userEmail'),
): Promise<number> {
  const { names } = context;
  const named = await resolveReference(names, 'user', {
    name: userEmail,
    id: userId === null ? null : String(userId.number),
    ...(userId && { givenId: userId.originalText }),
    nameField: 'userEmail',
    idField: 'userId',
  });
  const id = named ?? String(defaultUserId(context));
  if ((await names.exists('user', id)) && !(await names.isArchived('user', id))) return Number(id);
  throw await inactiveErrorOf(context, Number(id));
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
    ...(ids ?? []).map(({ number, originalText }, index) => {
      const fields = { nameField: emailsField, idField: `${idsField}.${index}` };
      return resolveReference(names, 'user', {
        ...fields,
        id: String(number),
        givenId: originalText,
      });
    }),
  ]);
  return [...new Set(numbers.map(Number))];
}

function inactiveUser(path: string): ActionError {
  const message = 'The user is inactive and cannot get new records.';
  const errors = [{ path, code: 'inactive', message: 'is inactive' }];
  return new ActionError('conflicting_state', message, { errors });
}
