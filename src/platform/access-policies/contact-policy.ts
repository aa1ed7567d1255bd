import type { PartialAccess, PolicySubqueries } from './policy-types.ts';
import { denyByDefault } from './policy-types.ts';

/** The client of the calling contact. Empty if the contact is archived or has no portal access. */
const client = '#client';

export const contactPolicySubqueries = {
  [client]: ({ workspace, callerId }) =>
    `SELECT c."clientId" AS id FROM "Contact" c
       WHERE c."accountId" = ${workspace} AND c.id = ${callerId} AND c."portalAccess" AND NOT c.archived`,
} satisfies PolicySubqueries;

const ofClient = (column: string): string => `t."${column}" = (SELECT c.id FROM "${client}" c)`;

/** Values of `Project.portalAccess` that also show the records of the project. */
const showsRecordsSql = `IN ('FULL', 'READ_ONLY')`;

const noValues = { customValues: () => `'{}'::jsonb` };
const noMerged = { mergedRecords: () => `'[]'::jsonb` };

const ofVisibleInvoices = {
  rowsDescription: 'those of its visible invoices',
  rows: () => `t."invoiceId" IN (SELECT i.id FROM "Invoice" i)`,
  conditionTables: ['Invoice'],
} satisfies PartialAccess;

export const contactAccessPolicies = denyByDefault({
  Client: {
    rowsDescription: 'its own',
    rows: () => ofClient('id'),
    conditionTables: [client],
    visibleColumns: ['name', 'clientType', 'archived', 'customValues', 'mergedRecords'],
    replacedColumns: { ...noValues, ...noMerged },
  },
  Contact: {
    rowsDescription: 'itself',
    rows: ({ callerId }) => `t.id = ${callerId} AND ${ofClient('clientId')}`,
    conditionTables: [client],
    visibleColumns: [
      ...['clientId', 'firstName', 'lastName', 'email', 'defaultContact', 'invoiceContact'],
      ...['portalAccess', 'archived', 'customValues', 'mergedRecords'],
    ],
    replacedColumns: { ...noValues, ...noMerged },
  },
  Deliverable: {
    rowsDescription: 'of projects with FULL or READ_ONLY, unless archived',
    rows: () =>
      `NOT t.archived AND t."projectId" IN (SELECT p.id FROM "Project" p WHERE p."portalAccess" ${showsRecordsSql})`,
    conditionTables: ['Project'],
    visibleColumns: [
      ...['projectId', 'name', 'statusId', 'priority', 'description', 'approvalRequired'],
      ...['startDate', 'dueDate', 'completedAt', 'position', 'archived', 'toDos', 'customValues'],
    ],
    replacedColumns: { ...noValues, toDos: () => `'[]'::jsonb` },
  },
  Invoice: {
    rowsDescription: 'its client’s that were issued',
    rows: () => `t.status <> 'DRAFT' AND ${ofClient('clientId')}`,
    conditionTables: [client],
    hiddenColumns: [
      ...['notes', 'firstViewedAt', 'invoiceTemplateId', 'instructionsTemplate', 'taxRuleId'],
      ...['plannedIssueDate', 'defaultPaymentDays'],
      ...['erasedAt', 'externalId', 'source', 'sellerInfo'],
    ],
  },
  InvoiceLine: {
    ...ofVisibleInvoices,
    rowsDescription: 'those of its visible invoices, without the ones that invoice pages hide',
    rows: () => `t.visible AND ${ofVisibleInvoices.rows()}`,
    // Contacts see deliverables only if the project's access level includes them.
    hiddenColumns: ['deliverableId', 'deliverableName'],
  },
  InvoiceTaxLine: ofVisibleInvoices,
  Project: {
    rowsDescription: 'its client’s, unless their portal access is NONE',
    rows: () => `t."portalAccess" <> 'NONE' AND ${ofClient('clientId')}`,
    conditionTables: [client],
    visibleColumns: [
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
    replacedColumns: {
      ...noValues,
      description: () => `CASE WHEN t."portalAccess" ${showsRecordsSql} THEN t.description END`,
    },
  },
  ProjectType: 'all',
  TaskStage: 'all',
  Ticket: {
    rowsDescription: 'those it opened',
    rows: ({ callerId }) => `t."contactId" = ${callerId} AND ${ofClient('clientId')}`,
    conditionTables: [client],
    hiddenColumns: ['formData'],
  },
  TicketComment: {
    rowsDescription: 'public ones of its visible tickets',
    rows: () => `NOT t."privateComment" AND t."ticketId" IN (SELECT k.id FROM "Ticket" k)`,
    conditionTables: ['Ticket'],
    visibleColumns: ['ticketId', 'authorName', 'comment', 'privateComment'],
  },
  TimeEntry: {
    rowsDescription: 'of projects with FULL or READ_ONLY that show the time worked',
    rows: () =>
      `t."projectId" IN (SELECT p.id FROM "Project" p WHERE p."portalAccess" ${showsRecordsSql} AND p."showTimeWorkedInPortal")`,
    conditionTables: ['Project'],
    hiddenColumns: [
      ...['notes', 'invoiceId', 'invoiceLineId', 'userId', 'externalId', 'source'],
      'hourlyAmount',
    ],
  },
  Workspace: {
    rowsDescription: 'the one it belongs to',
    visibleColumns: ['name', 'timeZone', 'currency'],
  },
});
