import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';
import type { PermissionArea } from '../permissions/permissions.ts';

/**
 * Each type of record has a prefix of its own, by which an id tells what it names, and an area, by which keys may read and write
 * it (decision 29).
 */
export const recordTypes = {
  ApiKey: ['key', 'keys'],
  CalendarEvent: ['evt', 'calendar'],
  Client: ['cli', 'clients'],
  ClientCredit: ['crd', 'invoices'],
  Contact: ['con', 'clients'],
  CreditNote: ['crn', 'invoices'],
  CreditNoteLine: ['crl', 'invoices'],
  CreditNoteTaxLine: ['crt', 'invoices'],
  CustomField: ['fld', 'settings'],
  Deliverable: ['dlv', 'projects'],
  EmailTemplate: ['eml', 'settings'],
  Expense: ['exp', 'expenses'],
  Form: ['frm', 'sales'],
  FormSubmission: ['sub', 'sales'],
  Invoice: ['inv', 'invoices'],
  InvoiceEvent: ['ive', 'invoices'],
  InvoiceLine: ['lin', 'invoices'],
  InvoiceTaxLine: ['txl', 'invoices'],
  InvoiceTemplate: ['itp', 'settings'],
  Opportunity: ['opp', 'sales'],
  OutboxMail: ['mai', 'invoices'],
  Payment: ['pay', 'invoices'],
  PipelineStage: ['stg', 'settings'],
  Project: ['prj', 'projects'],
  ProjectTemplate: ['tpl', 'settings'],
  ProjectTemplateDeliverable: ['tpd', 'settings'],
  ProjectType: ['typ', 'settings'],
  Refund: ['rfd', 'invoices'],
  TaskStage: ['sta', 'settings'],
  TaxComponent: ['txc', 'settings'],
  TaxRule: ['tax', 'settings'],
  TimeEntry: ['tim', 'time'],
  Vendor: ['ven', 'expenses'],
  ExchangeRate: ['exc', 'settings'],
} as const satisfies Record<string, readonly [prefix: string, area: PermissionArea]>;

const prefixes = Object.entries(recordTypes).map(([type, [prefix]]) => [type, prefix]);

/** The prefixes of ids; things to do have ids and no table. */
export const idPrefixes = { ...Object.fromEntries(prefixes), ToDoItem: 'tdo' } as Readonly<
  Record<keyof typeof recordTypes | 'ToDoItem', string>
>;

export type RecordType = keyof typeof idPrefixes;

/** Random bytes for 256 ids: to ask for those of each takes longer than all else of an id. */
const randomBytes = new Uint8Array(4_096);
let taken = randomBytes.length;

/** Of the last id: those of one millisecond count up from a random number. */
let millis = 0;
let sequence = 0;

const id = Buffer.alloc(16);

/** A new id: the type's prefix and a UUIDv7, so that ids of one type that a process makes sort as they were made. */
export function newId(type: RecordType): string {
  if (taken === randomBytes.length) {
    getRandomValues(randomBytes);
    taken = 0;
  }
  const random = randomBytes.subarray(taken, taken + 16);
  taken += 16;
  const now = Date.now();
  if (now > millis) {
    millis = now;
    const [a = 0, b = 0, c = 0, d = 0] = random;
    // Half of the numbers are left to count up in.
    sequence = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) millis += 1;
  }
  // The library takes its random bytes from the tenth on.
  v7({ msecs: millis, seq: sequence, random }, id);
  return `${idPrefixes[type]}_${id.toString('hex')}`;
}

/** Records that have numbers: where every id has to tell its type, a prefix stands before the number. */
export const numericIdPrefixes = { User: 'usr', Workspace: 'wsp' } as const;

export type NumericIdType = keyof typeof numericIdPrefixes;

/** The id of a record that has a number, `usr_12` say. */
export function formatNumericId(type: NumericIdType, number: number): string {
  return `${numericIdPrefixes[type]}_${number}`;
}

/** The number in such an id; undefined where it is not an id of the type. */
export function parseNumericId(type: NumericIdType, id: string): number | undefined {
  const [, prefix, digits] = /^([a-z]{3})_([1-9]\d{0,9})$/.exec(id) ?? [];
  const number = Number(digits);
  return prefix === numericIdPrefixes[type] && number <= 2_147_483_647 ? number : undefined;
}

const typesByPrefix = new Map(
  Object.entries({ ...idPrefixes, ...numericIdPrefixes }).map(([type, prefix]) => [
    prefix as string,
    type as RecordType | NumericIdType,
  ]),
);

/** The type of record that an id's prefix tells, or undefined. */
export function recordTypeOfId(id: string): RecordType | NumericIdType | undefined {
  return typesByPrefix.get(id.slice(0, id.indexOf('_')));
}
