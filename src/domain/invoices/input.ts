import type { z } from 'zod';
import type { FieldError } from '../kernel/errors.ts';
import { externalIdFields } from '../kernel/external-ids.ts';
import type { Kind, Rules } from '../kernel/fields.ts';
import {
  asInRecord,
  defaulted,
  inputObject,
  nullable,
  required,
  secondName,
} from '../kernel/fields.ts';
import {
  date,
  decimal,
  flag,
  list,
  longText,
  money,
  object,
  percent,
  recordId,
  text,
} from '../kernel/kinds.ts';
import { Decimal } from '../kernel/money.ts';
import { chargeFaults, chargingFields } from './charges.ts';

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
const factor = decimal({ min: -999_999_999, max: 999_999_999, decimals: 6, rounded: true });

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
      required(factor, 'Price of one, to six decimals; negative for a credit.'),
    ),
    taxable: defaulted(flag, true),
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
  templateName: asInRecord(
    'invoiceTemplateName',
    nullable(text(), 'The invoice’s template; left out: the default one.'),
  ),
  templateId: asInRecord('invoiceTemplateId', nullable(recordId, 'The invoice’s template by id.')),
  description: nullable(longText()),
  notes: nullable(longText(), 'Notes on the invoice.'),
  dueDate: nullable(date, 'When it is to be paid; left out: 30 days from today.'),
  dateDue: secondName('dueDate', nullable(date, 'The same as dueDate.')),
  taxRate: asInRecord(
    'taxPercentage',
    nullable(
      percent(),
      'One tax of that percentage; left out: the client’s default rule or rate, then the workspace’s.',
    ),
  ),
  discountPercent: defaulted(percent(), new Decimal(0)),
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
      'What is charged, as one taxable line: tax is added to it.',
    ),
  },
  'Invoice',
);

export type InvoiceFields = z.output<typeof createInvoiceInput>;

/** Every invoice has a client, by name or by id, and one due date, by either name. */
export const headerFits: Rules<Omit<InvoiceFields, 'items'>> = (fields) => {
  const { clientName, clientId, dueDate, dateDue } = fields;
  const faults: FieldError[] = [];
  if (clientName === null && clientId === null) {
    faults.push({ path: 'clientName', code: 'required', message: 'is required, or clientId' });
  }
  if (dueDate && dateDue && dueDate.getTime() !== dateDue.getTime()) {
    faults.push({ path: 'dateDue', code: 'disagrees', message: 'is another day than dueDate' });
  }
  return faults;
};

/** What fits together in an invoice of items. */
export const itemsFit: Rules<InvoiceFields> = (fields) => [
  ...headerFits(fields),
  ...chargeFaults(fields.items ?? []),
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
