import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { defaultRequiredError, unsetDefault } from '../../write/default-records.ts';
import { lockWorkspaceRow } from '../../write/lock-records.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateProjectTypeInput } from './fields.ts';
import { projectTypeConstraints } from './rules.ts';

/**
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; conflicting_state if no type would be
 * the default
 */
export function updateProjectType(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectTypeInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const update = {
    model: 'ProjectType',
    schema: updateProjectTypeInput,
    input,
    mode,
    constraints: () => projectTypeConstraints,
    lockFirst: lockWorkspaceRow,
  } as const;
  return updateWithInput(context, update, async (tx, change, current) => {
    const { isDefaultProjectType: isDefault } = change;
    if (isDefault && !current.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
    else if (isDefault === false && current.isDefaultProjectType)
      throw defaultRequiredError('ProjectType');
    return change;
  });
}
