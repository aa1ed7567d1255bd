import type { InvoiceRecord } from '../../domain/invoices/invoice-record.ts';
import {
  invoiceParts,
  invoiceStatuses,
  invoiceTypes,
  lineItemTypes,
  lineRoles,
  viewOnlineUrlSql,
} from '../../domain/invoices/invoice-record.ts';
import type { InvoiceWarning } from '../../domain/invoices/invoice-warnings.ts';
import { invoiceWarningsSql } from '../../domain/invoices/invoice-warnings.ts';
import { taxCategories } from '../../domain/invoices/tax-input.ts';
import { taxRuleSources } from '../../domain/invoices/tax-rules.ts';
import { paymentTypes } from '../../domain/payments/fields.ts';
import { effectiveAmountSql } from '../../domain/payments/reversals.ts';
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

type AppliedTaxRule = NonNullable<InvoiceRecord['taxRule']>;

const taxComponent = defineSerializer<AppliedTaxRule['components'][number]>()(
  'TaxComponent',
  'One tax of a rule.',
  {
    name: text,
    rate: decimal,
    order: integer,
    compound: bool,
    compoundOnOrder: makeNullable(integer),
  },
);

const taxRule = defineSerializer<AppliedTaxRule>()(
  'TaxRule',
  'A tax rule as it was when the invoice was made.',
  {
    id: withDescription(text, 'Id of the rule.'),
    name: text,
    source: choice(taxRuleSources),
    providerId: nullableText,
    effectiveRate: withDescription(decimal, 'The sum of the components, in percent.'),
    components: listOf(taxComponent),
  },
);

const taxLine = defineSerializer<InvoiceRecord['taxBreakdown'][number]>()(
  'TaxBreakdown',
  'What one component taxes and takes.',
  {
    name: withDescription(text, 'What the tax is called.'),
    rate: withDescription(decimal, 'Percentage.'),
    order: withDescription(integer, 'Place among the components, from 1.'),
    compound: withDescription(bool, 'Taxed on the base plus the tax of earlier components.'),
    taxableAmount: withDescription(decimal, 'What the rate was applied to.'),
    amount: withDescription(decimal, 'The tax, rounded once.'),
    taxGroup: withDescription(
      integer,
      'The lines that are taxed alike, numbered from 1: compound taxes are of their own group.',
    ),
    category: withDescription(
      makeNullable(choice(taxCategories)),
      'Category of the tax; null on invoices from before there were categories.',
    ),
    reason: withDescription(nullableText, 'Why these lines are not taxed as usual.'),
  },
);

const lineItem = defineSerializer<InvoiceRecord['lineItems'][number]>()(
  'LineItem',
  'A line of an invoice.',
  {
    id: withDescription(text, 'Id of the line.'),
    description: nullableText,
    role: withDescription(choice(lineRoles), 'What the line is on its invoice.'),
    quantity: decimal,
    unitPrice: decimal,
    price: withDescription(
      nullableDecimal,
      'The price as it was given: for baseQuantity units, and with tax where taxInclusive says so; null where that is unitPrice.',
    ),
    baseQuantity: withDescription(nullableDecimal, 'How many units price is for; null: one.'),
    percent: withDescription(
      nullableDecimal,
      'The percentage that the line is: of its item, of all items, or of the invoice before tax.',
    ),
    unit: withDescription(nullableText, 'Unit label.'),
    servicePeriodStart: withDescription(
      nullableDate,
      'First day on which what it charges was done or delivered; a single day is the first and the last.',
    ),
    servicePeriodEnd: withDescription(nullableDate, 'Last of these days.'),
    taxable: withDescription(
      bool,
      'Whether the line contributes to the taxable base; of a line that names its tax, whether its rate is above 0.',
    ),
    taxCategory: withDescription(
      makeNullable(choice(taxCategories)),
      'Category of its tax; null where it is not taxed.',
    ),
    taxRate: withDescription(nullableDecimal, 'The sum of its taxes, in percent.'),
    taxReason: withDescription(nullableText, 'Why it is not taxed as usual.'),
    lineTotal: withDescription(
      decimal,
      'quantity × unitPrice, rounded to the currency’s minor unit.',
    ),
    type: withDescription(
      choice(lineItemTypes),
      'What the line comes from: PROJECT where it names a project, otherwise ADHOC; of work that was charged HOURS, EXPENSE or DELIVERABLE.',
    ),
    visible: withDescription(bool, 'Shown on the rendered invoice.'),
    projectId: withDescription(nullableText, 'The project the line is for.'),
    projectName: copiedFromArea(
      'projects',
      withDescription(nullableText, 'Its name when the invoice was made.'),
    ),
    deliverableName: withDescription(nullableText, 'Name of the deliverable the line is for.'),
    depositInvoiceId: withDescription(nullableText, 'The deposit that the line takes off.'),
  },
);

const payment = defineSerializer<InvoiceRecord['payments'][number]>()(
  'Payment',
  'Money received for an invoice, as far as it counts.',
  {
    id: withDescription(text, 'Id of the payment.'),
    amount: computedProperty(
      withDescription(
        decimal,
        'What counts of the payment: what was paid, less what was refunded of it.',
      ),
      effectiveAmountSql,
    ),
    date: date,
    paymentType: choice(paymentTypes),
    referenceNumber: nullableText,
    memo: nullableText,
  },
);

