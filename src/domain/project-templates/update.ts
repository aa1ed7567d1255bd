import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { mergeNestedInput } from '../../platform/input/update-input.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { resolveChangedReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { areRowsEqual, nextVersion } from '../../write/written-rows.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleFromJson } from '../projects/fee-schedule.ts';
import { insertTemplateDeliverables } from './create.ts';
import type { TemplateDeliverables } from './fields.ts';
import { updateProjectTemplateInput } from './fields.ts';
import { projectTemplateConstraints, validateUniqueDeliverableNames } from './rules.ts';

/**
 * Existing projects stay.
 * @throws ActionError id_missing, record_not_found, invalid_input, name_taken, name_not_found
 */
export function updateProjectTemplate(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateProjectTemplateInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const update = {
    ...({ model: 'ProjectTemplate', schema: updateProjectTemplateInput, input, mode } as const),
    constraints: () => projectTemplateConstraints,
    startLookups: (tx: Context, rest: ProjectTypeReference) => [resolveProjectType(tx.names, rest)],
  };
  return updateWithInput(context, update, async (tx, change, current) => {
    const { projectTypeName, projectTypeId: id, feeSchedule, deliverables, ...fields } = change;
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
    return {
      ...fields,
      ...(projectTypeId !== undefined && { projectTypeId }),
      ...(mergedSchedule !== undefined && {
        feeSchedule: toJsonColumn(mergedSchedule as FeeSchedule | null),
      }),
      ...(hasNewDeliverables && nextVersion(current)),
    };
  });
}

/** Returns whether the deliverables changed. */
async function replaceDeliverables(
  tx: WriteContext,
  templateId: string,
  deliverables: TemplateDeliverables,
): Promise<boolean> {
  const isOfTemplateSql = Prisma.sql`"templateId" = ${templateId}`;
  const before = await tx.lockAll('ProjectTemplateDeliverable', isOfTemplateSql);
  before.sort((one, other) => one.position - other.position);
  if (areRowsEqual(before, deliverables)) return false;
  tx.delete('ProjectTemplateDeliverable', before);
  insertTemplateDeliverables(tx, templateId, deliverables);
  return true;
}
