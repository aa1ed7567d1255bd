import type { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { awaitLookups } from '../../platform/errors/collect-lookup-errors.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import { booleanType, recordIdType, text } from '../../platform/input/field-types.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { inputObject, nullable, parseInput } from '../../platform/input/fields.ts';
import { parseOrCollectErrors } from '../../platform/input/input-errors.ts';
import { toJsonColumn } from '../../platform/input/json-storage.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { InsertedRow } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { customValueMap, resolveCustomValueMap } from '../custom-fields/values.ts';
import { defaultProjectTypeId } from '../project-types/rules.ts';
import { feeScheduleFromJson } from '../projects/fee-schedule.ts';
import { portalAccessField, projectFields } from '../projects/fields.ts';
import { projectConstraints } from '../projects/rules.ts';
import { insertDeliverables } from './insert-deliverables.ts';

export const createProjectInput = inputObject(
  'CreateProject',
  'A new project of the client in clientName or clientId.',
  {
    ...projectFields,
    clientName: nullable(text(), 'Name of the client.'),
    clientId: nullable(recordIdType, 'Id of the client, instead of or in addition to its name.'),
    templateName: nullable(text(), 'Name of the project template to apply.'),
    templateId: nullable(
      recordIdType,
      'Id of the template, instead of or in addition to its name.',
    ),
    projectTypeName: nullable(
      text(),
      'Name of the project type. Default: the type of the template, otherwise the default type.',
    ),
    projectTypeId: nullable(
      recordIdType,
      'Id of the project type, instead of or in addition to its name.',
    ),
    portalAccess: nullable(
      portalAccessField,
      'What the client sees in the portal. Default: the template’s value, otherwise READ_ONLY.',
    ),
    showTimeWorkedInPortal: nullable(
      booleanType,
      'Whether the client sees the tracked time. Default: the template’s value, otherwise false.',
    ),
    ...externalIdFields,
    customValues: nullable(customValueMap, 'Values of custom fields, keyed by field name.'),
  },
);

type NewProject = z.output<typeof createProjectInput>;

/**
 * A template supplies omitted fields and deliverables (spec part 4, "projects/create").
 * @throws ActionError invalid_input, name_not_found, record_not_found, name_taken; conflicting_state if a template has
 * deliverables and the project type no status
 */
export function createProject(
  context: Context,
  input: InputOf<typeof createProjectInput>,
): Promise<InsertedRow<'Project'>> {
  return write(context, async (tx) => {
    const read = () =>
      parseInput(createProjectInput, input, ({ clientName, clientId }) =>
        clientName || clientId
          ? []
          : [{ path: 'clientName', code: 'required', message: 'is required' }],
      );
    const fields = await parseOrCollectErrors(read, (rest) => [findReferences(tx, rest)]);
    const { clientId, projectTypeId, template } = await findReferences(tx, fields);
    const row = {
      id: newRecordId(tx, 'Project'),
      clientId,
      projectTypeId: projectTypeId ?? template?.projectTypeId ?? (await defaultProjectTypeId(tx)),
      name: fields.name,
      description: fields.description,
      startDate: fields.startDate,
      dueDate: fields.dueDate,
      dateCreated: tx.now,
      active: fields.active,
      portalAccess: fields.portalAccess ?? template?.portalAccess ?? 'READ_ONLY',
      showTimeWorkedInPortal:
        fields.showTimeWorkedInPortal ?? template?.showTimeWorkedInPortal ?? false,
      feeSchedule: toJsonColumn(
        fields.feeSchedule ?? feeScheduleFromJson(template?.feeSchedule ?? null),
      ),
      hexColor: fields.hexColor,
      externalId: fields.externalId,
      source: fields.source,
    };
    const stored = await resolveCustomValueMap(tx, 'PROJECT', fields.customValues);
    const customValues = stored as Prisma.InputJsonObject;
    const project = tx.insert('Project', { ...row, customValues }, projectConstraints);
    const deliverables = template?.deliverables ?? [];
    await insertDeliverables(
      tx,
      deliverables.map((deliverable) => ({ ...deliverable, projectId: project.id })),
    );
    return project;
  });
}

async function findReferences(context: Context, fields: Partial<NewProject>) {
  const [clientId, projectTypeId, template] = await awaitLookups<
    [string | null, string | null, Awaited<ReturnType<typeof findTemplate>>]
  >([
    resolveReference(context.names, 'client', {
      name: fields.clientName ?? null,
      id: fields.clientId ?? null,
      nameField: 'clientName',
      idField: 'clientId',
    }),
    resolveReference(context.names, 'projectType', {
      name: fields.projectTypeName ?? null,
      id: fields.projectTypeId ?? null,
      nameField: 'projectTypeName',
      idField: 'projectTypeId',
    }),
    findTemplate(context, fields),
  ]);
  // `createProject` requires a client.
  return { clientId: clientId as string, projectTypeId, template };
}

async function findTemplate({ accountId, db, names }: Context, fields: Partial<NewProject>) {
  const id = await resolveReference(names, 'projectTemplate', {
    name: fields.templateName ?? null,
    id: fields.templateId ?? null,
    nameField: 'templateName',
    idField: 'templateId',
  });
  if (id === null) return null;
  return db.projectTemplate.findUnique({
    where: { accountId_id: { accountId, id } },
    include: {
      deliverables: {
        select: {
          name: true,
          description: true,
          priority: true,
          approvalRequired: true,
          position: true,
        },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
      },
    },
  });
}
