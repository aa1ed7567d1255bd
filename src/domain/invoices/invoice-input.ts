import type { z } from 'zod';
import { InvoiceType, LineRole } from '../../generated/prisma/enums.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import type { Kind, Rules } from '../../platform/input/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  nullable,
  required,
  secondName,
} from '../../platform/input/fields.ts';
import {
  currency,
  date,
  decimal,
  flag,
  list,
  longText,
  money,
  object,
  oneOf,
  percent,
  recordId,
  text,
} from '../../platform/input/field-types.ts';
import { Decimal } from '../../platform/money/money.ts';
import {
  adjustmentFaults,
  adjustmentFields,
  itemAdjustmentFaults,
  itemAdjustmentFields,
} from './adjustments.ts';
import { chargeFaults, chargingFields } from './billed-record-fields.ts';
import { linePeriodFields } from './line-periods.ts';
import { periodFaults, supplyFaults, supplyFields } from './supply-period.ts';
import { ownTaxFields, taxFaults, usualTaxFields } from './tax-input.ts';

const names = list(text(), { max: 100 });

/** A list of names or e-mails; a single text is a list of one, and blank entries do not count. */
export const contactNames: Kind<string[]> = {
  presentation: names.presentation,
  json: { anyOf: [names.json, { type: 'string' }] },
  read: (value, report) =>
    names
      .read(typeof value === 'string' ? [value] : value, report)
      ?.filter((entry) => entry !== ''),
};

const sendToInput = inputObject('SendTo', 'Whether the invoice is sent, and to whom.', {
  send: defaulted(flag, false, 'Sends the invoice: its status is SENT instead of DRAFT.'),
  contacts: nullable(
    contactNames,
    'Full names or e-mails of contacts of the client; left out: its invoice contacts, else its default contact.',
  ),
  emailTemplateName: nullable(text(), 'The e-mail’s template; left out: the default one.'),
  emailTemplateId: nullable(recordId, 'The e-mail’s template by id.'),
});

// What the columns hold; beyond 15 digits a JSON number would not be exact.
const factorLimits = { min: -999_999_999, max: 999_999_999, decimals: 6, rounded: true };
const factor = decimal(factorLimits);
// What a token or a second costs is a price as it is written: times a million, a digit less is another amount.
const unitPrice = decimal({ ...factorLimits, written: 12 });

export const itemInput = inputObject(
  'InvoiceItem',
  'A line of the invoice.',
  {
    description: nullable(longText()),
    quantity: defaulted(
      factor,
      new Decimal(1),
      'How many, to six decimals; negative for a credit.',
    ),
    rate: asInRecord(
      'unitPrice',
      required(
        unitPrice,
        'Price of one, or of baseQuantity of them, to twelve decimals, or six where it has more than twelve digits; with tax where taxInclusive says so; negative for a credit.',
      ),
    ),
    price: nullable(
      unitPrice,
      'The same where it is given, instead of rate: who sends a line back as it was answered need not know which it was.',
    ),
    unit: nullable(text(50), 'What is counted, h say.'),
    ...linePeriodFields,
    role: defaulted(
      oneOf('LineRole', Object.values(LineRole)),
      'ITEM',
      'Lines that are sent back as they were answered: a discount or charge belongs to the item above it, and what belongs to the whole invoice is said by the invoice’s own fields and passed over here.',
    ),
    percent: nullable(percent(), 'Of a discount or charge that is sent back: its percentage.'),
    baseQuantity: nullable(
      decimal({ min: 0.000001, max: 999_999_999, decimals: 6 }),
      'How many units the price is for; left out: one.',
    ),
    taxable: defaulted(flag, true),
    ...ownTaxFields,
    ...itemAdjustmentFields,
    projectName: nullable(text(), 'A project of the client, for which the line is.'),
    projectId: nullable(recordId, 'The project by id.'),
    ...chargingFields,
  },
  'InvoiceLine',
);

