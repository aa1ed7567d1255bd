import type { Prisma } from '../../generated/prisma/client.ts';
import type { Area, Rights } from './rights.ts';
import { reading } from './rights.ts';

/** Every model that has records of a workspace; what processes note for one another is nobody's to read. */
export type RecordModel = Exclude<Prisma.ModelName, 'ChangeListener'>;

/** The one area of the records of each model: who may read and write them, on either door (decision 29). */
export const areaOf = {
  ApiKey: 'keys',
  CalendarEvent: 'calendar',
  Client: 'clients',
  Contact: 'clients',
  CustomField: 'settings',
  Deliverable: 'projects',
  DeliverableAssignee: 'projects',
  EmailTemplate: 'settings',
  Expense: 'expenses',
  Form: 'sales',
  FormSubmission: 'sales',
  Invoice: 'invoices',
  InvoiceEvent: 'invoices',
  InvoiceLine: 'invoices',
  InvoiceSequence: 'invoices',
  InvoiceTaxLine: 'invoices',
  InvoiceTemplate: 'settings',
  Opportunity: 'sales',
  OutboxMail: 'invoices',
  Payment: 'invoices',
  PipelineStage: 'settings',
  Project: 'projects',
  ProjectTemplate: 'settings',
  ProjectTemplateDeliverable: 'settings',
  ProjectType: 'settings',
  TaskStage: 'settings',
  TaxComponent: 'settings',
  TaxRule: 'settings',
  TimeEntry: 'time',
  User: 'people',
  Vendor: 'expenses',
  Workspace: 'settings',
  WorkspaceLogo: 'settings',
} as const satisfies Record<RecordModel, Area>;

/** The rights to read records of models; a name that is no model's needs none. */
export const readingModels = (models: Iterable<string>): Rights =>
  reading([...models].flatMap((model) => (model in areaOf ? areaOf[model as RecordModel] : [])));
