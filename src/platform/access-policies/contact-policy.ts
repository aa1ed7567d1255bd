import type { PartialAccess, PolicySubqueries } from './policy-types.ts';
import { denyByDefault } from './policy-types.ts';

/** Clients of contacts with portal access that are not archived. */
const client = '#client';

export const contactPolicySubqueries = {
  [client]: ({ workspace, callerId }) =>
    `SELECT c."clientId" AS id FROM "Contact" c
       WHERE c."accountId" = ${workspace} AND c.id = ${callerId} AND c."portalAccess" AND NOT c.archived`,
} satisfies PolicySubqueries;

const ofClient = (column: string): string => `t."${column}" = (SELECT c.id FROM "${client}" c)`;

/** Portal access of projects that shows more than the project itself. */
const isOpen = `IN ('FULL', 'READ_ONLY')`;

const noValues = { customValues: () => `'{}'::jsonb` };
const noMerged = { mergedRecords: () => `'[]'::jsonb` };

const ofVisibleInvoices = {
  meaning: 'those of its visible invoices',
  rows: () => `t."invoiceId" IN (SELECT i.id FROM "Invoice" i)`,
  through: ['Invoice'],
} satisfies PartialAccess;

export const contactAccessPolicies = denyByDefault({
  Client: {
    meaning: 'its own',
    rows: () => ofClient('id'),
    through: [client],
    shows: ['name', 'clientType', 'archived', 'customValues', 'mergedRecords'],
    instead: { ...noValues, ...noMerged },
  },
  Contact: {
    meaning: 'itself',
    rows: ({ callerId }) => `t.id = ${callerId} AND ${ofClient('clientId')}`,
    through: [client],
    shows: [
      ...['clientId', 'firstName', 'lastName', 'email', 'defaultContact', 'invoiceContact'],
      ...['portalAccess', 'archived', 'customValues', 'mergedRecords'],
    ],
    instead: { ...noValues, ...noMerged },
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
      ...['plannedIssueDate', 'defaultPaymentDays'],
      ...['erasedAt', 'externalId', 'source', 'sellerInfo'],
    ],
  },
  InvoiceLine: {
    ...ofVisibleInvoices,
    meaning: 'those of its visible invoices, without the ones that invoice pages hide',
    rows: () => `t.visible AND ${ofVisibleInvoices.rows()}`,
    // Not every project shows deliverables.
    hides: ['deliverableId', 'deliverableName'],
  },
  InvoiceTaxLine: ofVisibleInvoices,
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
  Ticket: {
    meaning: 'those it opened',
    rows: ({ callerId }) => `t."contactId" = ${callerId} AND ${ofClient('clientId')}`,
    through: [client],
    hides: ['formData'],
  },
  TicketComment: {
    meaning: 'public ones of its visible tickets',
    rows: () => `NOT t."privateComment" AND t."ticketId" IN (SELECT k.id FROM "Ticket" k)`,
    through: ['Ticket'],
    shows: ['ticketId', 'authorName', 'comment', 'privateComment'],
  },
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
