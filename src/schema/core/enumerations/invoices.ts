import { ledgerEntryKinds } from '../../../domain/accounting/ledger-entries.ts';
import type { InvoiceAction } from '../../../domain/invoices/lifecycle.ts';
import { invoiceActions, invoiceLifecycle } from '../../../domain/invoices/lifecycle.ts';
import { workGroupings } from '../../../domain/invoices/work-lines.ts';
import { enumeration } from './enumeration.ts';

export const invoicesEnums = {
  BookingKind: enumeration(
    'BookingKind',
    'Kind of change of the amount that a client owes.',
    ledgerEntryKinds,
  ),
  InvoiceAction: enumeration(
    'InvoiceAction',
    'An action on an invoice.',
    Object.fromEntries(
      invoiceActions.map((action) => [action, invoiceLifecycle[action].meaning]),
    ) as Record<InvoiceAction, string>,
  ),
  InvoiceEventActor: enumeration('InvoiceEventActor', 'Who caused an invoice event.', {
    KEY: 'Someone with an API key of the workspace.',
    PERSON: 'A signed-in person.',
    CUSTOMER: 'Someone who opened the invoice’s link.',
    SERVICE: 'The service itself, or an administrator.',
  }),
  InvoiceEventKind: enumeration('InvoiceEventKind', 'Kind of invoice event.', {
    CREATED: 'It was created.',
    EDITED: 'Its contents were changed.',
    SENT: 'It was queued for sending.',
    MARKED_SENT: 'It was marked as sent by other means.',
    MAIL_SENT: 'The mail server accepted an e-mail with it.',
    MAIL_FAILED: 'An e-mail with it failed, or its delivery is unknown.',
    VIEWED: 'Its link was opened for the first time.',
    PAYMENT_APPLIED: 'A payment was recorded.',
    PAYMENT_REVERSED: 'A payment was reversed.',
    PAYMENT_REFUNDED: 'A payment was refunded.',
    CREDITED: 'A credit note credited all or part of it.',
    VOIDED: 'It was voided.',
    WRITTEN_OFF: 'It was written off.',
    NOTICE_SENT:
      'A receipt, a credit note, a cancellation notice or a reminder was queued for sending.',
    LINK_RENEWED: 'Its link was replaced.',
    LINK_REVOKED: 'Its link was revoked.',
    TEXT_LEFT_OUT: 'A text of its template could not be rendered and was omitted.',
    SELLER_KEPT:
      'It was issued before sellers were stored with invoices. Name and address were stored on that day.',
    DOCUMENT_MADE: 'The file of the issued invoice was created.',
  }),
  InvoiceLayout: enumeration('InvoiceLayout', 'Layout of invoices.', {
    STANDARD: 'Seller and customer side by side.',
    WINDOW:
      'For window envelopes: the customer’s address in the window, the seller’s address above it in one line.',
  }),
  NumberRestart: enumeration('NumberRestart', 'When numbering restarts.', {
    NEVER: 'Numbering never restarts.',
    YEAR: 'Every year.',
    MONTH: 'Every month.',
  }),
  NumberSeries: enumeration('NumberSeries', 'A series of document numbers.', {
    INVOICE: 'Invoices.',
    CREDIT_NOTE: 'Credit notes.',
    DEPOSIT: 'Deposit invoices, if they have a series of their own.',
  }),
  InvoiceStatus: enumeration('InvoiceStatus', 'Status of an invoice.', {
    DRAFT: 'Not sent.',
    SENT: 'Sent, not paid.',
    PARTIAL: 'Partially paid.',
    PAID: 'Paid in full.',
    PENDING: 'A payment is pending.',
    VOIDED: 'Declared void.',
    WRITE_OFF: 'Written off.',
  }),
  InvoiceType: enumeration('InvoiceType', 'Purpose of an invoice.', {
    STANDARD: 'Work or goods.',
    DEPOSIT: 'A deposit.',
  }),
  LineItemType: enumeration('LineItemType', 'Type of an invoice line.', {
    DEPOSIT: 'A deposit.',
    HOURS: 'Hours worked.',
    RETAINER: 'A retainer.',
    OVERAGE: 'Hours over a retainer.',
    ADHOC: 'Any other item.',
    PROJECT: 'A project.',
    EXPENSE: 'A billed expense.',
    TAX: 'A tax.',
    DEPOSIT_APPLIED: 'A deducted deposit.',
    LATE_FEE: 'A fee for late payment.',
    SUBSCRIPTION: 'A subscription.',
    DELIVERABLE: 'A deliverable.',
    CREDIT: 'A credit.',
    CONVENIENCE: 'A convenience fee.',
  }),
  LineRole: enumeration('LineRole', 'Role of a line on its invoice.', {
    ITEM: 'An item.',
    ITEM_ALLOWANCE: 'A discount on the line above it.',
    ITEM_CHARGE: 'A charge on the line above it.',
    ALLOWANCE: 'A discount on the whole invoice.',
    CHARGE: 'A charge on the whole invoice, for example freight.',
    WITHHOLDING: 'Tax that the client withholds and pays to the tax office.',
    PREPAID: 'Amount paid before the invoice was created.',
    ROUNDING: 'Rounding of the amount due.',
  }),
  CreditExcess: enumeration('CreditExcess', 'What happens to the paid part of a credited amount.', {
    REFUSE: 'It is an error if a part of it is paid.',
    REFUND: 'It is refunded.',
    CREDIT: 'It becomes credit of the client.',
  }),
  TaxBasis: enumeration('TaxBasis', 'Basis of the tax period.', {
    ACCRUAL: 'By invoice: on the issue date.',
    CASH: 'By payment: on the payment date.',
  }),
  TaxDirection: enumeration('TaxDirection', 'Output tax or input tax.', {
    OUTPUT:
      'Tax that the workspace owes: on its invoices, and on purchases with reverse charge or within the EU.',
    INPUT: 'Tax of purchases.',
  }),
  TaxCategory: enumeration('TaxCategory', 'Tax category according to EN 16931.', {
    STANDARD: 'At the standard rate.',
    REDUCED: 'At a reduced rate.',
    ZERO: 'At a zero rate.',
    EXEMPT: 'Exempt, with a reason.',
    REVERSE_CHARGE: 'Reverse charge: the client pays the tax.',
    OUTSIDE_SCOPE:
      'Outside the scope of the tax. It cannot be combined with others on an e-invoice.',
    INTRA_COMMUNITY: 'Exempt supply to a client with a VAT number in another EU country.',
    EXPORT: 'Exempt supply to a country outside the EU.',
  }),
  TaxRuleSource: enumeration('TaxRuleSource', 'Source of a tax rule.', {
    BUILT_IN: 'Defined here.',
    QUICKBOOKS: 'QuickBooks.',
    XERO: 'Xero.',
  }),
  TotalsStepKind: enumeration('TotalsStepKind', 'Kind of amount in the calculation of a total.', {
    LINE_TOTAL: 'Amount of a line: quantity × price.',
    LINE_DISCOUNT: 'A discount on the line above it.',
    LINE_CHARGE: 'A charge on the line above it.',
    ALLOWANCE: 'A discount on the whole invoice as a line.',
    CHARGE: 'A charge on the whole invoice.',
    SUB_TOTAL: 'Sum of the line totals before discount.',
    DISCOUNT: 'Discount on all lines.',
    DISCOUNT_WITHOUT_TAX: 'Discount without tax, if prices include it.',
    TAXABLE_LINES: 'Sum of the line totals with the same tax.',
    TAXABLE_DISCOUNT: 'Share of the discount for those lines.',
    TAXABLE_BASE: 'Those lines less their share of the discount.',
    AMOUNT_WITHOUT_TAX: 'That amount without tax, if prices include it.',
    TAXED_AMOUNT: 'Taxable amount of one tax: the base, for a compound tax with earlier taxes.',
    TAX_AMOUNT: 'One tax.',
    TAX_REMAINDER: 'One tax, as the rest of an amount that includes it.',
    TAX: 'Sum of the taxes.',
    TOTAL_WITH_TAX: 'Subtotal less discount plus tax, if there are adjustments below it.',
    WITHHOLDING: 'Tax that the client withholds.',
    PREPAID: 'Amount paid before the invoice was created.',
    ROUNDING: 'Rounding of the amount due.',
    TOTAL: 'Total: subtotal less discount plus tax, plus the adjustments below.',
    PAID: 'Sum of the payments.',
    CREDITED: 'Sum of the credit notes.',
    AMOUNT_DUE: 'Amount due.',
  }),
  WorkGrouping: enumeration(
    'WorkGrouping',
    'How time with the same rate is grouped into lines of an invoice.',
    workGroupings,
  ),
} as const;
