import type { DeliverableRecord } from '../domain/deliverables/index.ts';
import { approveDeliverable, approveDeliverableInput } from '../domain/deliverables/index.ts';
import { clientReference, projectReference } from './references.ts';
import { writeRoute } from './route.ts';
import {
  computed,
  dateTime,
  described,
  flag,
  integer,
  listOf,
  nullableDate,
  nullableDateTime,
  nullableText,
  text,
  wire,
} from './wire.ts';

const deliverableWire = wire<DeliverableRecord>()(
  'ProjectDeliverableMini',
  'A piece of a project that is delivered, and perhaps approved by the client.',
  {
    id: described(text, 'Id of the deliverable.'),
    clientId: described(text, 'The client.'),
    client: described(clientReference, 'The client’s name.'),
    projectId: described(text, 'The project it belongs to.'),
    project: described(projectReference, 'The project’s name.'),
    projectTypeId: computed(
      described(text, 'The project’s type, which says the statuses it can have.'),
      ({ project }) => project.projectTypeId,
    ),
    name: described(text, 'Name, unique in the project.'),
    statusId: described(text, 'Its status, one of the project type’s `statusList`.'),
    status: described(text, 'Label of the status.'),
    priority: described(integer, 'Its priority, 0 unless set.'),
    description: described(nullableText, 'What is delivered.'),
    assignedToList: described(listOf(integer), 'Numbers of the users who work on it.'),
    approvalRequired: described(flag, 'Whether the client has to approve it.'),
    invoiceId: described(nullableText, 'The invoice that charged it.'),
    ticketId: described(nullableText, 'The support ticket it came from.'),
    startDate: described(nullableDate, 'First day of work on it.'),
    dueDate: described(nullableDate, 'Day by which it is to be delivered.'),
    created: computed(described(dateTime, 'When it was made.'), ({ createdAt }) => createdAt),
    completed: computed(
      described(nullableDateTime, 'When it reached a complete status; null while it has not.'),
      ({ completedAt }) => completedAt,
    ),
  },
);

export const deliverableRoutes = [
  writeRoute({
    answersStored: true,
    path: 'deliverable/approve',
    operationId: 'approveDeliverable',
    tag: 'Deliverables',
    summary: 'Approve a deliverable',
    description:
      'Sets the status labelled `Complete` of the project’s type (where there is none, the first that means complete). `clientName`, `projectName` and `deliverableName` say which deliverable; an id does in the place of a name and of those above it. One that is complete already is answered unchanged.',
    input: approveDeliverableInput,
    output: deliverableWire,
    errors: ['name_not_found', 'record_not_found', 'conflicting_state'],
    example: {
      input: {
        clientName: 'Lovelace Analytics',
        projectName: 'Website relaunch',
        deliverableName: 'Wireframes',
      },
      output: {
        id: 'dlv_0199d2f0a1c27b1e9f4b6c1de0a35f40',
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
      },
    },
    handle: approveDeliverable,
  }),
];
