import type { User } from '../../generated/prisma/client.ts';
import type { Context } from '../kernel/context.ts';
import { ActionError } from '../kernel/errors.ts';
import { resolveReference } from '../kernel/names.ts';

export const userRoles = ['OWNER', 'MEMBER'] as const;

/** Every user of the workspace, inactive ones too, oldest first. */
export async function listUsers(context: Context): Promise<User[]> {
  return context.db.user.findMany({
    where: { accountId: context.accountId },
    orderBy: { id: 'asc' },
  });
}

/**
 * The number of the user who is given a new record: the one with that e-mail address, whatever its case, or the owner
 * where none is named.
 * @throws ActionError name_not_found; conflicting_state for a user who is inactive
 */
export async function resolveAssignee(context: Context, userEmail: string | null): Promise<number> {
  const named = await resolveReference(context.names, 'user', {
    name: userEmail,
    nameField: 'userEmail',
    idField: 'userId',
  });
  const id = named === null ? context.workspace.ownerId : Number(named);
  const user = await context.db.user.findFirst({
    where: { accountId: context.accountId, id, active: true },
    select: { id: true },
  });
  if (user) return id;
  throw new ActionError(
    'conflicting_state',
    'The user is inactive and cannot be given new records.',
    { errors: [{ path: 'userEmail', code: 'inactive', message: 'is inactive' }] },
  );
}
