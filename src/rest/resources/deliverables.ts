import { searchInput } from '../../domain/clients/search.ts';
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
import { deliverableOperations } from '../../operations/deliverables.ts';
import type { FieldNames } from '../core/field-names.ts';
import { toRestInputSchema } from '../core/field-names.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import {
  clientReferenceSerializer,
  projectReferenceSerializer,
} from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
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
import { defineWriteRoute } from '../core/write-routes.ts';
import { toDoItemExample, toDoItemSerializer } from './to-do-items.ts';

const taskSerializer = defineSerializer<ToDoItem>()('Task', 'A to-do item of a task.', {
  id: withDescription(text, 'Id of the to-do item.'),
  description: computedProperty(withDescription(text, 'Title of the item.'), 'item'),
  complete: withDescription(bool, 'Whether it is complete.'),
});

const deliverableSerializer = defineSerializer<DeliverableRecord>()(
  'ProjectDeliverableMini',
  'A part of a project that is delivered, and optionally approved by the client.',
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
    projectId: withDescription(text, 'The project.'),
    project: copiedFromArea(
      'projects',
      withDescription(projectReferenceSerializer, 'The project’s name.'),
    ),
    projectTypeId: computedProperty(
      withDescription(text, 'The project type. It defines the possible statuses.'),
      'project.projectTypeId',
    ),
    name: withDescription(text, 'Name, unique in the project.'),
    statusId: withDescription(text, 'Status, one of the project type’s `statusList`.'),
    status: copiedFromArea(
      'settings',
      computedProperty(withDescription(text, 'Label of the status.'), 'status.label'),
    ),
    priority: withDescription(integer, 'Priority, 0 by default.'),
    description: withDescription(nullableText, 'Description.'),
    assignedToList: computedProperty(
      withDescription(listOf(integer), 'Numbers of the assigned users.'),
      assigneesSql,
    ),
    approvalRequired: bool,
    invoiceId: nullableText,
    ticketId: withDescription(nullableText, 'Support ticket.'),
    startDate: nullableDate,
    dueDate: nullableDate,
    created: renamedProperty('createdAt', withDescription(dateTime, 'When it was created.')),
    completed: renamedProperty(
      'completedAt',
      withDescription(nullableDateTime, 'When it reached a complete status. Null if it has not.'),
    ),
    archived: withDescription(bool, 'Whether it is archived.'),
    ...externalIdColumns,
    parentTaskId: computedProperty(
      withDescription(nullableText, 'Always null: deliverables have to-do items and no subtasks.'),
      () => 'NULL::text',
    ),
    isSubTask: computedProperty(withDescription(bool, 'Always false.'), () => 'false'),
    toDos: withDescription(listOf(toDoItemSerializer), 'To-do items.'),
    tasks: computedProperty(
      withDescription(
        listOf(taskSerializer),
        'The to-do items in the format that integrations expect.',
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

/** Integrations call a deliverable a task. */
const createNames: FieldNames = {
  status: 'statusName',
  assignedTo: 'assigneeEmails',
  assignedToList: 'assigneeIds',
  tasks: 'toDoNames',
};
const updateNames: FieldNames = { status: 'statusName', assignedToList: 'assigneeIds' };

const response = recordResponse('Deliverable', deliverableSerializer);

const createTaskRoute = defineWriteRoute({
  path: 'tasks/create',
  creates: 'Deliverable',
  operationId: 'createTask',
  tag: 'Deliverables',
  summary: 'Create a task',
  description:
    'Creates a task, which is a deliverable of a project: `tasks/create` and `deliverables/create` are the same operation. `name` and the project are required. A `projectName` without a client finds the project if only one active client has one by that name, otherwise it is a 400 that lists the clients. `projectId` implies the client. `status` is the label of a status of the project type, ignoring case; if it is unknown or omitted, the first status is used. `assignedTo` are e-mail addresses of users. `tasks` are titles of to-do items, which become its `toDos`. In `customValues`, an unknown name creates a custom field. A name that already exists in the project, archived tasks included, is a 409.',
  names: createNames,
  input: toRestInputSchema(createDeliverableInput, createNames),
  output: response,
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
});

export const deliverableRoutes = [
  ...defineOperationRoutes(deliverableOperations, {
    tag: 'Deliverables',
    records: { Deliverable: { response, example: approved } },
  }),
  createTaskRoute,
  {
    ...createTaskRoute,
    path: 'deliverables/create',
    operationId: 'createDeliverable',
    summary: 'Create a deliverable',
  },
  definePatchRoute({
    path: 'tasks/update',
    record: 'Task',
    tag: 'Deliverables',
    names: updateNames,
    input: toRestInputSchema(updateDeliverableInput, updateNames),
    output: response,
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
      'Tasks by project, in the project’s order, optionally filtered by project, client or status. Archived tasks are omitted; `archived=true` lists only those. An unknown id returns `[]`.',
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
      'Active tasks whose name or description contains `query`, ignoring case. Omitted or empty: all. With `id`, only that task, even if it is archived; an unknown id returns `[]`.',
    input: searchInput,
    model: 'Deliverable',
    record: deliverableSerializer,
    errors: [],
    example: { input: { query: 'wire' }, output: [task] },
    handle: (_context, input) => searchDeliverables(input),
  }),
];
