import type { InvoiceRecord } from '../../domain/invoices/invoice-record.ts';
import {
  invoiceParts,
  invoiceStatuses,
  invoiceTypes,
  viewOnlineUrlSql,
} from '../../domain/invoices/invoice-record.ts';
import { invoiceWarningsSql, warningsDescription } from '../../domain/invoices/invoice-warnings.ts';
import { taxCategories } from '../../domain/invoices/tax-input.ts';
import {
  bool,
  choice,
  computedProperty,
  copiedFromArea,
  date,
  decimal,
  defineSerializer,
  externalIdColumns,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  renamedProperty,
  text,
  withDescription,
} from '../core/serializer.ts';
import { warningSerializer } from '../core/warning-responses.ts';
import {
  clientInfo,
  deliverTo,
  lineItem,
  payment,
  taxLine,
  taxRule,
} from './invoice-part-serializers.ts';

const invoiceFields = {
  id: withDescription(text, 'Id of the invoice.'),
  invoiceNumber: withDescription(
    makeNullable(integer),
    'The number within the formatted number, if there is one.',
  ),
  invoiceNumberFormatted: withDescription(text, 'Number, as printed.'),
  accountId: withDescription(integer, 'The workspace.'),
  clientId: withDescription(text, 'The billed client.'),
  clientInfo: copiedFromArea(
    'clients',
    withDescription(clientInfo, 'The client when the invoice was created.'),
  ),
  description: nullableText,
  ...externalIdColumns,
  dateCreated: withDescription(date, 'Invoice date, in the workspace’s time zone.'),
  dateIssued: withDescription(
    nullableDate,
    'Issue date: the day on which it was first sent, marked as sent or paid. Null for a draft.',
  ),
  dateSent: nullableDate,
  dateDue: renamedProperty<InvoiceRecord, 'dueDate'>('dueDate', date),
  datePaid: withDescription(
    nullableDate,
    'Date of the payment that completed it. Null if it was credited without a payment.',
  ),
  supplyDate: nullableDate,
  servicePeriodStart: nullableDate,
  servicePeriodEnd: nullableDate,
  status: withDescription(
    choice(invoiceStatuses),
    'DRAFT until it is sent; PARTIAL and PAID depending on payments.',
  ),
  invoiceType: withDescription(choice(invoiceTypes), 'Kind of invoice.'),
  currency: copiedFromArea('clients', withDescription(text, 'Currency code.')),
  subTotal: decimal,
  discountPercent: decimal,
  discountAmount: withDescription(
    decimal,
    'That percentage of all items, rounded once. Allowances and charges on the invoice are not included.',
  ),
  tax: copiedFromArea('clients', decimal),
  taxPercentage: copiedFromArea(
    'clients',
    withDescription(
      nullableDecimal,
      'The plain tax percentage, where no rule applies; null if lines are taxed at several rates.',
    ),
  ),
  taxCategory: copiedFromArea('clients', makeNullable(choice(taxCategories))),
  taxReason: copiedFromArea('clients', nullableText),
  taxReasonCode: copiedFromArea('clients', nullableText),
  taxInclusive: bool,
  taxRule: copiedFromArea(
    'settings',
    computedProperty(
      withDescription(makeNullable(taxRule), 'The tax rule, if there is one.'),
      'taxRuleSnapshot',
    ),
  ),
  taxBreakdown: copiedFromArea(
    'settings',
    withDescription(
      listOf(taxLine, invoiceParts.taxBreakdown),
      'The taxes, component by component.',
    ),
  ),
  total: copiedFromArea('clients', withDescription(decimal, 'subTotal − discountAmount + tax.')),
  withholdingAmount: copiedFromArea('clients', decimal),
  prepaidAmount: decimal,
  roundTo: nullableDecimal,
  roundingAmount: copiedFromArea('clients', decimal),
  buyerReference: nullableText,
  orderNumber: nullableText,
  deliverTo: makeNullable(deliverTo),
  paymentTotal: withDescription(decimal, 'Sum of the payments, without reversals and refunds.'),
  creditedTotal: withDescription(decimal, 'Sum of the credit notes.'),
  amountDue: copiedFromArea(
    'clients',
    withDescription(
      decimal,
      'Amount due: total less paymentTotal and creditedTotal. 0 once it is voided or written off.',
    ),
  ),
  // Area `clients`, because the page at this URL shows the client.
  viewOnlineUrl: copiedFromArea(
    'clients',
    computedProperty(
      withDescription(
        nullableText,
        'Page of the invoice for the client. Anyone with the link can open it. Null if the link was revoked.',
      ),
      viewOnlineUrlSql,
    ),
  ),
  payments: withDescription(
    listOf(payment, invoiceParts.payments),
    'Payments without reversed ones, in the order in which they were recorded. payments/search lists all.',
  ),
  lineItems: withDescription(listOf(lineItem, invoiceParts.lineItems), 'The lines.'),
  warnings: computedProperty(
    withDescription(listOf(warningSerializer), warningsDescription),
    invoiceWarningsSql,
  ),
};

export const invoiceMiniSerializer = defineSerializer<InvoiceRecord>()(
  'InvoiceMini',
  'An invoice with its lines, taxes and payments.',
  invoiceFields,
  'Invoice',
);

export const invoiceSerializer = defineSerializer<InvoiceRecord>()(
  'Invoice',
  'An invoice with all its fields.',
  {
    ...invoiceFields,
    notes: nullableText,
    paymentInstructions: copiedFromArea('settings', nullableText),
  },
);
