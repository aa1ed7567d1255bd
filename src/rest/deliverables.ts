import type { DeliverableRecord } from '../domain/deliverables/index.ts';
import { approveDeliverable, approveDeliverableInput } from '../domain/deliverables/index.ts';
import { writeRoute } from './route.ts';
import { described, flag, integer, listOf, nullableText, text, wire } from './wire.ts';

const deliverableWire = wire<DeliverableRecord>()(
  'ProjectDeliverableMini',
  'A piece of a project that is delivered, and perhaps approved by the client.',
  {
    id: described(text, 'Id of the deliverable.'),
    clientId: described(text, 'The client.'),
    projectId: described(text, 'The project it belongs to.'),
    name: described(text, 'Name, unique in the project.'),
    statusId: described(text, 'Its status, one of the project type’s `statusList`.'),
    status: described(text, 'Label of the status.'),
    priority: described(integer, 'Its priority, 0 unless set.'),
    description: described(nullableText, 'What is delivered.'),
    assignedToList: described(listOf(integer), 'Numbers of the users who work on it.'),
    approvalRequired: described(flag, 'Whether the client has to approve it.'),
    invoiceId: described(nullableText, 'The invoice that charged it.'),
    ticketId: described(nullableText, 'The support ticket it came from.'),
  },
);

export const deliverableRoutes = [
  writeRoute({
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
        projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
        name: 'Wireframes',
        statusId: 'sta_0199d2f0a1c27b1e9f4b6c1de0a35f32',
        status: 'Complete',
        priority: 0,
        description: null,
        assignedToList: [1],
        approvalRequired: true,
        invoiceId: null,
        ticketId: null,
      },
    },
    handle: approveDeliverable,
  }),
];
