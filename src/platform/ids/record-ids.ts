import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';
import type { PermissionArea } from '../permissions/permissions.ts';

/** Prefix and permission area. */
export const recordTypes = {
  ApiKey: ['key', 'keys'],
  Attachment: ['att', 'files'],
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
  ExpenseLine: ['exl', 'expenses'],
  Form: ['frm', 'sales'],
  FormSubmission: ['sub', 'sales'],
  Invoice: ['inv', 'invoices'],
  InvoiceEvent: ['ive', 'invoices'],
  InvoiceLine: ['lin', 'invoices'],
  InvoiceTaxLine: ['txl', 'invoices'],
  InvoiceTemplate: ['itp', 'settings'],
  Opportunity: ['opp', 'sales'],
  MailSuppression: ['sup', 'clients'],
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
  WebhookDelivery: ['whd', 'webhooks'],
  WebhookEndpoint: ['whe', 'webhooks'],
  ExchangeRate: ['exc', 'settings'],
  Ticket: ['tic', 'tickets'],
  TicketComment: ['tco', 'tickets'],
} as const satisfies Record<string, readonly [prefix: string, area: PermissionArea]>;

const prefixes = Object.entries(recordTypes).map(([type, [prefix]]) => [type, prefix]);

export const idPrefixes = { ...Object.fromEntries(prefixes), ToDoItem: 'tdo' } as Readonly<
  Record<keyof typeof recordTypes | 'ToDoItem', string>
>;

export type RecordType = keyof typeof idPrefixes;

/** One call fills 256 ids, because a call per id would dominate the cost. */
const randomBytes = new Uint8Array(4_096);
let taken = randomBytes.length;

/** Within a millisecond, ids count up from a random number. */
let lastMs = 0;
let sequence = 0;

const id = Buffer.alloc(16);

/** Returns a UUIDv7, so ids of one process sort by creation. */
export function newId(type: RecordType): string {
  if (taken === randomBytes.length) {
    getRandomValues(randomBytes);
    taken = 0;
  }
  const random = randomBytes.subarray(taken, taken + 16);
  taken += 16;
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    const [a = 0, b = 0, c = 0, d = 0] = random;
    // The top bit stays free for counting.
    sequence = ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
  } else {
    sequence = (sequence + 1) | 0;
    if (sequence === 0) lastMs += 1;
  }
  // The `uuid` package reads its random bytes from the tenth on.
  v7({ msecs: lastMs, seq: sequence, random }, id);
  return `${idPrefixes[type]}_${id.toString('hex')}`;
}

export const numericIdPrefixes = { User: 'usr', Workspace: 'wsp' } as const;

export type NumericIdType = keyof typeof numericIdPrefixes;

export function formatNumericId(type: NumericIdType, number: number): string {
  return `${numericIdPrefixes[type]}_${number}`;
}

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

export function recordTypeOfId(id: string): RecordType | NumericIdType | undefined {
  return typesByPrefix.get(id.slice(0, id.indexOf('_')));
}
