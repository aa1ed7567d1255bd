import type { ProjectType } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { unsetDefault } from '../../write/default-records.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import { insertTaskStages } from '../task-stages/create.ts';
import { validateUniqueLabels } from '../task-stages/rules.ts';
import { createProjectTypeInput } from './fields.ts';
import { projectTypeNameTakenMessage } from './rules.ts';

/**
 * Makes a project type with its statuses.
 * @throws ActionError invalid_input, name_taken
 */
export async function createProjectType(
  context: Context,
  input: InputOf<typeof createProjectTypeInput>,
): Promise<ProjectType> {
  const { statusList, ...fields } = parseInput(
    createProjectTypeInput,
    input,
    ({ statusList: stages }) => validateUniqueLabels(stages ?? [], 'statusList'),
  );
  return withUniqueConflict('name', projectTypeNameTakenMessage, () =>
    inTransaction(context, async (tx) => {
      if (fields.isDefaultProjectType) await unsetDefault(tx, 'ProjectType');
      const data = { ...fields, accountId: tx.accountId, id: newRecordId(tx, 'ProjectType') };
      const type = await tx.db.projectType.create({ data });
      await insertTaskStages(tx, type.id, statusList);
      return type;
    }),
  );
}
