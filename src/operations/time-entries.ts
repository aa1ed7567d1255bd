import { createTimeEntries, createTimeEntriesInput } from '../domain/time-entries/bulk.ts';
import { createTimeEntry } from '../domain/time-entries/create.ts';
import { createTimeEntryInput } from '../domain/time-entries/fields.ts';
import {
  deleteTimeEntry,
  deleteTimeEntryInput,
  updateTimeEntry,
  updateTimeEntryInput,
} from '../domain/time-entries/update.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const timeEntryOperations = defineOperations('TimeEntry', {
  createTimeEntry: {
    kind: 'create',
    description:
      'Creates a time entry. The create flags create a missing client, project or deliverable.',
    input: createTimeEntryInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: createTimeEntry,
    rest: {
      path: 'timeWorked/create',
      summary: 'Log time',
      details:
        '`timerStart` and `timerEnd` are required. A `projectName` without a client finds the project if only one active client has one by that name, otherwise it is a 400 that lists the clients. A `deliverableName` needs a project. An id instead of a name implies the records above it. Without `userEmail`, the time belongs to the workspace’s owner; an inactive user is a 409. `createClient`, `createProject` and `createDeliverable` create missing records, all in one transaction, and only once under concurrent requests. An archived client or deliverable accepts no new time: its name is a 404 that says so, with `createClient` a 409, and so is its id or that of its project or deliverable. Without the flag, an unknown name is a 404 and nothing is created. A flag without its name has no effect.',
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
      },
    },
  },
  updateTimeEntry: {
    kind: 'update',
    input: updateTimeEntryInput,
    errors: ['name_not_found', 'conflicting_state'],
    run: updateTimeEntry,
  },
  deleteTimeEntry: {
    kind: 'delete',
    description: 'Deletes a time entry. A billed entry requires `evenIfBilled`.',
    input: deleteTimeEntryInput,
    errors: ['conflicting_state'],
    run: deleteTimeEntry,
  },
  createTimeEntries: {
    kind: 'bulk',
    description: 'Creates up to 1,000 time entries: all or none, or with `partial` the valid ones.',
    input: createTimeEntriesInput,
    itemOperation: 'createTimeEntry',
    run: createTimeEntries,
  },
});
