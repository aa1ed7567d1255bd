import { lineItemTypes } from '../../domain/invoices/invoice-record.ts';
import type { InvoiceWarning } from '../../domain/invoices/invoice-warnings.ts';
import { warningsDescription } from '../../domain/invoices/invoice-warnings.ts';
import type { WorkItem } from '../../domain/work-prices/billable-work.ts';
import { workKinds } from '../../domain/work-prices/billable-work.ts';
import type { RateSource } from '../../domain/work-prices/time-prices.ts';
import { rateSources } from '../../domain/work-prices/time-prices.ts';
import type { Decimal } from '../../platform/money/money.ts';
import {
  bool,
  choice,
  date,
  dateTime,
  decimal,
  defineSerializer,
  integer,
  listOf,
  makeNullable,
  nullableDate,
  nullableDecimal,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';
import { warningSerializer } from '../core/warning-responses.ts';

const sources = Object.keys(rateSources) as RateSource[];

type ShownItem = WorkItem & { cursor: string };

export const workItemSerializer = defineSerializer<ShownItem>()(
  'UnbilledItem',
  'An item of unbilled work with its price before tax.',
  {
    kind: withDescription(choice(workKinds), 'Kind of work.'),
    id: withDescription(text, 'Id of the time entry, the expense or the deliverable.'),
    clientId: withDescription(text, 'The billed client.'),
    clientName: withDescription(text, 'Name of the client.'),
    projectId: withDescription(nullableText, 'The project.'),
    projectName: withDescription(nullableText, 'Name of the project.'),
    deliverableId: withDescription(nullableText, 'The deliverable.'),
    deliverableName: withDescription(nullableText, 'Name of the deliverable.'),
    userId: withDescription(makeNullable(integer), 'The user who worked or spent.'),
    userName: withDescription(nullableText, 'Name of the user.'),
    at: withDescription(dateTime, 'Start of the work, day of the expense, or day of the approval.'),
    description: withDescription(nullableText, 'Description.'),
    quantity: withDescription(decimal, 'Billed hours; 1 for other items.'),
    rate: withDescription(nullableDecimal, 'Unit price. Null for time without a known rate.'),
    source: withDescription(makeNullable(choice(sources)), 'Source of the hourly rate.'),
    amount: withDescription(nullableDecimal, 'Quantity × price.'),
    currency: withDescription(text, 'Currency code.'),
    taxable: withDescription(bool, 'Whether it is taxable on an invoice.'),
    cursor: withDescription(text, 'Cursor for `after`.'),
  },
);

interface PreviewedLine {
  description: string | null;
  quantity: Decimal;
  unitPrice: Decimal;
  unit: string | null;
  servicePeriodStart: Date | null;
  servicePeriodEnd: Date | null;
  taxable: boolean;
  lineTotal: Decimal;
  type: (typeof lineItemTypes)[number];
  projectId: string | null;
  projectName: string | null;
  deliverableName: string | null;
  timeEntryIds: readonly string[];
  expenseIds: readonly string[];
  deliverableIds: readonly string[];
}

const lineSerializer = defineSerializer<PreviewedLine>()(
  'LineItemPreview',
  'A line that the invoice would have.',
  {
    description: withDescription(nullableText, 'Description.'),
    quantity: withDescription(decimal, 'How many.'),
    unitPrice: withDescription(decimal, 'Unit price.'),
    unit: withDescription(nullableText, 'Unit label.'),
    servicePeriodStart: withDescription(nullableDate, 'First day of the supply period.'),
    servicePeriodEnd: withDescription(nullableDate, 'Last day of the supply period.'),
    taxable: withDescription(bool, 'Whether the line is taxable.'),
    lineTotal: withDescription(
      decimal,
      'quantity × unitPrice, rounded to the currency’s minor unit.',
    ),
    type: withDescription(choice(lineItemTypes), 'What the line bills.'),
    projectId: withDescription(nullableText, 'The project.'),
    projectName: withDescription(nullableText, 'Its name.'),
    deliverableName: withDescription(nullableText, 'Name of the deliverable.'),
    timeEntryIds: withDescription(listOf(text), 'Ids of the billed time entries.'),
    expenseIds: withDescription(listOf(text), 'Ids of the billed expenses.'),
    deliverableIds: withDescription(listOf(text), 'Ids of the billed deliverables.'),
  },
);

interface Previewed {
  clientId: string;
  currency: string;
  dateCreated: Date;
  dateDue: Date;
  supplyDate: Date | null;
  servicePeriodStart: Date | null;
  servicePeriodEnd: Date | null;
  subTotal: Decimal;
  discountAmount: Decimal;
  tax: Decimal;
  total: Decimal;
  lineItems: readonly PreviewedLine[];
  warnings: readonly InvoiceWarning[];
}

export const invoicePreviewSerializer = defineSerializer<Previewed>()(
  'InvoicePreview',
  'An invoice preview: without a number, and nothing is stored.',
  {
    clientId: withDescription(text, 'The client.'),
    currency: withDescription(text, 'Currency code.'),
    dateCreated: withDescription(date, 'Date of the invoice.'),
    dateDue: withDescription(date, 'Due date.'),
    supplyDate: withDescription(nullableDate, 'Supply date.'),
    servicePeriodStart: withDescription(nullableDate, 'First day of the supply period.'),
    servicePeriodEnd: withDescription(nullableDate, 'Last day of the supply period.'),
    subTotal: withDescription(decimal, 'Sum of the lines before discount.'),
    discountAmount: withDescription(decimal, 'The discount.'),
    tax: withDescription(decimal, 'Sum of the taxes.'),
    total: withDescription(decimal, 'Subtotal less discount plus tax.'),
    lineItems: withDescription(listOf(lineSerializer), 'Its lines.'),
    warnings: withDescription(listOf(warningSerializer), warningsDescription),
  },
);
