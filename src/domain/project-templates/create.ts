import type { Context } from '../../platform/context/context.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import type { TemplateDeliverables } from './fields.ts';
import { createProjectTemplateInput } from './fields.ts';
import { projectTemplateConstraints, validateUniqueDeliverableNames } from './rules.ts';

/** @throws ActionError invalid_input, name_taken, name_not_found, record_not_found */
export function createProjectTemplate(
  context: Context,
  input: InputOf<typeof createProjectTemplateInput>,
): Promise<InsertedRow<'ProjectTemplate'>> {
  return write(context, async (tx) => {
    const read = () =>
      parseInput(createProjectTemplateInput, input, (fields) =>
        validateUniqueDeliverableNames(fields.deliverables),
      );
    const parsed = await parseOrCollectErrors(read, (rest) => [resolveProjectType(tx.names, rest)]);
    const { projectTypeName: _name, projectTypeId: _id, ...rest } = parsed;
    const { feeSchedule, deliverables, ...fields } = rest;
    const row = {
      ...fields,
      id: newRecordId(tx, 'ProjectTemplate'),
      projectTypeId: await resolveProjectType(tx.names, parsed),
      feeSchedule: toJsonColumn(feeSchedule),
    };
    const template = tx.insert('ProjectTemplate', row, projectTemplateConstraints);
    insertTemplateDeliverables(tx, template.id, deliverables);
    return template;
  });
}

export const insertTemplateDeliverables = (
  tx: WriteContext,
  templateId: string,
  deliverables: TemplateDeliverables,
) =>
  tx.insertAll(
    'ProjectTemplateDeliverable',
    deliverables.map((deliverable, index) => ({
      ...deliverable,
      id: newId('ProjectTemplateDeliverable'),
      templateId,
      position: index + 1,
    })),
  );
