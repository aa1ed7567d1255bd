import { bookingKinds } from '../../domain/books/bookings.ts';
import type { InvoiceAction } from '../../domain/invoices/lifecycle.ts';
import { invoiceActions, lifecycle } from '../../domain/invoices/lifecycle.ts';
import { workGroupings } from '../../domain/invoices/work-lines.ts';
import { meaningOf, scopes } from '../../domain/kernel/rights.ts';
import { rateSources } from '../../domain/work-prices/time.ts';
import type { LogActorKind, LogEntryKind } from '../../generated/prisma/enums.ts';
import { builder } from './builder.ts';

/** Every enumeration of the schema: the values of the specification, each with what it means. */

function enumeration<V extends string>(
  name: string,
  description: string,
  meanings: Record<V, string>,
) {
  const values = Object.fromEntries(
    Object.entries<string>(meanings).map(([value, meaning]) => [
      value,
      { value, description: meaning },
    ]),
  ) as Record<V, { value: V; description: string }>;
  return builder.enumType(name, { description, values });
}

export const enums = {
  BookingKind: enumeration('BookingKind', 'What changed how much a client owes.', bookingKinds),
  CardFeePayer: enumeration('CardFeePayer', 'Who pays what a card payment costs.', {
    CLIENT: 'The client.',
    FREELANCER: 'The workspace.',
    SPLIT: 'Both share it.',
  }),
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
  DepositType: enumeration('DepositType', 'What a deposit is.', {
    NO_DEPOSIT: 'None is asked.',
    FIXED_AMOUNT: 'An amount.',
    PERCENTAGE: 'A percentage of the price.',
  }),
  FeeType: enumeration('FeeType', 'What the amount of a fee schedule is charged for.', {
    HOURLY: 'Each hour worked.',
    FIXED_PRICE: 'The whole project.',
    RETAINER: 'Each period of a retainer.',
    PER_ITEM: 'Each item.',
  }),
  InvoiceAction: enumeration(
    'InvoiceAction',
    'What can be done with an invoice.',
    Object.fromEntries(
      invoiceActions.map((action) => [action, lifecycle[action].meaning]),
    ) as Record<InvoiceAction, string>,
  ),
  InvoiceEventActor: enumeration('InvoiceEventActor', 'Who did something to an invoice.', {
    KEY: 'Somebody with a key of the workspace.',
    PERSON: 'Somebody who signed in.',
    CUSTOMER: 'Whoever opened the invoice’s link.',
    SERVICE: 'The service itself, or its administration.',
  }),
  InvoiceEventKind: enumeration('InvoiceEventKind', 'What happened to an invoice.', {
    CREATED: 'It was made.',
    EDITED: 'Its contents were changed.',
    SENT: 'It was given to be sent.',
    MARKED_SENT: 'It was said to be sent, by other means.',
    MAIL_SENT: 'The mail server took a mail with it.',
    MAIL_FAILED: 'A mail with it did not go out, or nobody knows whether it did.',
    VIEWED: 'Its link was opened for the first time.',
    PAYMENT_APPLIED: 'A payment was applied.',
    PAYMENT_REVERSED: 'A payment was taken back, so that it counts no more.',
    PAYMENT_REFUNDED: 'Money that was paid was given back.',
    CREDITED: 'It was taken back by a credit note, wholly or in part.',
    VOIDED: 'It was declared void.',
    WRITTEN_OFF: 'It was written off.',
    NOTICE_SENT: 'A receipt of a payment, or that it is void, was given to be sent.',
    LINK_RENEWED: 'It got a new link, in place of the old one.',
    LINK_REVOKED: 'Its link was taken away.',
    TEXT_LEFT_OUT:
      'A text of its template could not be rendered, so that its customer is shown it without that text.',
    SELLER_KEPT:
      'It was issued before sellers were kept with invoices: name and address were kept as they were on that day.',
    DOCUMENT_MADE: 'The file in which it is issued was made, and is answered from then on.',
  }),
  PageSize: enumeration('PageSize', 'Paper.', {
    A4: '210 × 297 mm.',
    LETTER: '8.5 × 11 in, as in North America.',
  }),
  InvoiceLayout: enumeration('InvoiceLayout', 'How invoices are laid out.', {
    STANDARD: 'Seller and customer beside each other.',
    WINDOW:
      'The customer’s address where the window of an envelope shows it, the seller’s above it in one line.',
  }),
  LogoPlace: enumeration('LogoPlace', 'Where a logo stands.', {
    LEFT: 'At the left, the number at the right.',
    RIGHT: 'At the right, the number at the left.',
  }),
  NumberRestart: enumeration('NumberRestart', 'When counters of numbers begin anew.', {
    NEVER: 'They count on.',
    YEAR: 'With each year.',
    MONTH: 'With each month.',
  }),
  NumberSeries: enumeration('NumberSeries', 'What is numbered by itself.', {
    INVOICE: 'Invoices.',
    CREDIT_NOTE: 'Credit notes.',
    DEPOSIT: 'Deposit invoices, where they have numbers of their own.',
  }),
  InvoiceStatus: enumeration('InvoiceStatus', 'Where an invoice stands.', {
    DRAFT: 'Not sent yet.',
    SENT: 'Sent, nothing paid yet.',
    PARTIAL: 'Paid in part.',
    PAID: 'Paid in full.',
    PENDING: 'A payment is on its way.',
    VOIDED: 'Declared void.',
    WRITE_OFF: 'Written off.',
  }),
  InvoiceType: enumeration('InvoiceType', 'What an invoice is for.', {
    STANDARD: 'Work or goods.',
    DEPOSIT: 'A deposit on work to come.',
  }),
  LineItemType: enumeration('LineItemType', 'What a line of an invoice charges.', {
    DEPOSIT: 'A deposit.',
    HOURS: 'Hours worked.',
    RETAINER: 'A retainer.',
    OVERAGE: 'Hours over a retainer.',
    ADHOC: 'Anything, described by its text.',
    PROJECT: 'A project.',
    EXPENSE: 'An expense passed on.',
    TAX: 'A tax.',
    DEPOSIT_APPLIED: 'A deposit set off.',
    LATE_FEE: 'A fee for late payment.',
    SUBSCRIPTION: 'A subscription.',
    DELIVERABLE: 'A deliverable.',
    CREDIT: 'A credit.',
    CONVENIENCE: 'A convenience fee.',
  }),
  LineRole: enumeration('LineRole', 'What a line is on its invoice.', {
    ITEM: 'What is charged.',
    ITEM_ALLOWANCE: 'A discount on the item above it.',
    ITEM_CHARGE: 'A charge on the item above it.',
    ALLOWANCE: 'A discount on the whole invoice.',
    CHARGE: 'A charge on the whole invoice, freight say.',
    WITHHOLDING: 'What the client withholds and pays to the tax office.',
    PREPAID: 'What was paid before the invoice was made.',
    ROUNDING: 'What makes the amount to be paid a round one.',
  }),
  MailKind: enumeration('MailKind', 'What a mail to a customer is about.', {
    INVOICE: 'An invoice, which it brings.',
    RECEIPT: 'A payment that was received.',
    CANCELLATION: 'An invoice that was declared void.',
  }),
  OutboxMailStatus: enumeration('OutboxMailStatus', 'What became of a mail.', {
    KEPT: 'Kept in the outbox, not sent: no mail server is configured.',
    QUEUED: 'To be sent, for the first time or again.',
    SENDING: 'Being handed to the mail server.',
    SENT: 'The mail server took it.',
    FAILED: 'Not sent, and not tried again; `lastError` says why.',
    UNCONFIRMED:
      'It may have been sent: the connection or the service ended before the mail server answered.',
    HELD: 'Not sent until it is released or sent again: it waited in a backup that was restored, and may have been sent since.',
  }),
  LogActorKind: enumeration('LogActorKind', 'What kind of actor did something.', {
    PERSON: 'A user who signed in.',
    KEY: 'An API key.',
    CONTACT: 'A contact of a client who signed in.',
    ADMINISTRATION: 'The command line of the service.',
    SERVICE: 'The service by itself: a mail that was sent, say.',
    CUSTOMER: 'Whoever opened a customer’s link.',
  } satisfies Record<LogActorKind, string>),
  LogEntryKind: enumeration('LogEntryKind', 'What an entry of the log tells.', {
    CREATED: 'The record was made.',
    UPDATED: 'The record was changed.',
    DELETED: 'The record was deleted.',
    SIGNED_IN: 'Somebody signed in.',
    SIGNED_OUT: 'Somebody signed out.',
    SESSION_ENDED: 'A session was ended from elsewhere.',
    SECOND_FACTOR_CHANGED:
      'A second factor was prepared, switched on or off; `operation` says which.',
    PASSWORD_CHANGED: 'A password was set, the first or another one.',
    BACKUP_CODES_MADE: 'New backup codes were made for a second factor.',
    ACCOUNT_LINKED: 'An account elsewhere became a way to sign in.',
    SIGN_IN_RESET: 'All ways in which somebody signs in were taken away.',
    ERASED: 'What is known of a client or contact was erased.',
    EXPORTED: 'The workspace was downloaded as a whole.',
  } satisfies Record<LogEntryKind, string>),
  CreditExcess: enumeration('CreditExcess', 'What becomes of what was paid of what is credited.', {
    REFUSE: 'Nothing is credited of which something was paid.',
    REFUND: 'It is refunded.',
    CREDIT: 'It becomes credit of the client.',
  }),
  Overpayment: enumeration('Overpayment', 'What becomes of what is paid more than is due.', {
    REFUSE: 'Nothing is applied.',
    CREDIT: 'It becomes credit of the client.',
  }),
  ClientCreditKind: enumeration('ClientCreditKind', 'Why a client’s credit changed.', {
    OVERPAID: 'It paid more than was due.',
    CREDIT_NOTE: 'What it had paid was credited.',
    APPLIED: 'It paid an invoice.',
    REFUNDED: 'It was given back.',
    TAKEN_BACK: 'The payment that it came of, or that was made of it, was reversed.',
  }),
  PaymentReversalReason: enumeration('PaymentReversalReason', 'Why a payment was taken back.', {
    BOUNCED: 'The bank took the money back, or it never came.',
    WRONG_INVOICE: 'It was entered on another invoice than it paid.',
    WRONG_AMOUNT: 'It was entered with another amount.',
    DUPLICATE: 'It was entered twice.',
    OTHER: 'Another reason; the note says which.',
  }),
  PaymentProviderType: enumeration('PaymentProviderType', 'How a payment was made.', {
    STRIPE: 'Stripe.',
    CHECK: 'Cheque.',
    BANK_TRANSFER: 'Bank transfer.',
    CASH: 'Cash.',
    VENMO: 'Venmo.',
    PAYPAL: 'PayPal.',
    ZELLE: 'Zelle.',
    APP_PAYOUT: 'A payout of an app.',
    CREDIT_CARD: 'Credit card.',
    OTHER: 'Some other way.',
  }),
  PeriodLength: enumeration('PeriodLength', 'How long a period of the calendar is.', {
    MONTH: 'A month.',
    QUARTER: 'Three months, from January, April, July or October.',
    YEAR: 'A year, from January.',
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
  Scope: builder.enumType('Scope', {
    description: 'What an API key may do.',
    values: Object.fromEntries(
      scopes.map((scope) => [
        scope.toUpperCase().replace(':', '_'),
        { value: scope, description: `${meaningOf(scope)}.` },
      ]),
    ),
  }),
  StageType: enumeration('StageType', 'What a stage of the pipeline means.', {
    NEW: 'A new lead.',
    IN_PROGRESS: 'Being worked on.',
    ON_HOLD: 'Waiting.',
    CLOSED_WON: 'Won.',
    CLOSED_LOST: 'Lost.',
  }),
  TaxBasis: enumeration('TaxBasis', 'When a tax counts.', {
    ACCRUAL: 'When it was invoiced: on the day of issue.',
    CASH: 'When it was paid: on the day on which the money came.',
  }),
  TaxCategory: enumeration('TaxCategory', 'How something is taxed, as EN 16931 has it.', {
    STANDARD: 'At the usual rate.',
    REDUCED: 'At a lower rate.',
    ZERO: 'At a rate of 0 %.',
    EXEMPT: 'Exempt, for the reason that is given.',
    REVERSE_CHARGE: 'The client pays the tax itself.',
    OUTSIDE_SCOPE: 'Beyond what the tax is for.',
  }),
  TaxRuleSource: enumeration('TaxRuleSource', 'Where a tax rule comes from.', {
    BUILT_IN: 'Defined here.',
    QUICKBOOKS: 'QuickBooks.',
    XERO: 'Xero.',
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
  TotalsStepKind: enumeration('TotalsStepKind', 'What an amount on the way to a total is.', {
    LINE_TOTAL: 'What a line charges: quantity × price.',
    LINE_DISCOUNT: 'A discount on the item above it.',
    LINE_CHARGE: 'A charge on the item above it.',
    ALLOWANCE: 'A discount on the whole invoice that is a line of its own.',
    CHARGE: 'A charge on the whole invoice.',
    SUB_TOTAL: 'Sum of the line totals before discount.',
    DISCOUNT: 'The discount on all items.',
    DISCOUNT_WITHOUT_TAX: 'The discount without tax, where prices include it.',
    TAXABLE_LINES: 'Sum of the line totals that are taxed alike.',
    TAXABLE_DISCOUNT: 'The share of the discount that is on those lines.',
    TAXABLE_BASE: 'Those lines less their share of the discount.',
    AMOUNT_WITHOUT_TAX: 'That amount without tax, where prices include it.',
    TAXED_AMOUNT: 'What one tax applies to: the base, for a compound tax with earlier taxes.',
    TAX_AMOUNT: 'One tax.',
    TAX_REMAINDER: 'One tax, what is left of an amount that includes it.',
    TAX: 'Sum of the taxes.',
    TOTAL_WITH_TAX: 'Subtotal less discount plus tax, where something is settled below it.',
    WITHHOLDING: 'Tax that the client withholds.',
    PREPAID: 'What was paid before the invoice was made.',
    ROUNDING: 'What makes the amount to be paid a round one.',
    TOTAL: 'What is to be paid: subtotal less discount plus tax, and what is settled below.',
    PAID: 'Sum of the payments.',
    AMOUNT_DUE: 'What is still to be paid.',
  }),
  UserRole: enumeration('UserRole', 'What a user is in the workspace.', {
    OWNER: 'Owns the workspace; time is logged for the owner when nobody is named.',
    ADMIN: 'May do everything an owner may, but for owners.',
    MANAGER: 'Works in all of the workspace but its settings and its people.',
    MEMBER: 'Logs own time and expenses, on the projects it is assigned to; sees no money.',
    ACCOUNTANT: 'Keeps invoices, payments and expenses; reads clients.',
    VIEWER: 'Reads what a manager reads, and writes nothing.',
  }),
  WorkKind: enumeration('WorkKind', 'What a piece of work is that can be charged.', {
    TIME: 'Time that was worked.',
    EXPENSE: 'An expense.',
    DELIVERABLE: 'A deliverable that was approved, or is complete and needs no approval.',
  }),
  WorkGrouping: enumeration(
    'WorkGrouping',
    'What of the time stands on one line of an invoice, where its price is the same.',
    workGroupings,
  ),
} as const;
