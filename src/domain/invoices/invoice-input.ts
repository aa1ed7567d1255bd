import type { z } from 'zod';
import { InvoiceType, LineRole } from '../../generated/prisma/enums.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  currency,
  date,
  decimal,
  enumOf,
  list,
  money,
  multilineText,
  object,
  percent,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  required,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import { adjustmentFields, itemAdjustmentFields } from './adjustments.ts';
import { billedRecordFields } from './billed-record-fields.ts';
import { buyerReferenceFields } from './buyer-references.ts';
import { deliverToInput } from './deliver-to.ts';
import { issueDateField } from './draft-dates.ts';
import { linePeriodFields } from './line-period-fields.ts';
import { supplyPeriodFields } from './supply-period.ts';
import { defaultTaxFields, lineTaxFields } from './tax-input.ts';

const names = list(text(), { max: 100 });

/** A single text is a list of one. Blank entries are dropped. */
export const contactNames: FieldType<string[]> = {
  presentation: names.presentation,
  json: { anyOf: [names.json, { type: 'string' }] },
  read: (value, report) =>
    names
      .read(typeof value === 'string' ? [value] : value, report)
      ?.filter((entry) => entry !== ''),
};

const sendToInput = inputObject('SendTo', 'Whether the invoice is sent, and to whom.', {
  send: withDefault(booleanType, false, 'Sends the invoice: its status is SENT instead of DRAFT.'),
  contacts: nullable(
    contactNames,
    'Full names or e-mail addresses of contacts of the client. Default: its invoice contacts, otherwise its default contact.',
  ),
  emailTemplateName: nullable(text(), 'The e-mail template. Default: the default template.'),
  emailTemplateId: nullable(recordIdType, 'Id of the e-mail template.'),
});

// The range of the columns. Beyond 15 digits a JSON number is not exact.
const factor = decimal({
  min: -999_999_999,
  max: 999_999_999,
  decimals: 6,
  rounded: true,
  written: 12,
});

export const invoiceItemInput = inputObject(
  'InvoiceItem',
  'A line of the invoice.',
  {
    description: nullable(multilineText()),
    quantity: withDefault(
      factor,
      new Decimal(1),
      'Quantity, with up to twelve decimals, or six if it has more than twelve digits. Negative for a credit.',
    ),
    rate: withRecordName(
      'unitPrice',
      required(
        factor,
        'Price of one unit, or of baseQuantity units, with up to twelve decimals, or six if it has more than twelve digits. Includes tax if taxInclusive is true. Negative for a credit.',
      ),
    ),
    price: nullable(factor, 'Same as rate, so that a line can be sent back as it was returned.'),
    unit: nullable(text(50), 'Unit, for example h.'),
    ...linePeriodFields,
    role: withDefault(
      enumOf('LineRole', Object.values(LineRole)),
      'ITEM',
      'Lines as they were returned. A discount or charge belongs to the line above it. Lines for the whole invoice are ignored: use the fields of the invoice.',
    ),
    percent: nullable(percent(), 'Of a discount or charge that is sent back: its percentage.'),
    baseQuantity: nullable(
      decimal({ min: 0.000001, max: 999_999_999, decimals: 6 }),
      'Number of units that the price is for. Default: one.',
    ),
    taxable: withDefault(booleanType, true),
    ...lineTaxFields,
    ...itemAdjustmentFields,
    projectName: nullable(text(), 'A project of the client, for which the line is.'),
    projectId: nullable(recordIdType, 'The project by id.'),
    ...billedRecordFields,
  },
  'InvoiceLine',
);

/** Both shapes accept the fields of the other one. */
export const invoiceHeaderFields = {
  clientName: nullable(text(), 'The client that is billed; this or clientId is required.'),
  clientId: nullable(recordIdType, 'The client by id.'),
  invoiceNumber: nullable(
    text(100),
    'A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Default: the next.',
  ),
  invoiceType: withDefault(
    enumOf('InvoiceType', Object.values(InvoiceType)),
    'STANDARD',
    'DEPOSIT for a payment in advance. It has a number series of its own if the workspace has one.',
  ),
  depositIds: nullable(
    list(recordIdType, { max: 50 }),
    'Paid deposit invoices of the client that no other invoice deducts. Their amounts are deducted, tax by tax.',
  ),
  templateName: withRecordName(
    'invoiceTemplateName',
    nullable(text(), 'The invoice template. Default: the default template.'),
  ),
  templateId: withRecordName(
    'invoiceTemplateId',
    nullable(recordIdType, 'The invoice’s template by id.'),
  ),
  description: nullable(multilineText()),
  notes: nullable(multilineText(), 'Notes on the invoice.'),
  dateCreated: nullable(
    date,
    'Invoice date, for example of an invoice from another system. Default: today.',
  ),
  ...issueDateField,
  dueDate: nullable(
    date,
    'Due date, not before dateCreated if that is set. Default: 30 days after the invoice date, and after the issue date once it is issued.',
  ),
  dateDue: aliasOf('dueDate', nullable(date, 'The same as dueDate.')),
  currency: nullable(
    currency,
    'Expected currency. It must be the client’s currency, otherwise the workspace’s.',
  ),
  ...defaultTaxFields,
  taxInclusive: withDefault(booleanType, false),
  discountPercent: withDefault(percent(), new Decimal(0), 'Of all items.'),
  ...adjustmentFields,
  ...supplyPeriodFields,
  ...buyerReferenceFields,
  deliverTo: nullable(object(deliverToInput)),
  paymentInstructions: nullable(
    multilineText(),
    'Payment instructions, printed as they are. Default: those of the template with its placeholders filled in, otherwise the client’s, otherwise the workspace’s.',
  ),
  ...externalIdFields,
  sendTo: nullable(object(sendToInput), 'Whether the invoice is sent, and to whom.'),
};

/** Shape A of spec part 4, "Create Invoice". */
export const createInvoiceInput = inputObject('CreateInvoice', 'An invoice of items.', {
  ...invoiceHeaderFields,
  items: withRecordName(
    'lineItems',
    required(list(object(invoiceItemInput), { min: 1 }), 'The lines of the invoice.'),
  ),
});

/** Shape B of spec part 4, "Create Invoice". */
export const createSimpleInvoiceInput = inputObject(
  'CreateSimpleInvoice',
  'An invoice of one amount.',
  {
    ...invoiceHeaderFields,
    amount: required(
      money({ min: 0, max: 999_999_999 }),
      'Amount of a single taxable line. Tax is added, or included if taxInclusive is true.',
    ),
  },
  'Invoice',
);

export type InvoiceFields = z.output<typeof createInvoiceInput>;