/** What both shapes take: a caller of one who knows the other's fields is understood. */
export const headerFields = {
  clientName: nullable(text(), 'The client that is billed; this or clientId is required.'),
  clientId: nullable(recordId, 'The client by id.'),
  invoiceNumber: nullable(
    text(100),
    'A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Left out: the next.',
  ),
  invoiceType: defaulted(
    oneOf('InvoiceType', Object.values(InvoiceType)),
    'STANDARD',
    'DEPOSIT for money in advance, numbered by its own series where the workspace has one.',
  ),
  depositIds: nullable(
    list(recordId, { max: 50 }),
    'Deposit invoices of the client, each paid and taken off by no other invoice: what they charged comes off, tax by tax.',
  ),
  templateName: asInRecord(
    'invoiceTemplateName',
    nullable(text(), 'The invoice’s template; left out: the default one.'),
  ),
  templateId: asInRecord('invoiceTemplateId', nullable(recordId, 'The invoice’s template by id.')),
  description: nullable(longText()),
  notes: nullable(longText(), 'Notes on the invoice.'),
  dateCreated: nullable(
    date,
    'Day of the invoice, of one that is taken over from another system say; left out: today.',
  ),
  dueDate: nullable(
    date,
    'When it is to be paid, not before dateCreated where that is given; left out: 30 days from the day of the invoice.',
  ),
  dateDue: secondName('dueDate', nullable(date, 'The same as dueDate.')),
  currency: nullable(
    currency,
    'The currency that is expected: the client’s, else the workspace’s. Any other is refused.',
  ),
  ...usualTaxFields,
  taxInclusive: defaulted(flag, false),
  discountPercent: defaulted(percent(), new Decimal(0), 'Of all items.'),
  ...adjustmentFields,
  ...supplyFields,
  buyerReference: nullable(text()),
  orderNumber: nullable(text()),
  paymentInstructions: nullable(
    longText(),
    'How to pay, shown as it is given; left out: the template’s, with its placeholders filled in, else the client’s, else the workspace’s.',
  ),
  ...externalIdFields,
  sendTo: nullable(object(sendToInput), 'Whether the invoice is sent, and to whom.'),
};

/** Shape A of spec part 4, "Create Invoice": a bill of items. */
export const createInvoiceInput = inputObject('CreateInvoice', 'An invoice of items.', {
  ...headerFields,
  items: asInRecord(
    'lineItems',
    required(list(object(itemInput), { min: 1 }), 'The lines of the invoice.'),
  ),
});

/** Shape B of spec part 4, "Create Invoice": one amount. */
export const createSimpleInvoiceInput = inputObject(
  'CreateSimpleInvoice',
  'An invoice of one amount.',
  {
    ...headerFields,
    amount: required(
      money({ min: 0, max: 999_999_999 }),
      'What is charged, as one taxable line: tax is added to it, or is in it where taxInclusive says so.',
    ),
  },
  'Invoice',
);

export type InvoiceFields = z.output<typeof createInvoiceInput>;

type Item = InvoiceFields['items'][number];

/** What belongs to an item. */
const isOfItem = ({ role }: Item) => role === 'ITEM_ALLOWANCE' || role === 'ITEM_CHARGE';

/** The items, with what belongs to each, and at the price that counts: lines may be sent back as they were answered. */
export function folded(lines: readonly Item[]): Item[] {
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

/** What does not fit together in an item. */
export const itemFaults = (items: readonly Item[]): FieldError[] => [
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
    ...taxFaults(item, `items.${index}.`),
    ...itemAdjustmentFaults(item, `items.${index}.`),
    ...periodFaults(item, undefined, `items.${index}.`),
  ]),
  ...chargeFaults(items),
];

/** Every invoice has a client, by name or by id, one due date, by either name, and one tax of the lines that name none. */
export const headerFits: Rules<Omit<InvoiceFields, 'items'>> = (fields) => {
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
  return [...faults, ...supplyFaults(fields), ...taxFaults(fields), ...adjustmentFaults(fields)];
};

/** What fits together in an invoice of items. */
export const itemsFit: Rules<InvoiceFields> = (fields) => [
  ...headerFits(fields),
  ...itemFaults(fields.items ?? []),
];

/** Whether a body is of shape B: it has an amount and no items (spec part 4, "Create Invoice"). */
export function isSimpleInvoice(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { amount, items } = body as { amount?: unknown; items?: unknown };
  const hasItems = Array.isArray(items) ? items.length > 0 : !isEmpty(items);
  return !isEmpty(amount) && !hasItems;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
