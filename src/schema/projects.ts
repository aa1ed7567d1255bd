import { feeScheduleInput } from '../domain/projects/fee-schedule.ts';
import { builder } from './builder.ts';
import { columns, derived, linked, ownNode } from './columns.ts';
import { listed, relatedList } from './connections.ts';
import { customValues } from './custom-fields.ts';
import { enumFilter, many, one } from './filters.ts';
import { jsonObject } from './json-objects.ts';
import { hidesInactive } from './listings.ts';
import { budgetUsed, projectMinutes } from './record-figures.ts';

builder.prismaNode('Project', {
  ...ownNode,
  fields: (t) => ({
    ...columns(
      t,
      'Project',
      [
        'clientId',
        'projectTypeId',
        'name',
        'description',
        'startDate',
        'dueDate',
        'dateCreated',
        'active',
        'portalAccess',
        'showTimeWorkedInPortal',
        'hexColor',
      ],
      { dates: ['startDate', 'dueDate'] },
    ),
    feeSchedule: derived<{ feeSchedule: unknown }>(t, {
      type: jsonObject(feeScheduleInput),
      nullable: true,
      description: 'How the project is charged.',
      from: { feeSchedule: true },
      value: (row) => row.feeSchedule,
    }),
    customValues: customValues(t),
    trackedMinutes: projectMinutes(t),
    budgetUsed: budgetUsed(t),
    client: t.relation('client'),
    projectType: t.relation('projectType'),
    deliverables: relatedList(t, 'deliverables', 'Deliverable'),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    expenses: relatedList(t, 'expenses', 'Expense'),
    invoiceLines: relatedList(t, 'invoiceLines', 'InvoiceLine'),
    invoices: linked(t, {
      via: ['invoiceLines', 'invoice'],
      model: 'Invoice',
      reference: 'invoiceId',
      latest: 100,
      description:
        'The invoices with a line that charges the project: the latest hundred, the latest first.',
    }),
  }),
});

listed('Project', {
  field: 'projects',
  description: 'The workspace’s projects, by name.',
  where: {
    name: 'String',
    active: 'Boolean',
    clientId: 'ID',
    projectTypeId: 'ID',
    startDate: 'Date',
    dueDate: 'Date',
    dateCreated: 'DateTime',
    portalAccess: enumFilter('PortalAccess'),
    client: one('Client'),
    projectType: one('ProjectType'),
    deliverables: many('Deliverable'),
    timeEntries: many('TimeEntry'),
    expenses: many('Expense'),
    invoiceLines: many('InvoiceLine'),
  },
  orderBy: ['name', 'startDate', 'dueDate', 'dateCreated'],
  usualOrder: [{ name: 'asc' }],
  hides: hidesInactive,
});
