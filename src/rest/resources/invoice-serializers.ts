import type { InvoiceRecord } from '../../domain/invoices/invoice-record.ts';
import {
  invoiceParts,
  invoiceStatuses,
  invoiceTypes,
  lineItemTypes,
  lineRoles,
  viewOnlineUrlSql,
} from '../../domain/invoices/invoice-record.ts';
import { taxCategories } from '../../domain/invoices/tax-input.ts';
import { taxRuleSources } from '../../domain/invoices/tax-rules.ts';
import { countedSql, paymentTypes } from '../../domain/payments/index.ts';
import {
  choice,
  computed,
  copiedFrom,
  date,
  decimal,
  described,
  externalIdColumns,
  flag,
  integer,
  listOf,
  nullableDate,
  nullableDecimal,
  nullableText,
  orNull,
  renamed,
  text,
  wire,
} from '../core/serializer.ts';

type AppliedTaxRule = NonNullable<InvoiceRecord['taxRule']>;

const taxComponent = wire<AppliedTaxRule['components'][number]>()(
  'TaxComponent',
  'One tax of a rule.',
  {
    name: text,
    rate: decimal,
    order: integer,
    compound: flag,
    compoundOnOrder: orNull(integer),
  },
);

const taxRule = wire<AppliedTaxRule>()(
  'TaxRule',
  'A tax rule as it was when the invoice was made.',
  {
    id: described(text, 'Id of the rule.'),
    name: text,
    source: choice(taxRuleSources),
    providerId: nullableText,
    effectiveRate: described(decimal, 'The sum of the components, in percent.'),
    components: listOf(taxComponent),
  },
);

const taxLine = wire<InvoiceRecord['taxBreakdown'][number]>()(
  'TaxBreakdown',
  'What one component taxes and takes.',
  {
    name: described(text, 'What the tax is called.'),
    rate: described(decimal, 'Percentage.'),
    order: described(integer, 'Place among the components, from 1.'),
    compound: described(flag, 'Taxed on the base plus the tax of earlier components.'),
    taxableAmount: described(decimal, 'What the rate was applied to.'),
    amount: described(decimal, 'The tax, rounded once.'),
    taxGroup: described(
      integer,
      'The lines that are taxed alike, numbered from 1: compound taxes are of their own group.',
    ),
    category: described(
      orNull(choice(taxCategories)),
      'Category of the tax; null on invoices from before there were categories.',
    ),
    reason: described(nullableText, 'Why these lines are not taxed as usual.'),
  },
);

const lineItem = wire<InvoiceRecord['lineItems'][number]>()('LineItem', 'A line of an invoice.', {
  id: described(text, 'Id of the line.'),
  description: nullableText,
  role: described(choice(lineRoles), 'What the line is on its invoice.'),
  quantity: decimal,
  unitPrice: decimal,
  price: described(
    nullableDecimal,
    'The price as it was given: for baseQuantity units, and with tax where taxInclusive says so; null where that is unitPrice.',
  ),
  baseQuantity: described(nullableDecimal, 'How many units price is for; null: one.'),
  percent: described(
    nullableDecimal,
    'The percentage that the line is: of its item, of all items, or of the invoice before tax.',
  ),
  unit: described(nullableText, 'Unit label.'),
  servicePeriodStart: described(
    nullableDate,
    'First day on which what it charges was done or delivered; a single day is the first and the last.',
  ),
  servicePeriodEnd: described(nullableDate, 'Last of these days.'),
  taxable: described(
    flag,
    'Whether the line contributes to the taxable base; of a line that names its tax, whether its rate is above 0.',
  ),
  taxCategory: described(
    orNull(choice(taxCategories)),
    'Category of its tax; null where it is not taxed.',
  ),
  taxRate: described(nullableDecimal, 'The sum of its taxes, in percent.'),
  taxReason: described(nullableText, 'Why it is not taxed as usual.'),
  lineTotal: described(decimal, 'quantity × unitPrice, rounded to the currency’s minor unit.'),
  type: described(
    choice(lineItemTypes),
    'What the line comes from: PROJECT where it names a project, otherwise ADHOC; of work that was charged HOURS, EXPENSE or DELIVERABLE.',
  ),
  visible: described(flag, 'Shown on the rendered invoice.'),
  projectId: described(nullableText, 'The project the line is for.'),
  projectName: copiedFrom(
    'projects',
    described(nullableText, 'Its name when the invoice was made.'),
  ),
  deliverableName: described(nullableText, 'Name of the deliverable the line is for.'),
  depositInvoiceId: described(nullableText, 'The deposit that the line takes off.'),
});

const payment = wire<InvoiceRecord['payments'][number]>()(
  'Payment',
  'Money received for an invoice, as far as it counts.',
  {
    id: described(text, 'Id of the payment.'),
    amount: computed(
      described(
        decimal,
        'What counts of the payment: what was paid, less what was refunded of it.',
      ),
      countedSql,
    ),
    date: date,
    paymentType: choice(paymentTypes),
    referenceNumber: nullableText,
    memo: nullableText,
  },
);

