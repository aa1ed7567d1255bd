import { rateSources } from '../../../domain/work-prices/time-prices.ts';
import { enumeration } from './enumeration.ts';

export const recordsEnums = {
  ClientType: enumeration('ClientType', 'Whether it is a client or a prospect.', {
    CLIENT: 'A client.',
    PROSPECT: 'A prospect.',
  }),
  CustomFieldRecordType: enumeration(
    'CustomFieldRecordType',
    'The type of record that a custom field belongs to.',
    {
      CLIENT: 'Clients.',
      CONTACT: 'Contacts.',
      PROJECT: 'Projects.',
      DELIVERABLE: 'Deliverables.',
      OPPORTUNITY: 'Opportunities.',
    },
  ),
  CustomFieldType: enumeration('CustomFieldType', 'The data type of a custom field.', {
    TEXT: 'Text.',
    NUMERIC: 'A number.',
    CURRENCY: 'A monetary amount.',
    DATE: 'A day.',
    SELECT: 'One of the field’s choices, as a list.',
    RADIO: 'One of the field’s choices, as buttons.',
    CHECKBOX: 'Yes or no.',
    LINK: 'A URL.',
    PHONE: 'A telephone number.',
    EMAIL: 'An e-mail address.',
  }),
  FeeType: enumeration('FeeType', 'Basis of the amount of a fee schedule.', {
    HOURLY: 'Each tracked hour.',
    FIXED_PRICE: 'The whole project.',
    RETAINER: 'Each period of a retainer.',
    PER_ITEM: 'Each item.',
  }),
  ClientCreditKind: enumeration('ClientCreditKind', 'Reason for a change of a client’s credit.', {
    OVERPAID: 'It paid more than the amount due.',
    CREDIT_NOTE: 'A paid amount was credited.',
    APPLIED: 'It paid an invoice.',
    REFUNDED: 'It was refunded.',
    TAKEN_BACK: 'The payment that created or used it was reversed.',
    OWED: 'Debt from a refund of a payment that was reversed later.',
  }),
  PortalAccess: enumeration('PortalAccess', 'What a client sees of a project in its portal.', {
    FULL: 'Everything, with permission to act on it.',
    READ_ONLY: 'Everything, without permission to act on it.',
    OVERVIEW: 'An overview.',
    NONE: 'Nothing.',
  }),
  RetainerSchedule: enumeration('RetainerSchedule', 'Billing period of a retainer.', {
    WEEKLY: 'Every week.',
    BI_WEEKLY: 'Every two weeks.',
    MONTHLY: 'Every month.',
    QUARTERLY: 'Every three months.',
    BI_ANNUALLY: 'Every six months.',
    ANNUALLY: 'Every year.',
    AS_NEEDED: 'When it is used up.',
  }),
  RetainerTiming: enumeration('RetainerTiming', 'When a period of a retainer is billed.', {
    ADVANCED: 'Before it begins.',
    ARREARS: 'When it ends.',
  }),
  StageType: enumeration('StageType', 'Meaning of a pipeline stage.', {
    NEW: 'A new lead.',
    IN_PROGRESS: 'Being worked on.',
    ON_HOLD: 'Waiting.',
    CLOSED_WON: 'Won.',
    CLOSED_LOST: 'Lost.',
  }),
  TicketStatus: enumeration('TicketStatus', 'Workflow status of a ticket.', {
    NEW: 'Nobody has read it yet.',
    OPEN: 'It needs an answer.',
    IN_PROGRESS: 'Being worked on.',
    WAITING: 'Waiting for the contact or for somebody else.',
    RESOLVED: 'Solved. The ticket is no longer open.',
    CLOSED: 'Closed. The ticket is no longer open.',
  }),
  TimeUnit: enumeration('TimeUnit', 'A unit of time.', {
    HOURS: 'Hours.',
    DAYS: 'Days.',
    WEEKS: 'Weeks.',
    MONTHS: 'Months.',
    YEARS: 'Years.',
  }),
  TimeRateSource: enumeration(
    'TimeRateSource',
    'Source of the hourly rate. The first that exists applies.',
    rateSources,
  ),
  WorkKind: enumeration('WorkKind', 'Kind of billable work.', {
    TIME: 'Tracked time.',
    EXPENSE: 'An expense.',
    DELIVERABLE: 'A deliverable that was approved, or that is complete and needs no approval.',
  }),
} as const;
