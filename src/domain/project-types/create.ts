import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { unsetDefault } from '../../write/default-records.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { insertTaskStages } from '../task-stages/create.ts';
import { validateUniqueLabels } from '../task-stages/rules.ts';
import { createProjectTypeInput } from './fields.ts';
import { projectTypeConstraints } from './rules.ts';

/** @throws ActionError invalid_input, name_taken */
export function createProjectType(
  context: Context,
  input: InputOf<typeof createProjectTypeInput>,
): Promise<InsertedRow<'ProjectType'>> {
  return write(context, async (tx) => {
    const { statusList, ...fields } = parseInput(
      createProjectTypeInput,
      input,
      ({ statusList: stages }) => validateUniqueLabels(stages ?? [], 'statusList'),
    );
    if (fields.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
    const row = { ...fields, id: newRecordId(tx, 'ProjectType') };
    const type = tx.insert('ProjectType', row, projectTypeConstraints);
    insertTaskStages(tx, type.id, statusList);
    return type;
  });
}
