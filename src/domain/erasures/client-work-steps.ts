import { Prisma } from '../../generated/prisma/client.ts';
import type { ClientConditions } from './client-conditions.ts';
import {
  externalId,
  isUnreferenced,
  uniquePlaceholder,
  vouchersReason,
} from './client-conditions.ts';
import type { ErasureStep } from './erasure-step.ts';
import { emptyList, emptyObject, nullColumns } from './erasure-step.ts';

const sql = Prisma.sql;

const existenceReason = 'Time, expenses or invoices belong to it. Only its existence is kept.';

export const workErasureSteps = (
  accountId: number,
  conditions: ClientConditions,
): ErasureStep[] => [
  ...voucherSteps(conditions),
  ...deliverableSteps(accountId, conditions),
  ...projectSteps(accountId, conditions),
];

/** Time entries and expenses are the vouchers of invoices. */
function voucherSteps(conditions: ClientConditions): ErasureStep[] {
  return [
    {
      model: 'TimeEntry',
      action: 'BLANKED',
      where: conditions.client,
      set: { ...nullColumns('notes'), ...externalId },
      reason: vouchersReason,
    },
    {
      model: 'Expense',
      action: 'BLANKED',
      where: conditions.client,
      set: { ...nullColumns('description', 'notes'), ...externalId },
      reason: vouchersReason,
    },
    {
      model: 'ExpenseLine',
      action: 'BLANKED',
      where: conditions.ofExpenses,
      set: nullColumns('description', 'unit'),
      reason: vouchersReason,
    },
  ];
}

function deliverableSteps(accountId: number, conditions: ClientConditions): ErasureStep[] {
  return [
    {
      model: 'Deliverable',
      action: 'DELETED',
      where: sql`${conditions.ofProjects} AND t."invoiceId" IS NULL AND ${isUnreferenced(accountId, 'deliverableId', ['TimeEntry', 'InvoiceLine'])}`,
    },
    {
      model: 'Deliverable',
      action: 'BLANKED',
      where: conditions.ofProjects,
      set: {
        ...nullColumns('description', 'approvedBy', 'ticketId'),
        ...externalId,
        name: uniquePlaceholder('deliverable'),
        toDos: emptyList,
        customValues: emptyObject,
        archived: sql`true`,
      },
      reason: existenceReason,
    },
  ];
}

function projectSteps(accountId: number, conditions: ClientConditions): ErasureStep[] {
  return [
    {
      model: 'Project',
      action: 'DELETED',
      where: sql`${conditions.client} AND ${isUnreferenced(accountId, 'projectId', ['TimeEntry', 'Expense', 'InvoiceLine', 'Deliverable'])}`,
    },
    {
      model: 'Project',
      action: 'BLANKED',
      where: conditions.client,
      set: {
        ...nullColumns('description'),
        ...externalId,
        name: uniquePlaceholder('project'),
        customValues: emptyObject,
        active: sql`false`,
        portalAccess: sql`'NONE'`,
      },
      reason: existenceReason,
    },
  ];
}
