import type { ProjectTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { inTransaction } from '../../write/in-transaction.ts';
import type { TemplateDeliverables } from './fields.ts';
import { createProjectTemplateInput } from './fields.ts';
import { projectTemplateNameTakenMessage, validateUniqueDeliverableNames } from './rules.ts';

/**
 * Makes a project template with its deliverables.
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for the project type
 */
export async function createProjectTemplate(
  context: Context,
  input: InputOf<typeof createProjectTemplateInput>,
): Promise<ProjectTemplate> {
  const read = () =>
    parseInput(createProjectTemplateInput, input, (fields) =>
      validateUniqueDeliverableNames(fields.deliverables),
    );
  const parsed = await parseOrCollectErrors(read, (rest) => [
    resolveProjectType(context.names, rest),
  ]);
  const {
    projectTypeName: _name,
    projectTypeId: _id,
    feeSchedule,
    deliverables,
    ...fields
  } = parsed;
  const projectTypeId = await resolveProjectType(context.names, parsed);
  return withUniqueConflict('name', projectTemplateNameTakenMessage, () =>
    inTransaction(context, async (tx) => {
      const template = await tx.db.projectTemplate.create({
        data: {
          ...fields,
          accountId: tx.accountId,
          id: newRecordId(tx, 'ProjectTemplate'),
          projectTypeId,
          feeSchedule: toJsonColumn(feeSchedule),
        },
      });
      await insertTemplateDeliverables(tx, template.id, deliverables);
      return template;
    }),
  );
}

export async function insertTemplateDeliverables(
  { accountId, db }: Context,
  templateId: string,
  deliverables: TemplateDeliverables,
): Promise<void> {
  if (deliverables.length === 0) return;
  await db.projectTemplateDeliverable.createMany({
    data: deliverables.map((deliverable, index) => ({
      ...deliverable,
      accountId,
      id: newId('ProjectTemplateDeliverable'),
      templateId,
      position: index + 1,
    })),
  });
}
