import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';

/**
 * The type of projects that name none.
 * @throws ActionError conflicting_state where the workspace has none
 */
export async function defaultProjectTypeId({ accountId, db }: Context): Promise<string> {
  const type = await db.projectType.findFirst({
    where: { accountId, isDefaultProjectType: true },
    select: { id: true },
  });
  if (type) return type.id;
  throw new ActionError('conflicting_state', 'The workspace has no default project type.');
}

export const projectTypeNameTakenMessage = 'There is already a project type of this name.';
