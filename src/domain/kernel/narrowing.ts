import { getDatamodel } from '../../generated/pothos/types.ts';
import type { RecordModel } from './record-areas.ts';
import { areaOf } from './record-areas.ts';
import type { NarrowingKind } from './rights.ts';

/**
 * Which rows and columns of each table those see who see a part of the workspace only (decision 32). Said once for each
 * table, and looked at where statements are sent (`narrowed-db.ts`): no list, count, filter, figure, search or look-up of
 * names can find anything else. Of models that are added nothing is seen before it is said.
 */

const { models } = getDatamodel().datamodel;

/** How a condition refers to the workspace, and to who acts. */
export interface Values {
  readonly workspace: string;
  readonly who: string;
}

interface Part {
  /** Which rows, in words. */
  meaning: string;
  /** The condition on the rows, of the table under the alias `t`; left out: all of the workspace's. */
  rows?: (values: Values) => string;
  /** Other tables, as they are narrowed, that the condition looks at. */
  through?: readonly string[];
  /** The columns that are seen beside those that every record has; left out: all. */
  shows?: readonly string[];
  /** The columns that are not seen. */
  hides?: readonly string[];
  /** What stands in a column instead of its value. */
  instead?: Readonly<Record<string, (values: Values) => string>>;
}

export type Sight = 'all' | 'none' | Part;

/** The table of ids of the projects that a member is assigned to. */
const assigned = '#assigned';

/** Tables that are made of others for the conditions of a kind. */
export const ownTables: Readonly<Record<string, (values: Values) => string>> = {
  [assigned]: ({ workspace, who }) =>
    `SELECT m."projectId" AS id FROM "ProjectMember" m WHERE m."accountId" = ${workspace} AND m."userId" = ${who}
     UNION SELECT d."projectId" FROM "DeliverableAssignee" a
       JOIN "Deliverable" d ON d."accountId" = a."accountId" AND d.id = a."deliverableId"
       WHERE a."accountId" = ${workspace} AND a."userId" = ${who}`,
  '#client': ({ workspace, who }) =>
    `SELECT c."clientId" AS id FROM "Contact" c
       WHERE c."accountId" = ${workspace} AND c.id = ${who} AND c."portalAccess" AND NOT c.archived`,
};

const own: Part = { meaning: 'its own', rows: ({ who }) => `t."userId" = ${who}` };

const ofAssigned = (column: string, meaning: string): Part => ({
  meaning,
  rows: () => `t."${column}" IN (SELECT a.id FROM "${assigned}" a)`,
  through: [assigned],
});

/** Values of custom fields, without those that are money. */
const withoutMoney =
  (recordType: string) =>
  ({ workspace }: Values) =>
    `t."customValues" - ARRAY(SELECT f.id FROM "CustomField" f
      WHERE f."accountId" = ${workspace} AND f."recordType" = '${recordType}' AND f.type = 'CURRENCY')`;

type Sights = Readonly<Record<RecordModel, Sight>>;

/** Of tables of which nothing is said, nothing is seen: a table that is added is nobody's before somebody says so. */
const withOthers = (said: Partial<Sights>): Sights => {
  const others = Object.keys(areaOf).filter((model) => !(model in said));
  return { ...said, ...Object.fromEntries(others.map((model) => [model, 'none'])) } as Sights;
};

