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
import { invoiceWarningsSql, warningsDescription } from '../../domain/invoices/invoice-warnings.ts';
import { taxCategories } from '../../domain/invoices/tax-input.ts';
import { taxRuleSources } from '../../domain/invoices/tax-rules.ts';
import { paymentTypes } from '../../domain/payments/fields.ts';
import { effectiveAmountSql } from '../../domain/payments/paid-amount.ts';
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
  'A tax rule when the invoice was created.',
  {
    id: withDescription(text, 'Id of the rule.'),
    name: text,
    source: choice(taxRuleSources),
    providerId: nullableText,
    effectiveRate: withDescription(decimal, 'Sum of the components in percent.'),
    components: listOf(taxComponent),
  },
);

const taxLine = defineSerializer<InvoiceRecord['taxBreakdown'][number]>()(
  'TaxBreakdown',
  'Taxable amount and tax of one component.',
  {
    name: withDescription(text, 'Name of the tax.'),
    rate: withDescription(decimal, 'Percentage.'),
    order: withDescription(integer, 'Position among the components, from 1.'),
    compound: withDescription(
      bool,
      'Whether the tax is applied to the base plus the tax of earlier components.',
    ),
    taxableAmount: withDescription(decimal, 'The amount that the rate applies to.'),
    amount: withDescription(decimal, 'The tax, rounded once.'),
    taxGroup: withDescription(
      integer,
      'Number of the tax group, from 1. Compound taxes apply to their own group.',
    ),
    category: withDescription(
      makeNullable(choice(taxCategories)),
      'Tax category. Null on invoices that are older than categories.',
    ),
    reason: withDescription(nullableText, 'Exemption reason of these lines.'),
  },
);

const lineItem = defineSerializer<InvoiceRecord['lineItems'][number]>()(
  'LineItem',
  'A line of an invoice.',
  {
    id: withDescription(text, 'Id of the line.'),
    description: nullableText,
    role: withDescription(choice(lineRoles), 'Role of the line on its invoice.'),
    quantity: decimal,
    unitPrice: decimal,
    price: withDescription(
      nullableDecimal,
      'The price as it was given: for baseQuantity units, and with tax where taxInclusive says so. Null if that is unitPrice.',
    ),
    baseQuantity: withDescription(nullableDecimal, 'How many units price is for. Null: one.'),
    percent: withDescription(
      nullableDecimal,
      'The line as a percentage: of its item, of all items, or of the invoice before tax.',
    ),
    unit: withDescription(nullableText, 'Unit label.'),
    servicePeriodStart: withDescription(
      nullableDate,
      'First day of the supply period. For a single day, first and last day are equal.',
    ),
    servicePeriodEnd: withDescription(nullableDate, 'Last day of the supply period.'),
    taxable: withDescription(
      bool,
      'Whether the line is taxable. If the line has its own tax, whether the rate is above 0.',
    ),
    taxCategory: withDescription(
      makeNullable(choice(taxCategories)),
      'Tax category. Null if the line is not taxed.',
    ),
    taxRate: withDescription(nullableDecimal, 'Sum of its tax rates in percent.'),
    taxReason: withDescription(nullableText, 'Exemption reason.'),
    lineTotal: withDescription(
      decimal,
      'quantity × unitPrice, rounded to the currency’s minor unit.',
    ),
    type: withDescription(
      choice(lineItemTypes),
      'Source of the line: PROJECT if it has a project, otherwise ADHOC; for billed work HOURS, EXPENSE or DELIVERABLE.',
    ),
    visible: withDescription(bool, 'Whether it is printed on the invoice.'),
    projectId: withDescription(nullableText, 'The project the line is for.'),
    projectName: copiedFromArea(
      'projects',
      withDescription(nullableText, 'Its name when the invoice was created.'),
    ),
    deliverableName: withDescription(nullableText, 'Name of the deliverable the line is for.'),
    depositInvoiceId: withDescription(nullableText, 'The deposit that the line deducts.'),
  },
);

const payment = defineSerializer<InvoiceRecord['payments'][number]>()(
  'Payment',
  'A payment of an invoice, without reversals and refunds.',
  {
    id: withDescription(text, 'Id of the payment.'),
    amount: computedProperty(
      withDescription(decimal, 'Amount of the payment less refunds.'),
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
  'The client when the invoice was created.',
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
    legalId: withDescription(nullableText, 'Number in the register of companies.'),
    legalIdScheme: withDescription(nullableText, 'The register, a code of ISO 6523.'),
  },
);

export const warningSerializer = defineSerializer<InvoiceWarning>()(
  'InvoiceWarning',
  'A problem of an invoice that does not prevent its issue.',
  {
    path: withDescription(text, 'The field that it is about.'),
    code: withDescription(text, 'Stable code of the problem.'),
    message: withDescription(text, 'The problem and its solution.'),
  },
);

const miniFields = {
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
  paymentTotal: withDescription(decimal, 'Sum of the payments, without reversals and refunds.'),
  creditedTotal: withDescription(decimal, 'Sum of the credit notes.'),
  amountDue: copiedFromArea(
    'clients',
    withDescription(
      decimal,
      'Amount due: total less paymentTotal and creditedTotal. 0 once it is voided or written off.',
    ),
  ),
  // The page at this URL shows the client.
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
  miniFields,
  'Invoice',
);

export const invoiceSerializer = defineSerializer<InvoiceRecord>()(
  'Invoice',
  'An invoice with all its fields.',
  {
    ...miniFields,
    notes: nullableText,
    paymentInstructions: copiedFromArea('settings', nullableText),
  },
);
