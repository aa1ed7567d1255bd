import type { z } from 'zod';
import type { ProjectTemplate } from '../../generated/prisma/client.ts';
import { changeRecord } from '../../write/update-record.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { mergeNested, requireId } from '../../platform/input/update-input.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import { refusingTaken } from '../../platform/records/constraint-errors.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInput } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { defaulted, inputObject, kept, nullable, parseInput, required } from '../../platform/input/fields.ts';
import { idFor } from '../../write/client-generated-ids.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import { readOrAll } from '../../platform/input/input-errors.ts';
import { flag, integer, list, longText, object, recordId, text } from '../../platform/input/field-types.ts';
import type { NamedProjectType } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { changedReference } from '../../platform/names/name-resolver.ts';
import { areSameParts, deleteRecord, touched } from '../../write/records.ts';
import { storeObject } from '../../platform/input/json-storage.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleInput, readFeeSchedule } from '../projects/fee-schedule.ts';
import { portalAccess } from '../projects/index.ts';

const deliverableInput = inputObject(
  'TemplateDeliverableInput',
  'A deliverable that a template brings to a new project.',
  {
    name: required(text()),
    description: nullable(longText()),
    priority: defaulted(integer(), 0),
    approvalRequired: defaulted(flag, false),
  },
  'ProjectTemplateDeliverable',
);

const templateFields = {
  description: nullable(longText()),
  projectTypeName: nullable(
    text(),
    'Name of the type of projects made from it; left out: the default one.',
  ),
  projectTypeId: nullable(recordId, 'Id of that project type, instead of its name or beside it.'),
  feeSchedule: nullable(object(feeScheduleInput)),
  portalAccess: defaulted(portalAccess, 'READ_ONLY', 'What clients see of projects made from it.'),
  showTimeWorkedInPortal: defaulted(flag, false),
  deliverables: defaulted(
    list(object(deliverableInput), { max: 500 }),
    [],
    'What it brings to a new project, in order; the list replaces the former one.',
  ),
};

export const createProjectTemplateInput = inputObject('CreateProjectTemplate', 'A new template.', {
  name: required(text()),
  ...templateFields,
});

export const updateProjectTemplateInput = inputObject(
  'UpdateProjectTemplate',
  'A project template’s fields.',
  { name: kept(text()), ...templateFields },
);

type Deliverables = z.output<typeof deliverableInput>[];

function repeatedNames(deliverables: Deliverables = []): FieldError[] {
  const names = deliverables.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [{ path: `deliverables.${index}.name`, code: 'not_unique', message: 'is that of another' }]
      : [],
  );
}

const nameTaken = 'There is already a project template of this name.';

/**
 * Makes a project template with its deliverables.
 * @throws ActionError invalid_input, name_taken; name_not_found and record_not_found for the project type
 */
export async function createProjectTemplate(
  context: Context,
  input: InputOf<typeof createProjectTemplateInput>,
): Promise<ProjectTemplate> {
  const read = () =>
    parseInput(createProjectTemplateInput, input, (fields) => repeatedNames(fields.deliverables));
  const parsed = await readOrAll(read, (rest) => [resolveProjectType(context.names, rest)]);
  const {
    projectTypeName: _name,
    projectTypeId: _id,
    feeSchedule,
    deliverables,
    ...fields
  } = parsed;
  const projectTypeId = await resolveProjectType(context.names, parsed);
  return refusingTaken('name', nameTaken, () =>
    inTransaction(context, async (tx) => {
      const template = await tx.db.projectTemplate.create({
        data: {
          ...fields,
          accountId: tx.accountId,
          id: idFor(tx, 'ProjectTemplate'),
          projectTypeId,
          feeSchedule: storeObject(feeSchedule),
        },
      });
      await insertDeliverables(tx, template.id, deliverables);
      return template;
    }),
  );
}

async function insertDeliverables(
  { accountId, db }: Context,
  templateId: string,
  deliverables: Deliverables,
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
  const lookUp = (tx: Context, rest: NamedProjectType) => [resolveProjectType(tx.names, rest)];
  const update = { ...({ type: 'ProjectTemplate', schema, input, mode } as const), lookUp };
  return refusingTaken('name', nameTaken, () =>
    changeRecord(context, update, async (tx, change, current: ProjectTemplate) => {
      const { projectTypeName, projectTypeId: id, feeSchedule, deliverables, ...data } = change;
      const faults = repeatedNames(deliverables);
      if (faults.length > 0) throw invalidInput(faults);
      const projectTypeId = await changedReference(tx.names, 'projectType', {
        name: projectTypeName,
        id,
        nameField: 'projectTypeName',
        idField: 'projectTypeId',
      });
      const before = readFeeSchedule(current.feeSchedule);
      const fees = mergeNested(before, feeSchedule, input.feeSchedule, mode);
      const replaced = deliverables && (await replaceDeliverables(tx, current.id, deliverables));
      return tx.db.projectTemplate.updateManyAndReturn({
        where: { accountId: tx.accountId, id: current.id },
        data: {
          ...data,
          ...(projectTypeId !== undefined && { projectTypeId }),
          ...(fees !== undefined && { feeSchedule: storeObject(fees as FeeSchedule | null) }),
          ...(replaced && touched),
        },
      });
    }),
  );
}

/** Makes these deliverables, and no others, those of a template; answers whether it had other ones. */
async function replaceDeliverables(
  context: Context,
  templateId: string,
  deliverables: Deliverables,
): Promise<boolean> {
  const { accountId, db } = context;
  const where = { accountId, templateId };
  const orderBy = { position: 'asc' } as const;
  const before = await db.projectTemplateDeliverable.findMany({ where, orderBy });
  if (areSameParts(before, deliverables)) return false;
  await db.projectTemplateDeliverable.deleteMany({ where });
  await insertDeliverables(context, templateId, deliverables);
  return true;
}

/**
 * Deletes a project template with its deliverables; projects made from it stay.
 * @throws ActionError id_missing, record_not_found
 */
export async function deleteProjectTemplate(
  context: Context,
  input: { id?: unknown },
): Promise<string> {
  const id = requireId(input);
  const parts = { type: 'ProjectTemplateDeliverable', column: 'templateId' } as const;
  await inTransaction(context, (tx) => deleteRecord(tx, 'ProjectTemplate', id, parts));
  return id;
}