/** A member: own time and expenses, the projects it is assigned to with their clients by name, and no money. */
const member = withOthers({
  ApiKey: 'none',
  CalendarEvent: 'none',
  Client: {
    meaning: 'those of the projects that it sees',
    rows: () => `t.id IN (SELECT p."clientId" FROM "Project" p)`,
    through: ['Project'],
    shows: ['name', 'clientType', 'initials', 'color', 'archived', 'customValues'],
    instead: { customValues: () => `'{}'::jsonb` },
  },
  Contact: 'none',
  CustomField: 'all',
  Deliverable: {
    ...ofAssigned('projectId', 'those of the projects that it sees'),
    // It sees no contacts, whose names may stand there.
    hides: ['approvedBy'],
    instead: { customValues: withoutMoney('DELIVERABLE') },
  },
  DeliverableAssignee: {
    meaning: 'those of the deliverables that it sees',
    rows: () => `t."deliverableId" IN (SELECT d.id FROM "Deliverable" d)`,
    through: ['Deliverable'],
  },
  EmailTemplate: 'none',
  Expense: own,
  Form: 'none',
  FormSubmission: 'none',
  Invoice: 'none',
  InvoiceEvent: 'none',
  InvoiceLine: 'none',
  InvoiceSequence: 'none',
  InvoiceTaxLine: 'none',
  InvoiceTemplate: 'none',
  Opportunity: 'none',
  OutboxMail: 'none',
  Payment: 'none',
  PipelineStage: 'none',
  Project: {
    ...ofAssigned('id', 'those it is a member of, or works on a deliverable of'),
    hides: ['feeSchedule'],
    instead: { customValues: withoutMoney('PROJECT') },
  },
  ProjectMember: ofAssigned('projectId', 'those of the projects that it sees'),
  ProjectTemplate: 'none',
  ProjectTemplateDeliverable: 'none',
  ProjectType: 'all',
  TaskStage: 'all',
  TaxComponent: 'none',
  TaxRule: 'none',
  TimeEntry: { ...own, hides: ['hourlyAmount'] },
  User: {
    meaning: 'itself',
    rows: ({ who }) => `t.id = ${who}`,
    hides: ['hourlyAmount', 'hourlyCost'],
  },
  // An expense names one, whoever entered it first.
  Vendor: { meaning: 'all', shows: ['name'] },
  Workspace: { meaning: 'the one it works in', shows: ['name', 'timeZone', 'currency'] },
  WorkspaceLogo: 'none',
});

/** The table of the one client that a contact of the portal belongs to, as long as it has access and is not archived. */
const client = '#client';

const ofClient = (column: string): string => `t."${column}" = (SELECT c.id FROM "${client}" c)`;

/** What a project's `portalAccess` has to be so that more than the project itself is seen. */
const isOpen = `IN ('FULL', 'READ_ONLY')`;

const noValues = { customValues: () => `'{}'::jsonb` };

const ofSeenInvoices = {
  meaning: 'those of the invoices that it sees',
  rows: () => `t."invoiceId" IN (SELECT i.id FROM "Invoice" i)`,
  through: ['Invoice'],
} satisfies Part;

/** A contact: what the portal access of its client's projects grants, and the client's issued invoices. */
const contact = withOthers({
  Client: {
    meaning: 'its own',
    rows: () => ofClient('id'),
    through: [client],
    shows: ['name', 'clientType', 'archived', 'customValues'],
    instead: noValues,
  },
  Contact: {
    meaning: 'itself',
    rows: ({ who }) => `t.id = ${who} AND ${ofClient('clientId')}`,
    through: [client],
    shows: [
      ...['clientId', 'firstName', 'lastName', 'email', 'defaultContact', 'invoiceContact'],
      ...['portalAccess', 'archived', 'customValues'],
    ],
    instead: noValues,
  },
  Deliverable: {
    meaning: 'of projects with FULL or READ_ONLY, unless archived',
    rows: () =>
      `NOT t.archived AND t."projectId" IN (SELECT p.id FROM "Project" p WHERE p."portalAccess" ${isOpen})`,
    through: ['Project'],
    shows: [
      ...['projectId', 'name', 'statusId', 'priority', 'description', 'approvalRequired'],
      ...['startDate', 'dueDate', 'completedAt', 'position', 'archived', 'toDos', 'customValues'],
    ],
    instead: { ...noValues, toDos: () => `'[]'::jsonb` },
  },
  Invoice: {
    meaning: 'its client’s that were issued',
    rows: () => `t.status <> 'DRAFT' AND ${ofClient('clientId')}`,
    through: [client],
    hides: [
      ...['notes', 'firstViewedAt', 'invoiceTemplateId', 'instructionsTemplate', 'taxRuleId'],
      ...['erasedAt', 'externalId', 'source', 'sellerInfo'],
    ],
  },
  InvoiceLine: {
    ...ofSeenInvoices,
    meaning: 'those of the invoices that it sees, but for those that their pages do not show',
    rows: () => `t.visible AND ${ofSeenInvoices.rows()}`,
    // Pages show the project's name, and nothing of deliverables, which not every project shows.
    hides: ['deliverableId', 'deliverableName'],
  },
  InvoiceTaxLine: ofSeenInvoices,
  Project: {
    meaning: 'its client’s, unless their portal access is NONE',
    rows: () => `t."portalAccess" <> 'NONE' AND ${ofClient('clientId')}`,
    through: [client],
    shows: [
      ...[
        'clientId',
        'projectTypeId',
        'name',
        'description',
        'startDate',
        'dueDate',
        'dateCreated',
      ],
      ...['active', 'portalAccess', 'showTimeWorkedInPortal', 'hexColor', 'customValues'],
    ],
    instead: {
      ...noValues,
      description: () => `CASE WHEN t."portalAccess" ${isOpen} THEN t.description END`,
    },
  },
  ProjectType: 'all',
  TaskStage: 'all',
  TimeEntry: {
    meaning: 'of projects with FULL or READ_ONLY that show the time worked',
    rows: () =>
      `t."projectId" IN (SELECT p.id FROM "Project" p WHERE p."portalAccess" ${isOpen} AND p."showTimeWorkedInPortal")`,
    through: ['Project'],
    hides: [
      ...['notes', 'invoiceId', 'invoiceLineId', 'userId', 'externalId', 'source'],
      'hourlyAmount',
    ],
  },
  Workspace: { meaning: 'the one it belongs to', shows: ['name', 'timeZone', 'currency'] },
});

