import type { NamedTable } from './name-lookups.ts';

export const namedTables = {
  client: { noun: 'client', table: 'Client', name: 'name', archivable: true, mergeable: true },
  project: { noun: 'project', table: 'Project', name: 'name', parent: 'clientId' },
  deliverable: {
    noun: 'deliverable',
    table: 'Deliverable',
    name: 'name',
    parent: 'projectId',
    archivable: true,
  },
  invoice: {
    noun: 'invoice',
    table: 'Invoice',
    name: 'invoiceNumberFormatted',
    parent: 'clientId',
    suggestsLatest: true,
  },
  taskStage: {
    noun: 'status',
    table: 'TaskStage',
    name: 'label',
    parent: 'projectTypeId',
    ignoreCase: true,
  },
  stage: { noun: 'pipeline stage', table: 'PipelineStage', name: 'label', ignoreCase: true },
  vendor: { noun: 'vendor', table: 'Vendor', name: 'name' },
  form: { noun: 'form', table: 'Form', name: 'name' },
  projectType: { noun: 'project type', table: 'ProjectType', name: 'name' },
  projectTemplate: { noun: 'project template', table: 'ProjectTemplate', name: 'name' },
  invoiceTemplate: { noun: 'invoice template', table: 'InvoiceTemplate', name: 'name' },
  emailTemplate: { noun: 'e-mail template', table: 'EmailTemplate', name: 'name' },
  taxRule: { noun: 'tax rule', table: 'TaxRule', name: 'name' },
  user: {
    noun: 'user',
    table: 'User',
    name: 'email',
    ignoreCase: true,
    personal: true,
    canBeInactive: true,
  },
} as const satisfies Record<string, NamedTable>;

export type NamedKind = keyof typeof namedTables;
