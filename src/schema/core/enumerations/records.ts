import { rateSources } from '../../../domain/work-prices/time-prices.ts';
import { enumeration } from './enumeration.ts';

/** Enumerations of clients, projects, work and whatever else is recorded. */
export const recordsEnums = {
  ClientType: enumeration('ClientType', 'Whether somebody is a client yet.', {
    CLIENT: 'A client.',
    PROSPECT: 'Not yet a client.',
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
    CURRENCY: 'An amount of money.',
    DATE: 'A day.',
    SELECT: 'One of the field’s options, from a list.',
    RADIO: 'One of the field’s options, as buttons.',
    CHECKBOX: 'Yes or no.',
    LINK: 'A URL.',
    PHONE: 'A telephone number.',
    EMAIL: 'An e-mail address.',
  }),
  FeeType: enumeration('FeeType', 'What the amount of a fee schedule is charged for.', {
    HOURLY: 'Each hour worked.',
    FIXED_PRICE: 'The whole project.',
    RETAINER: 'Each period of a retainer.',
    PER_ITEM: 'Each item.',
  }),
  ClientCreditKind: enumeration('ClientCreditKind', 'Why a client’s credit changed.', {
    OVERPAID: 'It paid more than was due.',
    CREDIT_NOTE: 'What it had paid was credited.',
    APPLIED: 'It paid an invoice.',
    REFUNDED: 'It was given back.',
    TAKEN_BACK: 'The payment that it came of, or that was made of it, was reversed.',
    OWED: 'It owes what was given back of a payment that was then reversed.',
  }),
  PortalAccess: enumeration('PortalAccess', 'What a client sees of a project in its portal.', {
    FULL: 'Everything, and may act on it.',
    READ_ONLY: 'Everything, without acting on it.',
    OVERVIEW: 'An overview.',
    NONE: 'Nothing.',
  }),
  RetainerSchedule: enumeration('RetainerSchedule', 'How often a retainer is charged.', {
    WEEKLY: 'Every week.',
    BI_WEEKLY: 'Every two weeks.',
    MONTHLY: 'Every month.',
    QUARTERLY: 'Every three months.',
    BI_ANNUALLY: 'Every six months.',
    ANNUALLY: 'Every year.',
    AS_NEEDED: 'When it is used up.',
  }),
  RetainerTiming: enumeration('RetainerTiming', 'When a period of a retainer is charged.', {
    ADVANCED: 'Before it begins.',
    ARREARS: 'When it is over.',
  }),
  StageType: enumeration('StageType', 'What a stage of the pipeline means.', {
    NEW: 'A new lead.',
    IN_PROGRESS: 'Being worked on.',
    ON_HOLD: 'Waiting.',
    CLOSED_WON: 'Won.',
    CLOSED_LOST: 'Lost.',
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
    'Where the price of an hour comes from; the first that is there counts.',
    rateSources,
  ),
  WorkKind: enumeration('WorkKind', 'What a piece of work is that can be charged.', {
    TIME: 'Time that was worked.',
    EXPENSE: 'An expense.',
    DELIVERABLE: 'A deliverable that was approved, or is complete and needs no approval.',
  }),
} as const;
