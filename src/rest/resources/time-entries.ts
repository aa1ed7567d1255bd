import { createTimeEntry } from '../../domain/time-entries/create.ts';
import type { TimeEntryRecord } from '../../domain/time-entries/fields.ts';
import { createTimeEntryInput } from '../../domain/time-entries/fields.ts';
import { secondsWorkedSql, userFullNameSql } from '../../domain/time-entries/time-entry-columns.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
import {
  bool,
  computedProperty,
  dateTime,
  defineSerializer,
  externalIdColumns,
  integer,
  nullableDecimal,
  nullableText,
  nullWithoutArea,
  text,
  withDescription,
} from '../core/serializer.ts';

const timeEntrySerializer = defineSerializer<TimeEntryRecord>()(
  'TimerEvent',
  'A time entry.',
  {
    id: withDescription(text, 'Id of the time entry.'),
    accountId: withDescription(integer, 'The workspace.'),
    clientId: withDescription(nullableText, 'The client.'),
    clientName: computedProperty(
      withDescription(nullableText, 'Name of the client.'),
      'client.name',
    ),
    projectId: withDescription(nullableText, 'The project.'),
    projectName: computedProperty(
      withDescription(nullableText, 'Name of the project.'),
      'project.name',
    ),
    deliverableId: withDescription(nullableText, 'The deliverable.'),
    deliverableName: computedProperty(
      withDescription(nullableText, 'Name of the deliverable.'),
      'deliverable.name',
    ),
    timerStart: dateTime,
    timerEnd: withDescription(dateTime, 'End.'),
    duration: computedProperty(withDescription(integer, 'Duration in seconds.'), secondsWorkedSql),
    billable: bool,
    hourlyAmount: nullableDecimal,
    notes: nullableText,
    userId: integer,
    userFullName: nullWithoutArea(
      'people',
      computedProperty(
        withDescription(nullableText, 'First and last name of the user, if known.'),
        userFullNameSql,
      ),
    ),
    invoiceId: nullableText,
    ...externalIdColumns,
  },
  'TimeEntry',
);

const answer = recordResponse('TimeEntry', timeEntrySerializer);

const example = {
  id: 'tim_0199d2f0a1c27b1e9f4b6c1de0a35f50',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  clientName: 'Lovelace Analytics',
  projectId: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
  projectName: 'Website relaunch',
  deliverableId: 'dlv_0199d2f0a1c27b1e9f4b6c1de0a35f40',
  deliverableName: 'Wireframes',
  timerStart: '2026-03-02T09:00:00.000Z',
  timerEnd: '2026-03-02T10:30:00.000Z',
  duration: 5400,
  billable: true,
  notes: 'First draft of the shop.',
  userId: 1,
  userFullName: 'Charles Babbage',
  invoiceId: null,
};

export const timeEntryRoutes = [
  defineWriteRoute({
    path: 'timeWorked/create',
    creates: 'TimeEntry',
    operationId: 'createTimeEntry',
    tag: 'Time',
    summary: 'Log time',
    description:
      'Creates a time entry. `timerStart` and `timerEnd` are required. A `projectName` without a client finds the project if only one active client has one by that name, otherwise it is a 400 that lists the clients. A `deliverableName` needs a project. An id instead of a name implies the records above it. Without `userEmail`, the time belongs to the workspace’s owner; an inactive user is a 409. `createClient`, `createProject` and `createDeliverable` create missing records, all in one transaction, and only once under concurrent requests. An archived client or deliverable accepts no new time: its name is a 404 that says so, with `createClient` a 409, and so is its id or that of its project or deliverable. Without the flag, an unknown name is a 404 and nothing is created. A flag without its name has no effect.',
    input: createTimeEntryInput,
    output: answer,
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
      output: example,
    },
    handle: createTimeEntry,
  }),
  defineSearchRoute({
    path: 'timeWorked/search',
    operationId: 'searchTimeEntries',
    tag: 'Time',
    summary: 'Search time worked',
    description:
      'Time entries in the order of creation. `query` is the exact name of a client or project. `from` and `to` are days of the start. At most 1,000; the `Link` header of the response contains the next page.',
    model: 'TimeEntry',
    record: timeEntrySerializer,
    errors: [],
    example: { input: { query: 'Website relaunch', from: '2026-03-01' }, output: [example] },
  }),
];
