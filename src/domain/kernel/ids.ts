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
  InvoiceEvent: 'ive',
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

/** Records that have numbers: where every id has to tell its type, a prefix stands before the number. */
export const numberedPrefixes = { User: 'usr', Workspace: 'wsp' } as const;

export type NumberedType = keyof typeof numberedPrefixes;

/** The id of a record that has a number, `usr_12` say. */
export function idOfNumber(type: NumberedType, number: number): string {
  return `${numberedPrefixes[type]}_${number}`;
}

/** The number in such an id; undefined where it is none of the type. */
export function numberOfId(type: NumberedType, id: string): number | undefined {
  const [, prefix, digits] = /^([a-z]{3})_([1-9]\d{0,9})$/.exec(id) ?? [];
  const number = Number(digits);
  return prefix === numberedPrefixes[type] && number <= 2_147_483_647 ? number : undefined;
}

const typesByPrefix = new Map(
  Object.entries({ ...idPrefixes, ...numberedPrefixes }).map(([type, prefix]) => [
    prefix as string,
    type as RecordType | NumberedType,
  ]),
);

/** The type of record that an id's prefix tells, or undefined. */
export function typeOfId(id: string): RecordType | NumberedType | undefined {
  return typesByPrefix.get(id.slice(0, id.indexOf('_')));
}