const clientInfo = defineSerializer<InvoiceRecord['clientInfo']>()(
  'ClientInfo',
  'The client as it was when the invoice was made.',
  {
    id: withDescription(text, 'Id of the client.'),
    name: withDescription(text, 'Name of the client.'),
    address1: nullableText,
    address2: nullableText,
    city: nullableText,
    locality: nullableText,
    postal: nullableText,
    country: nullableText,
    phone: nullableText,
    website: nullableText,
    taxId: nullableText,
    legalId: nullableText,
    legalIdScheme: nullableText,
  },
);

const warning = defineSerializer<InvoiceWarning>()(
  'InvoiceWarning',
  'A fault of an invoice that does not prevent it from being issued.',
  {
    path: withDescription(text, 'The field that it is about.'),
    code: withDescription(text, 'The fault, for programs.'),
    message: withDescription(text, 'The fault and its remedy.'),
  },
);

const miniFields = {
  id: withDescription(text, 'Id of the invoice.'),
  invoiceNumber: withDescription(
    makeNullable(integer),
    'The number behind the formatted one, if it has one.',
  ),
  invoiceNumberFormatted: withDescription(text, 'The number as it is printed.'),
  accountId: withDescription(integer, 'The workspace.'),
  clientId: withDescription(text, 'The client that is billed.'),
  clientInfo: copiedFromArea(
    'clients',
    withDescription(clientInfo, 'The client as it was when the invoice was made.'),
  ),
  description: nullableText,
  ...externalIdColumns,
  dateCreated: withDescription(date, 'Day on which it was made, in the workspace’s time zone.'),
  dateIssued: withDescription(
    nullableDate,
    'Day on which it was issued: it was sent, marked as sent or paid for the first time; null for a draft.',
  ),
  dateSent: nullableDate,
  dateDue: renamedProperty<InvoiceRecord, 'dueDate'>(
    'dueDate',
    withDescription(date, 'Day on which it is to be paid.'),
  ),
  datePaid: withDescription(
    nullableDate,
    'Day on which payments covered it; null if it was credited and nothing was paid.',
  ),
  supplyDate: nullableDate,
  servicePeriodStart: nullableDate,
  servicePeriodEnd: nullableDate,
  status: withDescription(
    choice(invoiceStatuses),
    'DRAFT until it is sent; PARTIAL and PAID by payments.',
  ),
  invoiceType: withDescription(choice(invoiceTypes), 'Kind of invoice.'),
  currency: copiedFromArea('clients', withDescription(text, 'Currency code.')),
  subTotal: decimal,
  discountPercent: decimal,
  discountAmount: withDescription(
    decimal,
    'That percentage of all items, rounded once; allowances and charges on the invoice take no part.',
  ),
  tax: copiedFromArea('clients', decimal),
  taxPercentage: copiedFromArea(
    'clients',
    withDescription(
      nullableDecimal,
      'The plain tax percentage, where no rule applies; null where lines are taxed at several rates.',
    ),
  ),
  taxCategory: copiedFromArea('clients', makeNullable(choice(taxCategories))),
  taxReason: copiedFromArea('clients', nullableText),
  taxInclusive: bool,
  taxRule: copiedFromArea(
    'settings',
    computedProperty(
      withDescription(makeNullable(taxRule), 'The tax rule, where one applies.'),
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
  paymentTotal: withDescription(decimal, 'Sum of the payments that count.'),
  creditedTotal: withDescription(decimal, 'What was credited by credit notes.'),
  amountDue: copiedFromArea(
    'clients',
    withDescription(
      decimal,
      'What is still to be paid: total less paymentTotal and creditedTotal, and 0 once it is voided or written off.',
    ),
  ),
  // Whoever has it sees the client.
  viewOnlineUrl: copiedFromArea(
    'clients',
    computedProperty(
      withDescription(
        nullableText,
        'Where the client sees the invoice; whoever has it can. Null where the link was revoked.',
      ),
      viewOnlineUrlSql,
    ),
  ),
  payments: withDescription(
    listOf(payment, invoiceParts.payments),
    'The payments that count, in the order in which they were recorded: those that were reversed are only in payments/search.',
  ),
  lineItems: withDescription(listOf(lineItem, invoiceParts.lineItems), 'The lines.'),
  warnings: computedProperty(
    withDescription(
      listOf(warning),
      'Faults that do not prevent it from being issued, but from being an e-invoice.',
    ),
    invoiceWarningsSql,
  ),
};

export const invoiceMiniSerializer = defineSerializer<InvoiceRecord>()(
  'InvoiceMini',
  'An invoice with its lines, taxes and payments.',
  miniFields,
  'Invoice',
);

export const invoiceSerializer = defineSerializer<InvoiceRecord>()(
  'Invoice',
  'An invoice with all there is of it.',
  {
    ...miniFields,
    notes: nullableText,
    paymentInstructions: copiedFromArea('settings', nullableText),
  },
);
