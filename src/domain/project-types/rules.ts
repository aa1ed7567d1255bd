import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { ConstraintErrors } from '../../write/constraint-errors.ts';

/** @throws ActionError conflicting_state if the workspace has none */
export async function defaultProjectTypeId({ accountId, db }: Context): Promise<string> {
  const type = await db.projectType.findFirst({
    where: { accountId, isDefaultProjectType: true },
    select: { id: true },
  });
  if (type) return type.id;
  throw new ActionError('conflicting_state', 'The workspace has no default project type.');
}

export const projectTypeConstraints: ConstraintErrors = {
  ProjectType_accountId_name_key: {
    path: 'name',
    message: 'There is already a project type of this name.',
  },
};
