import type { z } from 'zod';
import { InvoiceType, LineRole } from '../../generated/prisma/enums.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
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
import type { FieldType, Rules } from '../../platform/input/fields.ts';
import {
  aliasOf,
  inputObject,
  nullable,
  required,
  withDefault,
  withRecordName,
} from '../../platform/input/fields.ts';
import { Decimal } from '../../platform/money/money.ts';
import {
  adjustmentFields,
  itemAdjustmentFields,
  validateAdjustments,
  validateItemAdjustments,
} from './adjustments.ts';
import { billedRecordFields, validateBilledRecords } from './billed-record-fields.ts';
import { issueDateField } from './draft-dates.ts';
import { linePeriodFields } from './line-period-fields.ts';
import {
  supplyPeriodFields,
  validateServicePeriod,
  validateSupplyPeriod,
} from './supply-period.ts';
import { defaultTaxFields, lineTaxFields, validateTax } from './tax-input.ts';

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
  buyerReference: nullable(text()),
  orderNumber: nullable(text()),
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

type Item = InvoiceFields['items'][number];

const isOfItem = ({ role }: Item) => role === 'ITEM_ALLOWANCE' || role === 'ITEM_CHARGE';

/** A client can send back the lines that it read. `price` has precedence over `rate`. */
export function foldItemAdjustments(lines: readonly Item[]): Item[] {
  const items: Item[] = [];
  for (const line of lines) {
    const price = line.price ?? line.rate;
    const above = items.at(-1);
    if (line.role === 'ITEM') items.push({ ...line, rate: price });
    if (!above || !isOfItem(line)) continue;
    const { description: reason, percent } = line;
    const isCharge = line.role === 'ITEM_CHARGE';
    const amount = isCharge ? price : price.negated();
    const one = { reason, percent, amount: percent ? null : amount };
    if (isCharge) above.charges = [...(above.charges ?? []), one];
    else above.allowances = [...(above.allowances ?? []), one];
  }
  return items;
}

export const validateInvoiceItems = (items: readonly Item[]): FieldError[] => [
  ...(items[0] && isOfItem(items[0])
    ? [
        {
          path: 'items.0.role',
          code: 'disagrees',
          message: 'belongs to an item, and has none above it',
        },
      ]
    : []),
  ...items.flatMap((item, index) => [
    ...validateTax(item, `items.${index}.`),
    ...validateItemAdjustments(item, `items.${index}.`),
    ...validateServicePeriod(item, undefined, `items.${index}.`),
  ]),
  ...validateBilledRecords(items),
];

export const validateInvoiceHeader: Rules<Omit<InvoiceFields, 'items'>> = (fields) => {
  const { clientName, clientId, dueDate, dateDue } = fields;
  const faults: FieldError[] = [];
  if (clientName === null && clientId === null) {
    faults.push({ path: 'clientName', code: 'required', message: 'is required, or clientId' });
  }
  if (fields.invoiceType === 'DEPOSIT' && fields.depositIds?.length) {
    const message = 'is for invoices that are no deposits themselves';
    faults.push({ path: 'depositIds', code: 'disagrees', message });
  }
  if (dueDate && dateDue && dueDate.getTime() !== dateDue.getTime()) {
    faults.push({ path: 'dateDue', code: 'disagrees', message: 'is another day than dueDate' });
  }
  return [
    ...faults,
    ...validateSupplyPeriod(fields),
    ...validateTax(fields),
    ...validateAdjustments(fields),
  ];
};

export const validateInvoiceFields: Rules<InvoiceFields> = (fields) => [
  ...validateInvoiceHeader(fields),
  ...validateInvoiceItems(fields.items ?? []),
];

/** Shape B: an amount and no items (spec part 4, "Create Invoice"). */
export function isSimpleInvoice(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { amount, items } = body as { amount?: unknown; items?: unknown };
  const hasItems = Array.isArray(items) ? items.length > 0 : !isEmpty(items);
  return !isEmpty(amount) && !hasItems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
