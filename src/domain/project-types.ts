import type { CustomField, ProjectType, TaskStage } from '../generated/prisma/client.ts';
import type { Context } from './kernel/context.ts';
import { ActionError } from './kernel/errors.ts';
import type { InputOf } from './kernel/fields.ts';
import { inputObject, nullable, parseInput } from './kernel/fields.ts';
import { recordId } from './kernel/kinds.ts';
import { resolveReference } from './kernel/names.ts';

/** A status that deliverables of a project type can have. */
export type TaskStageRecord = TaskStage;

/** The definition of a custom field. */
export type CustomFieldRecord = CustomField;

/** A project type as both doors answer it. */
export type ProjectTypeRecord = ProjectType & {
  /** Custom fields of its projects, those of every project among them. */
  projectFields: CustomFieldRecord[];
  /** Custom fields of its deliverables, those of every deliverable among them. */
  deliverableFields: CustomFieldRecord[];
  /** Its statuses in the order in which deliverables pass them. */
  statusList: TaskStageRecord[];
};

const inOrder = [{ position: 'asc' as const }, { id: 'asc' as const }];

/** Every project type, the default one first, the others by name (spec part 2, "ProjectType"). Two statements. */
export async function listProjectTypes(context: Context): Promise<ProjectTypeRecord[]> {
  const { accountId, db } = context;
  const [types, fields] = await Promise.all([
    db.projectType.findMany({
      where: { accountId },
      include: { statusList: { orderBy: inOrder } },
      orderBy: [{ isDefaultProjectType: 'desc' }, { name: 'asc' }, { id: 'asc' }],
    }),
    db.customField.findMany({
      where: { accountId, recordType: { in: ['PROJECT', 'DELIVERABLE'] } },
      orderBy: inOrder,
    }),
  ]);
  return types.map((type) => {
    const own = fields.filter(
      ({ projectTypeId }) => projectTypeId === null || projectTypeId === type.id,
    );
    return {
      ...type,
      projectFields: own.filter(({ recordType }) => recordType === 'PROJECT'),
      deliverableFields: own.filter(({ recordType }) => recordType === 'DELIVERABLE'),
    };
  });
}

export const listTaskStagesInput = inputObject('ListTaskStages', 'Whose statuses to list.', {
  projectTypeId: nullable(recordId, 'The project type; left out: the default one.'),
});

/**
 * The statuses of a project type, the default one where none is named, in the order in which deliverables pass them
 * (decisions, "List Project Task Stages").
 * @throws ActionError invalid_input; record_not_found for an unknown project type, since a type without statuses
 * answers an empty list
 */
export async function listTaskStages(
  context: Context,
  input: InputOf<typeof listTaskStagesInput>,
): Promise<TaskStageRecord[]> {
  const { accountId, db, names } = context;
  const { projectTypeId: id } = parseInput(listTaskStagesInput, input);
  await resolveReference(names, 'projectType', {
    id,
    nameField: 'projectTypeName',
    idField: 'projectTypeId',
  });
  return db.taskStage.findMany({
    where: { accountId, projectType: id === null ? { isDefaultProjectType: true } : { id } },
    orderBy: inOrder,
  });
}

/**
 * The type of projects that name none.
 * @throws ActionError conflicting_state where the workspace has none
 */
export async function defaultProjectTypeId({ accountId, db }: Context): Promise<string> {
  const type = await db.projectType.findFirst({
    where: { accountId, isDefaultProjectType: true },
    select: { id: true },
  });
  if (type) return type.id;
  throw new ActionError('conflicting_state', 'The workspace has no default project type.');
}