const clientInfo = wire<InvoiceRecord['clientInfo']>()(
  'ClientInfo',
  'The client as it was when the invoice was made.',
  {
    id: described(text, 'Id of the client.'),
    name: described(text, 'Name of the client.'),
    address1: nullableText,
    address2: nullableText,
    city: nullableText,
    locality: nullableText,
    postal: nullableText,
    country: nullableText,
    phone: nullableText,
    website: nullableText,
    taxId: nullableText,
  },
);

const miniFields = {
  id: described(text, 'Id of the invoice.'),
  invoiceNumber: described(orNull(integer), 'The number behind the formatted one, if it has one.'),
  invoiceNumberFormatted: described(text, 'The number as it is printed.'),
  accountId: described(integer, 'The workspace.'),
  clientId: described(text, 'The client that is billed.'),
  clientInfo: copiedFrom(
    'clients',
    described(clientInfo, 'The client as it was when the invoice was made.'),
  ),
  description: nullableText,
  ...externalIdColumns,
  dateCreated: described(date, 'Day on which it was made, in the workspace’s time zone.'),
  dateIssued: described(
    nullableDate,
    'Day on which it was issued: it was sent, marked as sent or paid for the first time; null for a draft.',
  ),
  dateSent: nullableDate,
  dateDue: renamed<InvoiceRecord, 'dueDate'>(
    'dueDate',
    described(date, 'Day on which it is to be paid.'),
  ),
  datePaid: described(nullableDate, 'Day of the payment that covered it.'),
  supplyDate: nullableDate,
  servicePeriodStart: nullableDate,
  servicePeriodEnd: nullableDate,
  status: described(
    choice(invoiceStatuses),
    'DRAFT until it is sent; PARTIAL and PAID by payments.',
  ),
  invoiceType: described(choice(invoiceTypes), 'Kind of invoice.'),
  currency: copiedFrom('clients', described(text, 'Currency code.')),
  subTotal: decimal,
  discountPercent: decimal,
  discountAmount: described(
    decimal,
    'That percentage of all items, rounded once; allowances and charges on the invoice take no part.',
  ),
  tax: copiedFrom('clients', decimal),
  taxPercentage: copiedFrom(
    'clients',
    described(
      nullableDecimal,
      'The plain tax percentage, where no rule applies; null where lines are taxed at several rates.',
    ),
  ),
  taxCategory: copiedFrom('clients', orNull(choice(taxCategories))),
  taxReason: copiedFrom('clients', nullableText),
  taxInclusive: flag,
  taxRule: copiedFrom(
    'settings',
    computed(described(orNull(taxRule), 'The tax rule, where one applies.'), 'taxRuleSnapshot'),
  ),
  taxBreakdown: copiedFrom(
    'settings',
    described(listOf(taxLine, invoiceParts.taxBreakdown), 'The taxes, component by component.'),
  ),
  total: copiedFrom('clients', described(decimal, 'subTotal − discountAmount + tax.')),
  withholdingAmount: copiedFrom('clients', decimal),
  prepaidAmount: decimal,
  roundTo: nullableDecimal,
  roundingAmount: copiedFrom('clients', decimal),
  buyerReference: nullableText,
  orderNumber: nullableText,
  paymentTotal: computed(
    described(
      decimal,
      'What is settled: payments that count, and what was credited, so that amountDue is total less it.',
    ),
    (alias) => `trim_scale(${alias}."paymentTotal" + ${alias}."creditedTotal")`,
  ),
  creditedTotal: described(decimal, 'What of paymentTotal was credited by credit notes.'),
  amountDue: copiedFrom(
    'clients',
    described(
      decimal,
      'What is still to be paid: total less paymentTotal, and 0 once it is voided or written off.',
    ),
  ),
  // Whoever has it sees the client.
  viewOnlineUrl: copiedFrom(
    'clients',
    computed(
      described(
        nullableText,
        'Where the client sees the invoice; whoever has it can. Null where the link was revoked.',
      ),
      viewOnlineUrlSql,
    ),
  ),
  payments: described(
    listOf(payment, invoiceParts.payments),
    'The payments that count, in the order in which they were recorded: those that were reversed are only in payments/search.',
  ),
  lineItems: described(listOf(lineItem, invoiceParts.lineItems), 'The lines.'),
};

export const invoiceMiniWire = wire<InvoiceRecord>()(
  'InvoiceMini',
  'An invoice with its lines, taxes and payments.',
  miniFields,
  'Invoice',
);

export const invoiceWire = wire<InvoiceRecord>()('Invoice', 'An invoice with all there is of it.', {
  ...miniFields,
  notes: nullableText,
  paymentInstructions: copiedFrom('settings', nullableText),
});
