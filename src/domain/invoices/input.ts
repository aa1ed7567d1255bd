import type { z } from 'zod';
import type { Kind, Rules } from '../kernel/fields.ts';
import { defaulted, inputObject, nullable, required } from '../kernel/fields.ts';
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

const names = list(text(), { max: 100 });

/** A list of names or e-mails; a single text is a list of one, and blank entries are none. */
const contactNames: Kind<string[]> = {
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
const factor = decimal({ min: -999_999_999, max: 999_999_999, decimals: 6 });

const itemInput = inputObject('InvoiceItem', 'A line of the invoice.', {
  description: nullable(longText(), 'What is charged.'),
  quantity: defaulted(factor, new Decimal(1), 'How many; negative for a credit.'),
  rate: required(factor, 'Price of one; negative for a credit.'),
  taxable: defaulted(flag, true, 'Whether the line contributes to the taxable base.'),
  projectName: nullable(text(), 'A project of the client, for which the line is.'),
  projectId: nullable(recordId, 'The project by id.'),
});

const clientFields = {
  clientName: nullable(text(), 'The client that is billed; this or clientId is required.'),
  clientId: nullable(recordId, 'The client by id.'),
};

const sendTo = nullable(object(sendToInput), 'Whether the invoice is sent, and to whom.');

/** Shape A of spec part 4, "Create Invoice": a bill of items. */
export const createInvoiceInput = inputObject('CreateInvoice', 'An invoice of items.', {
  ...clientFields,
  invoiceNumber: nullable(
    text(100),
    'A number of your own: 42 is written by the workspace’s pattern, other text stays as it is. Left out: the next.',
  ),
  templateName: nullable(text(), 'The invoice’s template; left out: the default one.'),
  templateId: nullable(recordId, 'The invoice’s template by id.'),
  description: nullable(longText(), 'What the invoice is for.'),
  dueDate: nullable(date, 'When it is to be paid; left out: 30 days from today.'),
  taxRate: nullable(
    percent(),
    'One tax of that percentage; left out: the client’s default rule or rate, then the workspace’s.',
  ),
  discountPercent: defaulted(percent(), new Decimal(0), 'Discount on the whole invoice.'),
  paymentInstructions: nullable(
    longText(),
    'How to pay; left out: the template’s, else the client’s, else the workspace’s.',
  ),
  items: required(list(object(itemInput), { min: 1 }), 'The lines of the invoice.'),
  sendTo,
});

/** Shape B of spec part 4, "Create Invoice": one amount. */
export const createSimpleInvoiceInput = inputObject(
  'CreateSimpleInvoice',
  'An invoice of one amount.',
  {
    ...clientFields,
    amount: required(
      money({ min: 0, max: 999_999_999 }),
      'What is charged, before tax: the client’s default tax applies, else the workspace’s.',
    ),
    dateDue: nullable(date, 'When it is to be paid; left out: 30 days from today.'),
    description: nullable(longText(), 'What is charged.'),
    notes: nullable(longText(), 'Notes on the invoice.'),
    sendTo,
  },
);

export type InvoiceFields = z.output<typeof createInvoiceInput>;

/** Every invoice has a client, by name or by id. */
export const requiresClient: Rules<Pick<InvoiceFields, 'clientName' | 'clientId'>> = ({
  clientName,
  clientId,
}) =>
  clientName === null && clientId === null
    ? [{ path: 'clientName', code: 'required', message: 'is required, or clientId' }]
    : [];

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
