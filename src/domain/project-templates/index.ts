import type { z } from 'zod';
import type { ProjectTemplate } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { inTransaction } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import {
  booleanType,
  integer,
  list,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import {
  inputObject,
  nullable,
  parseInput,
  required,
  requiredOnCreate,
  withDefault,
} from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { mergeNestedInput, requireId } from '../../platform/input/update-input.ts';
import { resolveChangedReference } from '../../platform/names/name-resolver.ts';
import type { ProjectTypeReference } from '../../platform/names/project-type-references.ts';
import { resolveProjectType } from '../../platform/names/project-type-references.ts';
import { withUniqueConflict } from '../../platform/records/constraint-errors.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import { areRowsEqual, deleteRecord, versionIncrement } from '../../write/records.ts';
import { updateRecord } from '../../write/update-record.ts';
import type { FeeSchedule } from '../projects/fee-schedule.ts';
import { feeScheduleFromJson, feeScheduleInput } from '../projects/fee-schedule.ts';
import { portalAccessField } from '../projects/index.ts';

const deliverableInput = inputObject(
  'TemplateDeliverableInput',
  'A deliverable that a template brings to a new project.',
  {
    name: required(text()),
    description: nullable(multilineText()),
    priority: withDefault(integer(), 0),
    approvalRequired: withDefault(booleanType, false),
  },
  'ProjectTemplateDeliverable',
);

const templateFields = {
  description: nullable(multilineText()),
  projectTypeName: nullable(
    text(),
    'Name of the type of projects made from it; left out: the default one.',
  ),
  projectTypeId: nullable(
    recordIdType,
    'Id of that project type, instead of its name or beside it.',
  ),
  feeSchedule: nullable(object(feeScheduleInput)),
  portalAccess: withDefault(
    portalAccessField,
    'READ_ONLY',
    'What clients see of projects made from it.',
  ),
  showTimeWorkedInPortal: withDefault(booleanType, false),
  deliverables: withDefault(
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
  { name: requiredOnCreate(text()), ...templateFields },
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
  return withUniqueConflict('name', nameTaken, () =>
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
  const lookUp = (tx: Context, rest: ProjectTypeReference) => [resolveProjectType(tx.names, rest)];
  const update = { ...({ type: 'ProjectTemplate', schema, input, mode } as const), lookUp };
  return withUniqueConflict('name', nameTaken, () =>
    updateRecord(context, update, async (tx, change, current: ProjectTemplate) => {
      const { projectTypeName, projectTypeId: id, feeSchedule, deliverables, ...data } = change;
      const faults = repeatedNames(deliverables);
      if (faults.length > 0) throw invalidInputError(faults);
      const projectTypeId = await resolveChangedReference(tx.names, 'projectType', {
        name: projectTypeName,
        id,
        nameField: 'projectTypeName',
        idField: 'projectTypeId',
      });
      const before = feeScheduleFromJson(current.feeSchedule);
      const fees = mergeNestedInput(before, feeSchedule, input.feeSchedule, mode);
      const replaced = deliverables && (await replaceDeliverables(tx, current.id, deliverables));
      return tx.db.projectTemplate.updateManyAndReturn({
        where: { accountId: tx.accountId, id: current.id },
        data: {
          ...data,
          ...(projectTypeId !== undefined && { projectTypeId }),
          ...(fees !== undefined && { feeSchedule: toJsonColumn(fees as FeeSchedule | null) }),
          ...(replaced && versionIncrement),
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
  if (areRowsEqual(before, deliverables)) return false;
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
