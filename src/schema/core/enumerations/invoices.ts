import { ledgerEntryKinds } from '../../../domain/accounting/ledger-entries.ts';
import type { InvoiceAction } from '../../../domain/invoices/lifecycle.ts';
import { invoiceActions, invoiceLifecycle } from '../../../domain/invoices/lifecycle.ts';
import { workGroupings } from '../../../domain/invoices/work-lines.ts';
import { enumeration } from './enumeration.ts';

/** Enumerations of invoices, their lines, taxes and numbers. */
export const invoicesEnums = {
  BookingKind: enumeration('BookingKind', 'What changed how much a client owes.', ledgerEntryKinds),
  InvoiceAction: enumeration(
    'InvoiceAction',
    'What can be done with an invoice.',
    Object.fromEntries(
      invoiceActions.map((action) => [action, invoiceLifecycle[action].meaning]),
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
    NOTICE_SENT:
      'A receipt of a payment, a credit note, that it is void, or a reminder was given to be sent.',
    LINK_RENEWED: 'It got a new link, in place of the old one.',
    LINK_REVOKED: 'Its link was taken away.',
    TEXT_LEFT_OUT:
      'A text of its template could not be rendered, so that its customer is shown it without that text.',
    SELLER_KEPT:
      'It was issued before sellers were kept with invoices: name and address were kept as they were on that day.',
    DOCUMENT_MADE: 'The file in which it is issued was made, and is answered from then on.',
  }),
  InvoiceLayout: enumeration('InvoiceLayout', 'How invoices are laid out.', {
    STANDARD: 'Seller and customer beside each other.',
    WINDOW:
      'The customer’s address where the window of an envelope shows it, the seller’s above it in one line.',
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
  CreditExcess: enumeration('CreditExcess', 'What becomes of what was paid of what is credited.', {
    REFUSE: 'Nothing is credited of which something was paid.',
    REFUND: 'It is refunded.',
    CREDIT: 'It becomes credit of the client.',
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
    CREDITED: 'Sum of the credit notes.',
    AMOUNT_DUE: 'What is still to be paid.',
  }),
  WorkGrouping: enumeration(
    'WorkGrouping',
    'What of the time stands on one line of an invoice, where its price is the same.',
    workGroupings,
  ),
} as const;
