import type { TimeEntryRecord } from '../domain/time-entries/index.ts';
import { createTimeEntry, createTimeEntryInput } from '../domain/time-entries/index.ts';
import { writeRoute } from './route.ts';
import { dateTime, described, integer, nullableText, text, wire } from './wire.ts';

const timeEntryWire = wire<TimeEntryRecord>()('TimerEvent', 'A stretch of time that was worked.', {
  id: described(text, 'Id of the time entry.'),
  accountId: described(integer, 'The workspace.'),
  clientId: described(nullableText, 'The client it was worked for.'),
  projectId: described(nullableText, 'The project.'),
  deliverableName: described(nullableText, 'Name of the deliverable.'),
  timerStart: described(dateTime, 'When the work began.'),
  timerEnd: described(dateTime, 'When it ended.'),
  notes: described(nullableText, 'What was done.'),
  userId: described(integer, 'Number of the user who worked.'),
  invoiceId: described(nullableText, 'The invoice that charged it.'),
});

export const timeEntryRoutes = [
  writeRoute({
    path: 'timeWorked/create',
    operationId: 'createTimeEntry',
    tag: 'Time',
    summary: 'Log time',
    description:
      'Logs time that was worked: `timerStart` and `timerEnd` are required. A `projectName` needs a client, a `deliverableName` a project; an id in the place of a name says what stands above it. Without `userEmail` the time is the workspace owner’s; an inactive user takes none (409). `createClient`, `createProject` and `createDeliverable` make the record that is named if there is none: everything in one transaction, and once, however many callers do it at the same time. Without the flag, a name that matches nothing is a 404 and nothing is made; a flag without its name is a 400.',
    input: createTimeEntryInput,
    output: timeEntryWire,
    errors: ['name_not_found', 'record_not_found', 'conflicting_state'],
    example: {
      input: {
        timerStart: '2026-03-02T09:00:00Z',
        timerEnd: '2026-03-02T10:30:00Z',
        clientName: 'Lovelace Analytics',
        projectName: 'Website relaunch',
        deliverableName: 'Wireframes',
        notes: 'First draft of the shop.',
        createDeliverable: true,
      },
      output: {
        id: 'tim_0199d2f0a1c27b1e9f4b6c1de0a35f50',
        accountId: 1,
        clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
        projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
        deliverableName: 'Wireframes',
        timerStart: '2026-03-02T09:00:00.000Z',
        timerEnd: '2026-03-02T10:30:00.000Z',
        notes: 'First draft of the shop.',
        userId: 1,
        invoiceId: null,
      },
    },
    handle: createTimeEntry,
  }),
];
