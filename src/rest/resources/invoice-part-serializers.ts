import type { DeliverTo } from '../../domain/invoices/deliver-to.ts';
import type { InvoiceRecord } from '../../domain/invoices/invoice-record.ts';
import { lineItemTypes, lineRoles } from '../../domain/invoices/invoice-record.ts';
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
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  nullableTexts,
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

export const taxRule = defineSerializer<AppliedTaxRule>()(
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

export const taxLine = defineSerializer<InvoiceRecord['taxBreakdown'][number]>()(
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
    reasonCode: withDescription(nullableText, 'Exemption code of these lines (VATEX).'),
  },
);

export const lineItem = defineSerializer<InvoiceRecord['lineItems'][number]>()(
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
    taxReasonCode: withDescription(nullableText, 'Exemption code (VATEX).'),
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

export const payment = defineSerializer<InvoiceRecord['payments'][number]>()(
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

export const deliverTo = defineSerializer<DeliverTo>()('DeliverTo', 'Place of delivery.', {
  city: withDescription(nullableText, 'City.'),
  postal: withDescription(nullableText, 'Postal code.'),
  countryCode: withDescription(text, 'ISO 3166 code of the country.'),
});

export const clientInfo = defineSerializer<InvoiceRecord['clientInfo']>()(
  'ClientInfo',
  'The client when the invoice was created.',
  {
    id: withDescription(text, 'Id of the client.'),
    name: withDescription(text, 'Name of the client.'),
    ...nullableTexts('address1', 'address2', 'city', 'locality', 'postal', 'country'),
    countryCode: withDescription(nullableText, 'ISO 3166 code of the country.'),
    ...nullableTexts('phone', 'website', 'taxId'),
    legalId: withDescription(nullableText, 'Number in the register of companies.'),
    legalIdScheme: withDescription(nullableText, 'The register, a code of ISO 6523.'),
    electronicAddress: withDescription(nullableText, 'Address for electronic invoices.'),
    electronicAddressScheme: withDescription(nullableText, 'Its scheme, a code of the list EAS.'),
    buyerReference: withDescription(nullableText, 'Reference that the client wants on invoices.'),
  },
);
