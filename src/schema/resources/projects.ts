import { createProject, createProjectInput } from '../../domain/deliverables/create-project.ts';
import { feeScheduleInput } from '../../domain/projects/fee-schedule.ts';
import { setProjectMembers, setProjectMembersInput } from '../../domain/projects/members.ts';
import { updateProject, updateProjectInput } from '../../domain/projects/update.ts';
import { action, updateActions } from '../core/command-mutations.ts';
import { builder } from '../core/builder.ts';
import { columns, derived, linked, ownNode, related } from '../core/record-fields.ts';
import { listed, relatedList } from '../core/connections.ts';
import { enumFilter, many, one } from '../core/filters.ts';
import { jsonObject } from '../core/json-objects.ts';
import { hidesInactive } from '../core/list-definitions.ts';
import { budgetUsed, projectMinutes, projectProfit } from '../core/record-total-fields.ts';
import { customValues } from './custom-fields.ts';

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
    profit: projectProfit(t),
    client: related(t, 'client'),
    projectType: related(t, 'projectType'),
    deliverables: relatedList(t, 'deliverables', 'Deliverable'),
    timeEntries: relatedList(t, 'timeEntries', 'TimeEntry'),
    expenses: relatedList(t, 'expenses', 'Expense'),
    memberIds: derived<{ members: { userId: number }[] }>(t, {
      type: ['Int'],
      description: 'Numbers of the users it is assigned to as a whole.',
      from: { members: { orderBy: { userId: 'asc' }, select: { userId: true } } },
      value: ({ members }) => members.map(({ userId }) => userId),
    }),
    members: linked(t, {
      via: ['members', 'user'],
      model: 'User',
      reference: 'userId',
      description:
        'The users it is assigned to as a whole, beside those who work on its deliverables.',
    }),
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
    members: many('User'),
    invoiceLines: many('InvoiceLine'),
  },
  orderBy: ['name', 'startDate', 'dueDate', 'dateCreated'],
  usualOrder: [{ name: 'asc' }],
  hides: hidesInactive,
});

action('createProject', {
  description: 'Makes a project of a client, from a template if one is named.',
  record: 'Project',
  input: createProjectInput,
  run: createProject,
});

updateActions({ record: 'Project', input: updateProjectInput, run: updateProject });

action('setProjectMembers', {
  description:
    'Says whom a project is assigned to as a whole, instead of whom it was; who works on one of its deliverables is assigned to it too.',
  record: 'Project',
  input: setProjectMembersInput,
  mode: 'replace',
  run: setProjectMembers,
});
