import type { FeeSchedule } from '../../domain/projects/fee-schedule.ts';
import {
  feeTypes,
  retainerSchedules,
  retainerTimings,
} from '../../domain/projects/fee-schedule.ts';
import type { ProjectRecord } from '../../domain/projects/fields.ts';
import { portalAccessLevels } from '../../domain/projects/fields.ts';
import { searchProjects, searchProjectsInput } from '../../domain/projects/search.ts';
import { projectOperations } from '../../operations/projects.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { clientReferenceSerializer } from '../core/record-references.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  choice,
  copiedFromArea,
  customValuesSerializer,
  dateTime,
  defineSerializer,
  externalIdColumns,
  integer,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  nullWithoutArea,
  text,
  withDescription,
} from '../core/serializer.ts';

const feeScheduleSerializer = defineSerializer<FeeSchedule>()('FeeSchedule', 'A fee schedule.', {
  feeType: withDescription(makeNullable(choice(feeTypes)), 'Basis of the amount.'),
  amount: withDescription(nullableDecimal, 'Amount per hour, project, period or item.'),
  retainerSchedule: withDescription(
    makeNullable(choice(retainerSchedules)),
    'Billing period of a retainer.',
  ),
  estimateMin: withDescription(nullableDecimal, 'Lower end of the estimate.'),
  estimateMax: withDescription(nullableDecimal, 'Upper end of the estimate.'),
  retainerStart: withDescription(nullableDate, 'First day of the retainer.'),
  retainerTiming: withDescription(
    makeNullable(choice(retainerTimings)),
    'Whether a period is billed in advance or in arrears.',
  ),
  retainerPeriods: withDescription(makeNullable(integer), 'Number of periods; -1 for open-ended.'),
  retainerOverageRate: withDescription(nullableDecimal, 'Hourly rate beyond the retainer.'),
  taxable: withDescription(makeNullable(bool), 'Whether the amount is taxable.'),
});

const projectFields = {
  id: withDescription(text, 'Id of the project.'),
  accountId: withDescription(integer, 'The workspace.'),
  clientId: withDescription(text, 'The client.'),
  projectTypeId: withDescription(
    text,
    'The project type, which defines the statuses of its deliverables.',
  ),
  name: withDescription(text, 'Name of the project, unique among its client’s.'),
  description: nullableText,
  startDate: nullableDate,
  dueDate: nullableDate,
  dateCreated: withDescription(dateTime, 'When it was created.'),
  active: withDescription(bool, 'Whether it is active.'),
  portalAccess: copiedFromArea('settings', choice(portalAccessLevels)),
  showTimeWorkedInPortal: copiedFromArea(
    'settings',
    withDescription(bool, 'Whether the client sees the tracked time.'),
  ),
  feeSchedule: copiedFromArea(
    'settings',
    withDescription(makeNullable(feeScheduleSerializer), 'Its fee schedule.'),
  ),
  hexColor: nullableText,
  ...externalIdColumns,
  customValues: customValuesSerializer,
};

const projectSerializer = defineSerializer<ProjectRecord>()(
  'Project',
  'A project for a client.',
  projectFields,
);

/** Spec part 2, "ProjectMini". */
type ProjectMiniRecord = ProjectRecord & { client: { id: string; name: string } };

const projectMiniSerializer = defineSerializer<ProjectMiniRecord>()(
  'ProjectMini',
  'A project in search results. You can send it to an update unchanged.',
  {
    ...projectFields,
    client: nullWithoutArea('clients', clientReferenceSerializer),
  },
  'Project',
);

const example = {
  id: 'prj_0199d2f0a1c27b1e9f4b6c1de0a35f20',
  accountId: 1,
  clientId: 'cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
  projectTypeId: 'typ_0199d2f0a1c27b1e9f4b6c1de0a35f30',
  name: 'Website relaunch',
  description: 'New site with a shop.',
  startDate: '2026-03-02',
  dueDate: '2026-06-30',
  dateCreated: '2026-02-20T09:15:00.000Z',
  active: true,
  portalAccess: 'READ_ONLY',
  showTimeWorkedInPortal: false,
  feeSchedule: {
    feeType: 'FIXED_PRICE',
    amount: 12500,
    retainerSchedule: null,
    estimateMin: null,
    estimateMax: null,
    retainerStart: null,
    retainerTiming: null,
    retainerPeriods: null,
    retainerOverageRate: null,
    taxable: true,
  },
  hexColor: '#1f6feb',
  customValues: [],
};

const response = recordResponse('Project', projectSerializer);

const exampleWithClient = {
  ...example,
  client: { id: example.clientId, name: 'Lovelace Analytics' },
};

export const projectWithClient = {
  response: recordResponse('Project', projectMiniSerializer),
  example: exampleWithClient,
};

export const projectRoutes = [
  ...defineOperationRoutes(projectOperations, {
    tag: 'Projects',
    records: { Project: { response, example } },
  }),
  defineListRoute({
    path: 'projects/search',
    operationId: 'searchProjects',
    tag: 'Projects',
    summary: 'Search projects',
    description:
      'Active projects by name. `query` is the exact name of a client and returns that client’s projects; an unknown client is a 404. Omitted or empty: projects of every client. With `id`, only that project, active or not; an unknown id returns `[]`.',
    input: searchProjectsInput,
    model: 'Project',
    record: projectMiniSerializer,
    errors: ['name_not_found'],
    example: {
      input: { query: 'Lovelace Analytics' },
      output: [exampleWithClient],
    },
    handle: searchProjects,
  }),
];