export const sights: Readonly<Record<NarrowingKind, Readonly<Record<RecordModel, Sight>>>> = {
  member,
  contact,
};

/** What each kind may write, by Prisma's names: everything else is refused before it is sent. */
export const writable: Readonly<
  Record<NarrowingKind, Readonly<Partial<Record<RecordModel, readonly string[] | 'all'>>>>
> = {
  member: {
    TimeEntry: 'all',
    Expense: 'all',
    // An expense brings the vendor whom it names first; nothing of one that is there is changed.
    Vendor: ['createMany'],
  },
  // Approved, see approveDeliverable.
  contact: { Deliverable: ['updateManyAndReturn'] },
};

/** The fields at the root that a contact may ask for: nothing is answered to it that is not meant for it. */
export const portalFields: ReadonlySet<string> = new Set([
  ...['client', 'clients', 'contact', 'contacts', 'deliverable', 'deliverables', 'invoice'],
  ...['invoices', 'limits', 'node', 'nodes', 'project', 'projects', 'timeEntries', 'timeEntry'],
  ...['viewer', 'approveDeliverable', 'recordChanged', 'events'],
]);

/** Whether those of a kind see anything of a model's records. */
export const seesSome = (kind: NarrowingKind, model: string): boolean =>
  sights[kind][model as RecordModel] !== 'none';

/** Columns that every record has, and by which records are found and put in order. */
const always: ReadonlySet<string> = new Set([
  'accountId',
  'id',
  'createdAt',
  'updatedAt',
  'version',
]);

/** Whether those of a kind do not see a column of a model's records, of which they see some. */
export function hidesColumn(kind: NarrowingKind, model: string, column: string): boolean {
  const sight = sights[kind][model as RecordModel];
  if (typeof sight !== 'object') return false;
  const { shows, hides } = sight;
  if (hides?.includes(column)) return true;
  return shows !== undefined && !always.has(column) && !shows.includes(column);
}

/** What those of a kind see of each table that they see something of, for people to read. */
export function sightRows(
  kind: NarrowingKind,
): { model: string; rows: string; hidden: readonly string[] }[] {
  return Object.entries(sights[kind]).flatMap(([model, sight]) => {
    if (sight === 'none') return [];
    const rows = sight === 'all' ? 'all, as words that records carry' : sight.meaning;
    const columns = (models[model]?.fields ?? []).filter(({ kind: of }) => of !== 'object');
    const names = columns.map(({ name }) => name);
    return [{ model, rows, hidden: names.filter((name) => hidesColumn(kind, model, name)) }];
  });
}
