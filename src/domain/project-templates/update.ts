import type { ProjectTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { mergeNestedInput } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/name-resolver.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { updateRecord } from '../../write/update-record.ts';
import { areRowsEqual, versionIncrement } from '../../write/written-rows.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleFromJson } from '../projects/fee-schedule.ts';
import { insertTemplateDeliverables } from './create.ts';
import type { TemplateDeliverables } from './fields.ts';
import { updateProjectTemplateInput } from './fields.ts';
import { projectTemplateNameTakenMessage, validateUniqueDeliverableNames } from './rules.ts';

/**
 * Changes a project template: patch keeps what is left out and merges the fee schedule, replace resets both. Projects
 * made from it stay as they are.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken; name_not_found for the project type
 */
export async function updateProjectTemplate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectTemplateInput>,
  mode: UpdateMode,
): Promise<ProjectTemplate> {
  const schema = updateProjectTemplateInput;
  const lookUp = (tx: Context, rest: ProjectTypeReference) => [resolveProjectType(tx.names, rest)];
  const update = { ...({ type: 'ProjectTemplate', schema, input, mode } as const), lookUp };
  return withUniqueConflict('name', projectTemplateNameTakenMessage, () =>
    updateRecord(context, update, async (tx, change, current: ProjectTemplate) => {
      const { projectTypeName, projectTypeId: id, feeSchedule, deliverables, ...data } = change;
      const errors = validateUniqueDeliverableNames(deliverables);
      if (errors.length > 0) throw invalidInputError(errors);
      const projectTypeId = await resolveChangedReference(tx.names, 'projectType', {
        name: projectTypeName,
        id,
        nameField: 'projectTypeName',
        idField: 'projectTypeId',
      });
      const before = feeScheduleFromJson(current.feeSchedule);
      const mergedSchedule = mergeNestedInput(before, feeSchedule, input.feeSchedule, mode);
      const hasNewDeliverables =
        deliverables && (await replaceDeliverables(tx, current.id, deliverables));
      return tx.db.projectTemplate.updateManyAndReturn({
        where: { accountId: tx.accountId, id: current.id },
        data: {
          ...data,
          ...(projectTypeId !== undefined && { projectTypeId }),
          ...(mergedSchedule !== undefined && {
            feeSchedule: toJsonColumn(mergedSchedule as FeeSchedule | null),
          }),
          ...(hasNewDeliverables && versionIncrement),
        },
      });
    }),
  );
}

/** Makes these deliverables, and no others, those of a template; answers whether it had other ones. */
async function replaceDeliverables(
  context: Context,
  templateId: string,
  deliverables: TemplateDeliverables,
): Promise<boolean> {
  const { accountId, db } = context;
  const where = { accountId, templateId };
  const orderBy = { position: 'asc' } as const;
  const before = await db.projectTemplateDeliverable.findMany({ where, orderBy });
  if (areRowsEqual(before, deliverables)) return false;
  await db.projectTemplateDeliverable.deleteMany({ where });
  await insertTemplateDeliverables(context, templateId, deliverables);
  return true;
}
