import type { TimeEntryRecord } from '../../domain/time-entries/fields.ts';
import { secondsWorkedSql, userFullNameSql } from '../../domain/time-entries/time-entry-columns.ts';
import { timeEntryOperations } from '../../operations/time-entries.ts';
import { defineSearchRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
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

const response = recordResponse('TimeEntry', timeEntrySerializer);

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
  ...defineOperationRoutes(timeEntryOperations, {
    tag: 'Time',
    records: { TimeEntry: { response, example } },
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
