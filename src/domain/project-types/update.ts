import type { ProjectType } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { defaultRequiredError, unsetDefault } from '../../write/default-records.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { updateRecord } from '../../write/update-record.ts';
import { updateProjectTypeInput } from './fields.ts';
import { projectTypeNameTakenMessage } from './rules.ts';

/**
 * Changes a project type; its statuses are changed by themselves.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state where no type would be
 * the default one
 */
export async function updateProjectType(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectTypeInput>,
  mode: UpdateMode,
): Promise<ProjectType> {
  const update = {
    type: 'ProjectType',
    schema: updateProjectTypeInput,
    input,
    mode,
    lockFirst: lockWorkspaceRow,
  } as const;
  return withUniqueConflict('name', projectTypeNameTakenMessage, () =>
    updateRecord(context, update, async (tx, data, current: ProjectType) => {
      const { isDefaultProjectType: isDefault } = data;
      if (isDefault && !current.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
      else if (isDefault === false && current.isDefaultProjectType)
        throw defaultRequiredError('ProjectType');
      const { accountId, db } = tx;
      return db.projectType.updateManyAndReturn({ where: { accountId, id: current.id }, data });
    }),
  );
}
