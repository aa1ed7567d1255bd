import type { PartialAccess, PolicyParameters, PolicySubqueries } from './policy-types.ts';
import { denyByDefault } from './policy-types.ts';

const assigned = '#assigned';

export const memberPolicySubqueries = {
  [assigned]: ({ workspace, callerId }) =>
    `SELECT m."projectId" AS id FROM "ProjectMember" m WHERE m."accountId" = ${workspace} AND m."userId" = ${callerId}
     UNION SELECT d."projectId" FROM "DeliverableAssignee" a
       JOIN "Deliverable" d ON d."accountId" = a."accountId" AND d.id = a."deliverableId"
       WHERE a."accountId" = ${workspace} AND a."userId" = ${callerId}`,
} satisfies PolicySubqueries;

const own: PartialAccess = {
  rowsDescription: 'its own',
  rows: ({ callerId }) => `t."userId" = ${callerId}`,
};

const ofAssigned = (column: string, rowsDescription: string): PartialAccess => ({
  rowsDescription,
  rows: () => `t."${column}" IN (SELECT a.id FROM "${assigned}" a)`,
  conditionTables: [assigned],
});

const withoutMoney =
  (recordType: string) =>
  ({ workspace }: PolicyParameters) =>
    `t."customValues" - ARRAY(SELECT f.id FROM "CustomField" f
      WHERE f."accountId" = ${workspace} AND f."recordType" = '${recordType}' AND f.type = 'CURRENCY')`;

/** Members see no amounts. */
export const memberAccessPolicies = denyByDefault({
  ApiKey: 'none',
  CalendarEvent: 'none',
  Client: {
    rowsDescription: 'those of its visible projects',
    rows: () => `t.id IN (SELECT p."clientId" FROM "Project" p)`,
    conditionTables: ['Project'],
    visibleColumns: [
      'name',
      'clientType',
      'initials',
      'color',
      'archived',
      'customValues',
      'mergedRecords',
    ],
    replacedColumns: { customValues: () => `'{}'::jsonb`, mergedRecords: () => `'[]'::jsonb` },
  },
  Contact: 'none',
  CustomField: 'all',
  Deliverable: {
    ...ofAssigned('projectId', 'those of its visible projects'),
    // Can contain a contact's name, and members see no contacts.
    hiddenColumns: ['approvedBy'],
    replacedColumns: { customValues: withoutMoney('DELIVERABLE') },
  },
  DeliverableAssignee: {
    rowsDescription: 'those of its visible deliverables',
    rows: () => `t."deliverableId" IN (SELECT d.id FROM "Deliverable" d)`,
    conditionTables: ['Deliverable'],
  },
  EmailTemplate: 'none',
  Expense: own,
  ExpenseLine: {
    rowsDescription: 'those of its expenses',
    rows: () => `t."expenseId" IN (SELECT e.id FROM "Expense" e)`,
    conditionTables: ['Expense'],
  },
  Form: 'none',
  FormSubmission: 'none',
  Invoice: 'none',
  InvoiceEvent: 'none',
  InvoiceLine: 'none',
  InvoiceSequence: 'none',
  InvoiceTaxLine: 'none',
  InvoiceTemplate: 'none',
  Opportunity: 'none',
  MailSuppression: 'none',
  OutboxMail: 'none',
  Payment: 'none',
  PipelineStage: 'none',
  Project: {
    ...ofAssigned('id', 'those it is a member of, or works on a deliverable of'),
    hiddenColumns: ['feeSchedule'],
    replacedColumns: { customValues: withoutMoney('PROJECT') },
  },
  ProjectMember: ofAssigned('projectId', 'those of its visible projects'),
  ProjectTemplate: 'none',
  ProjectTemplateDeliverable: 'none',
  ProjectType: 'all',
  TaskStage: 'all',
  TaxComponent: 'none',
  TaxRule: 'none',
  Ticket: 'none',
  TicketComment: 'none',
  TimeEntry: { ...own, hiddenColumns: ['hourlyAmount'] },
  User: {
    rowsDescription: 'itself',
    rows: ({ callerId }) => `t.id = ${callerId}`,
    hiddenColumns: ['hourlyAmount', 'hourlyCost'],
  },
  // Every expense shows its vendor.
  Vendor: { rowsDescription: 'all', visibleColumns: ['name'] },
  Workspace: {
    rowsDescription: 'the one it works in',
    visibleColumns: ['name', 'timeZone', 'currency'],
  },
  WorkspaceLogo: 'none',
});
