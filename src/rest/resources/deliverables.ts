import { searchInput } from '../../domain/clients/search.ts';
import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/approve.ts';
import { createDeliverable } from '../../domain/deliverables/create.ts';
import type { DeliverableRecord } from '../../domain/deliverables/deliverable-record.ts';
import { assigneesSql } from '../../domain/deliverables/deliverable-record.ts';
import {
  createDeliverableInput,
  updateDeliverableInput,
} from '../../domain/deliverables/fields.ts';
import {
  listDeliverables,
  listDeliverablesInput,
  searchDeliverables,
} from '../../domain/deliverables/search.ts';
import { updateDeliverable } from '../../domain/deliverables/update.ts';
import type { ToDoItem } from '../../domain/to-do-items/fields.ts';
import type { FieldNames } from '../core/field-names.ts';
import { toRestInputSchema } from '../core/field-names.ts';
import { defineListRoute } from '../core/list-routes.ts';
import {
  clientReferenceSerializer,
  projectReferenceSerializer,
} from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
import {
  bool,
  computedProperty,
  copiedFromArea,
  customValuesSerializer,
  dateTime,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  nullableDate,
  nullableDateTime,
  nullableText,
  nullWithoutArea,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { definePatchRoute } from '../core/update-routes.ts';
import { toDoItemExample, toDoItemSerializer } from './to-do-items.ts';

const taskSerializer = defineSerializer<ToDoItem>()('Task', 'One thing to do for a task.', {
  id: withDescription(text, 'Id of the to-do item.'),
  description: computedProperty(withDescription(text, 'What is to be done.'), 'item'),
  complete: withDescription(bool, 'Whether it is done.'),
});

const deliverableSerializer = defineSerializer<DeliverableRecord>()(
  'ProjectDeliverableMini',
  'A piece of a project that is delivered, and perhaps approved by the client.',
  {
    id: withDescription(text, 'Id of the deliverable.'),
    accountId: withDescription(integer, 'The workspace.'),
    clientId: computedProperty(withDescription(text, 'The client.'), 'project.clientId'),
    client: nullWithoutArea(
      'clients',
      computedProperty(
        withDescription(clientReferenceSerializer, 'The client’s name.'),
        'project.client',
      ),
    ),
    projectId: withDescription(text, 'The project it belongs to.'),
    project: copiedFromArea(
      'projects',
      withDescription(projectReferenceSerializer, 'The project’s name.'),
    ),
    projectTypeId: computedProperty(
      withDescription(text, 'The project’s type, which says the statuses it can have.'),
      'project.projectTypeId',
    ),
    name: withDescription(text, 'Name, unique in the project.'),
    statusId: withDescription(text, 'Its status, one of the project type’s `statusList`.'),
    status: copiedFromArea(
      'settings',
      computedProperty(withDescription(text, 'Label of the status.'), 'status.label'),
    ),
    priority: withDescription(integer, 'Its priority, 0 unless set.'),
    description: withDescription(nullableText, 'What is delivered.'),
    assignedToList: computedProperty(
      withDescription(listOf(integer), 'Numbers of the users who work on it.'),
      assigneesSql,
    ),
    approvalRequired: withDescription(bool, 'Whether the client has to approve it.'),
    invoiceId: nullableText,
    ticketId: withDescription(nullableText, 'The support ticket it came from.'),
    startDate: nullableDate,
    dueDate: nullableDate,
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was made.')),
    completed: renamedProperty(
      'completedAt',
      withDescription(
        nullableDateTime,
        'When it reached a complete status; null while it has not.',
      ),
    ),
    archived: withDescription(bool, 'Whether it is archived.'),
    ...externalIdColumns,
    parentTaskId: computedProperty(
      withDescription(
        nullableText,
        'Always null: deliverables have to-do items, no tasks below them.',
      ),
      () => 'NULL::text',
    ),
    isSubTask: computedProperty(withDescription(bool, 'Always false, likewise.'), () => 'false'),
    toDos: withDescription(listOf(toDoItemSerializer), 'What is to be done for it.'),
    tasks: computedProperty(
      withDescription(
        listOf(taskSerializer),
        'The to-do items once more, as integrations read them.',
      ),
      'toDos',
    ),
    customValues: customValuesSerializer,
  },
  'Deliverable',
);

const approved = {
  id: 'dlv_0199d2f0a1c27b1e9f4b6c1de0a35f40',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  client: { id: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10', name: 'Lovelace Analytics' },
  projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
  project: { id: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20', name: 'Website relaunch' },
  projectTypeId: 'typ_0199d2f0a1c27b1e9f4b6c1de0a35f30',
  name: 'Wireframes',
  statusId: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f32',
  status: 'Complete',
  priority: 0,
  description: null,
  assignedToList: [1],
  approvalRequired: true,
  invoiceId: null,
  ticketId: null,
  startDate: '2026-03-02',
  dueDate: '2026-03-31',
  created: '2026-02-20T09:15:00.000Z',
  completed: '2026-03-30T16:45:00.000Z',
  archived: false,
  parentTaskId: null,
  isSubTask: false,
  toDos: [{ ...toDoItemExample, item: 'Draw the shop' }],
  tasks: [{ id: toDoItemExample.id, description: 'Draw the shop', complete: false }],
  customValues: [],
};

const task = {
  ...approved,
  statusId: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f30',
  status: 'To do',
  completed: null,
};

/** What integrations call the fields of a deliverable, which is a task to them. */
const createNames: FieldNames = {
  status: 'statusName',
  assignedTo: 'assigneeEmails',
  assignedToList: 'assigneeIds',
  tasks: 'toDoNames',
};
const updateNames: FieldNames = { status: 'statusName', assignedToList: 'assigneeIds' };

const answer = recordResponse('Deliverable', deliverableSerializer);

export const deliverableRoutes = [
  defineWriteRoute({
    answersStored: true,
    changes: () => undefined,
    path: 'deliverable/approve',
    operationId: 'approveDeliverable',
    tag: 'Deliverables',
    summary: 'Approve a deliverable',
    description:
      'Sets the status labelled `Complete` of the project’s type (where there is none, the first that means complete). `clientName`, `projectName` and `deliverableName` say which deliverable; an id does in the place of a name and of those above it. One that is complete already is answered unchanged.',
    input: approveDeliverableInput,
    output: answer,
    errors: ['name_not_found', 'record_not_found', 'conflicting_state'],
    example: {
      input: {
        clientName: 'Lovelace Analytics',
        projectName: 'Website relaunch',
        deliverableName: 'Wireframes',
      },
      output: approved,
    },
    handle: approveDeliverable,
  }),
  defineWriteRoute({
    path: 'tasks/create',
    operationId: 'createTask',
    tag: 'Deliverables',
    summary: 'Create a task',
    description:
      'Makes a task, which is a deliverable of a project: `name` and the project are required. A `projectName` without a client is the project of that name where only one client that is not archived has one, and otherwise a 400 that names the clients; `projectId` says the client as well. `status` is the label of one of the statuses of the project’s type, ignoring case; an unknown one, like none, is the first. `assignedTo` are e-mail addresses of users, `tasks` names of what is to be done, which become its `toDos`. In `customValues` a name without a definition defines a new custom field. A name that the project has already, archived tasks included, is a 409.',
    names: createNames,
    input: toRestInputSchema(createDeliverableInput, createNames),
    output: answer,
    errors: ['name_not_found', 'record_not_found', 'name_taken', 'conflicting_state'],
    example: {
      input: {
        name: 'Wireframes',
        clientName: 'Lovelace Analytics',
        projectName: 'Website relaunch',
        status: 'To do',
        dueDate: '2026-03-31',
        assignedTo: ['ada@lovelace.example'],
        tasks: ['Draw the shop'],
      },
      output: task,
    },
    handle: (context, body) => createDeliverable(context, body, 'first'),
  }),
  definePatchRoute({
    path: 'tasks/update',
    record: 'Task',
    tag: 'Deliverables',
    names: updateNames,
    input: toRestInputSchema(updateDeliverableInput, updateNames),
    output: answer,
    errors: ['name_not_found', 'name_taken', 'conflicting_state'],
    example: { input: { id: task.id, dueDate: null }, output: { ...task, dueDate: null } },
    handle: updateDeliverable,
  }),
  defineListRoute({
    path: 'tasks/list',
    operationId: 'listTasks',
    tag: 'Deliverables',
    summary: 'List tasks',
    description:
      'Tasks by project and in the project’s order: those of a project, a client or a status where it is said. The archived ones are left out; `archived=true` lists them alone. An unknown id answers `[]`.',
    input: listDeliverablesInput,
    model: 'Deliverable',
    record: deliverableSerializer,
    errors: [],
    example: { input: { projectId: task.projectId }, output: [task] },
    handle: (_context, input) => listDeliverables(input),
  }),
  defineListRoute({
    path: 'tasks/search',
    operationId: 'searchTasks',
    tag: 'Deliverables',
    summary: 'Search tasks',
    description:
      'Tasks that are not archived and whose name or description contains `query`, ignoring case; left out or empty, all of them. With `id`, just that task, archived or not; an unknown id answers `[]`.',
    input: searchInput,
    model: 'Deliverable',
    record: deliverableSerializer,
    errors: [],
    example: { input: { query: 'wire' }, output: [task] },
    handle: (_context, input) => searchDeliverables(input),
  }),
];
