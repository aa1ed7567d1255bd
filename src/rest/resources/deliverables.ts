import { searchInput } from '../../domain/clients/search.ts';
import { updateDeliverable } from '../../domain/deliverables/update.ts';
import { createDeliverable } from '../../domain/deliverables/create.ts';
import { createDeliverableInput, updateDeliverableInput } from '../../domain/deliverables/fields.ts';
import { approveDeliverable, approveDeliverableInput } from '../../domain/deliverables/index.ts';
import type { DeliverableRecord } from '../../domain/deliverables/deliverable-record.ts';
import { assigneesSql } from '../../domain/deliverables/deliverable-record.ts';
import {
  listDeliverables,
  listDeliverablesInput,
  searchDeliverables,
} from '../../domain/deliverables/search.ts';
import type { ToDoItem } from '../../domain/to-do-items/index.ts';
import type { FieldNames } from '../core/field-names.ts';
import { surfaceInput } from '../core/field-names.ts';
import { listRoute } from '../core/list-routes.ts';
import { recordOf } from '../core/record-responses.ts';
import { clientReference, projectReference } from '../core/record-references.ts';
import { writeRoute } from '../core/route.ts';
import { toDoExample, toDoItemWire } from './to-do-items.ts';
import { patchRoute } from '../core/update-routes.ts';
import {
  computed,
  copiedFrom,
  customValues,
  dateTime,
  described,
  externalIdColumns,
  flag,
  integer,
  listOf,
  nullableDate,
  nullableDateTime,
  nullableText,
  renamed,
  shownOf,
  text,
  wire,
} from '../core/serializer.ts';

const taskWire = wire<ToDoItem>()('Task', 'One thing to do for a task.', {
  id: described(text, 'Id of the to-do item.'),
  description: computed(described(text, 'What is to be done.'), 'item'),
  complete: described(flag, 'Whether it is done.'),
});

const deliverableWire = wire<DeliverableRecord>()(
  'ProjectDeliverableMini',
  'A piece of a project that is delivered, and perhaps approved by the client.',
  {
    id: described(text, 'Id of the deliverable.'),
    accountId: described(integer, 'The workspace.'),
    clientId: computed(described(text, 'The client.'), 'project.clientId'),
    client: shownOf(
      'clients',
      computed(described(clientReference, 'The client’s name.'), 'project.client'),
    ),
    projectId: described(text, 'The project it belongs to.'),
    project: copiedFrom('projects', described(projectReference, 'The project’s name.')),
    projectTypeId: computed(
      described(text, 'The project’s type, which says the statuses it can have.'),
      'project.projectTypeId',
    ),
    name: described(text, 'Name, unique in the project.'),
    statusId: described(text, 'Its status, one of the project type’s `statusList`.'),
    status: copiedFrom(
      'settings',
      computed(described(text, 'Label of the status.'), 'status.label'),
    ),
    priority: described(integer, 'Its priority, 0 unless set.'),
    description: described(nullableText, 'What is delivered.'),
    assignedToList: computed(
      described(listOf(integer), 'Numbers of the users who work on it.'),
      assigneesSql,
    ),
    approvalRequired: described(flag, 'Whether the client has to approve it.'),
    invoiceId: nullableText,
    ticketId: described(nullableText, 'The support ticket it came from.'),
    startDate: nullableDate,
    dueDate: nullableDate,
    created: renamed('createdAt', described(dateTime, 'When it was made.')),
    completed: renamed(
      'completedAt',
      described(nullableDateTime, 'When it reached a complete status; null while it has not.'),
    ),
    archived: described(flag, 'Whether it is archived.'),
    ...externalIdColumns,
    parentTaskId: computed(
      described(nullableText, 'Always null: deliverables have to-do items, no tasks below them.'),
      () => 'NULL::text',
    ),
    isSubTask: computed(described(flag, 'Always false, likewise.'), () => 'false'),
    toDos: described(listOf(toDoItemWire), 'What is to be done for it.'),
    tasks: computed(
      described(listOf(taskWire), 'The to-do items once more, as integrations read them.'),
      'toDos',
    ),
    customValues,
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
  toDos: [{ ...toDoExample, item: 'Draw the shop' }],
  tasks: [{ id: toDoExample.id, description: 'Draw the shop', complete: false }],
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

const answer = recordOf('Deliverable', deliverableWire);

export const deliverableRoutes = [
  writeRoute({
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
  writeRoute({
    path: 'tasks/create',
    operationId: 'createTask',
    tag: 'Deliverables',
    summary: 'Create a task',
    description:
      'Makes a task, which is a deliverable of a project: `name` and the project are required. A `projectName` without a client is the project of that name where only one client that is not archived has one, and otherwise a 400 that names the clients; `projectId` says the client as well. `status` is the label of one of the statuses of the project’s type, ignoring case; an unknown one, like none, is the first. `assignedTo` are e-mail addresses of users, `tasks` names of what is to be done, which become its `toDos`. In `customValues` a name without a definition defines a new custom field. A name that the project has already, archived tasks included, is a 409.',
    names: createNames,
    input: surfaceInput(createDeliverableInput, createNames),
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
  patchRoute({
    path: 'tasks/update',
    record: 'Task',
    tag: 'Deliverables',
    names: updateNames,
    input: surfaceInput(updateDeliverableInput, updateNames),
    output: answer,
    errors: ['name_not_found', 'name_taken', 'conflicting_state'],
    example: { input: { id: task.id, dueDate: null }, output: { ...task, dueDate: null } },
    handle: updateDeliverable,
  }),
  listRoute({
    path: 'tasks/list',
    operationId: 'listTasks',
    tag: 'Deliverables',
    summary: 'List tasks',
    description:
      'Tasks by project and in the project’s order: those of a project, a client or a status where it is said. The archived ones are left out; `archived=true` lists them alone. An unknown id answers `[]`.',
    input: listDeliverablesInput,
    model: 'Deliverable',
    record: deliverableWire,
    errors: [],
    example: { input: { projectId: task.projectId }, output: [task] },
    handle: (_context, input) => listDeliverables(input),
  }),
  listRoute({
    path: 'tasks/search',
    operationId: 'searchTasks',
    tag: 'Deliverables',
    summary: 'Search tasks',
    description:
      'Tasks that are not archived and whose name or description contains `query`, ignoring case; left out or empty, all of them. With `id`, just that task, archived or not; an unknown id answers `[]`.',
    input: searchInput,
    model: 'Deliverable',
    record: deliverableWire,
    errors: [],
    example: { input: { query: 'wire' }, output: [task] },
    handle: (_context, input) => searchDeliverables(input),
  }),
];
