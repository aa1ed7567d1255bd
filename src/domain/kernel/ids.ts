import { v7 } from 'uuid';

/** Each type of record has a prefix of its own, by which an id tells what it names. */
export const idPrefixes = {
  ApiKey: 'key',
  CalendarEvent: 'evt',
  Client: 'cli',
  Contact: 'con',
  CustomField: 'fld',
  Deliverable: 'dlv',
  EmailTemplate: 'eml',
  Expense: 'exp',
  Form: 'frm',
  FormSubmission: 'sub',
  Invoice: 'inv',
  InvoiceLine: 'lin',
  InvoiceTaxLine: 'txl',
  InvoiceTemplate: 'itp',
  Opportunity: 'opp',
  OutboxMail: 'mai',
  Payment: 'pay',
  PipelineStage: 'stg',
  Project: 'prj',
  ProjectTemplate: 'tpl',
  ProjectTemplateDeliverable: 'tpd',
  ProjectType: 'typ',
  TaskStage: 'sta',
  TaxComponent: 'txc',
  TaxRule: 'tax',
  TimeEntry: 'tim',
  ToDoItem: 'tdo',
  Vendor: 'ven',
} as const;

export type RecordType = keyof typeof idPrefixes;

/** A new id: the type's prefix and a UUIDv7, so that ids of one type sort by the time they were made. */
export function newId(type: RecordType): string {
  return `${idPrefixes[type]}_${v7().replaceAll('-', '')}`;
}

const typesByPrefix = new Map(
  Object.entries(idPrefixes).map(([type, prefix]) => [prefix as string, type as RecordType]),
);

/** The type of record that an id's prefix tells, or undefined. */
export function typeOfId(id: string): RecordType | undefined {
  return typesByPrefix.get(id.slice(0, id.indexOf('_')));
}
