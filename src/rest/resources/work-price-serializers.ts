import { lineItemTypes } from '../../domain/invoices/invoice-record.ts';
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

/** How work that no invoice has charged looks, and an invoice of it that is not made yet. */

const sources = Object.keys(rateSources) as RateSource[];

type ShownItem = WorkItem & { cursor: string };

export const workItemSerializer = defineSerializer<ShownItem>()(
  'UnbilledItem',
  'A piece of work that no invoice has charged yet, with what it would cost before tax.',
  {
    kind: withDescription(choice(workKinds), 'What it is.'),
    id: withDescription(text, 'Id of the time entry, the expense or the deliverable.'),
    clientId: withDescription(text, 'The client it is charged to.'),
    clientName: withDescription(text, 'Name of the client.'),
    projectId: withDescription(nullableText, 'The project.'),
    projectName: withDescription(nullableText, 'Name of the project.'),
    deliverableId: withDescription(
      nullableText,
      'The deliverable, of time the one it was worked on.',
    ),
    deliverableName: withDescription(nullableText, 'Name of the deliverable.'),
    userId: withDescription(makeNullable(integer), 'Who worked, or spent.'),
    userName: withDescription(nullableText, 'Name of who that is.'),
    at: withDescription(
      dateTime,
      'When the work began, the money was spent, or the deliverable was approved.',
    ),
    description: withDescription(nullableText, 'What was done, bought or delivered.'),
    quantity: withDescription(decimal, 'Hours as they are charged; of all else 1.'),
    rate: withDescription(nullableDecimal, 'Price of one; null for time whose price nobody knows.'),
    source: withDescription(
      makeNullable(choice(sources)),
      'Where the price of an hour comes from.',
    ),
    amount: withDescription(nullableDecimal, 'Quantity × price.'),
    currency: withDescription(text, 'Currency code.'),
    taxable: withDescription(bool, 'Whether an invoice taxes it.'),
    cursor: withDescription(text, 'Where the list goes on behind it, for `after`.'),
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
  'A line that an invoice would have.',
  {
    description: withDescription(nullableText, 'What is charged.'),
    quantity: withDescription(decimal, 'How many.'),
    unitPrice: withDescription(decimal, 'Price of one.'),
    unit: withDescription(nullableText, 'Unit label.'),
    servicePeriodStart: withDescription(nullableDate, 'First day of what it charges.'),
    servicePeriodEnd: withDescription(nullableDate, 'Last day of what it charges.'),
    taxable: withDescription(bool, 'Whether the line contributes to the taxable base.'),
    lineTotal: withDescription(
      decimal,
      'quantity × unitPrice, rounded to the currency’s minor unit.',
    ),
    type: withDescription(choice(lineItemTypes), 'What the line charges.'),
    projectId: withDescription(nullableText, 'The project of all that it charges.'),
    projectName: withDescription(nullableText, 'Its name.'),
    deliverableName: withDescription(
      nullableText,
      'Name of the deliverable of all that it charges.',
    ),
    timeEntryIds: withDescription(listOf(text), 'Ids of the time that it charges.'),
    expenseIds: withDescription(listOf(text), 'Ids of the expenses that it charges.'),
    deliverableIds: withDescription(listOf(text), 'Ids of the deliverables that it charges.'),
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
}

export const invoicePreviewSerializer = defineSerializer<Previewed>()(
  'InvoicePreview',
  'An invoice as it would be made: without a number, and nothing of it is stored.',
  {
    clientId: withDescription(text, 'The client that would be billed.'),
    currency: withDescription(text, 'Currency code.'),
    dateCreated: withDescription(date, 'The day of the invoice.'),
    dateDue: withDescription(date, 'Day on which it is to be paid.'),
    supplyDate: withDescription(nullableDate, 'Day on which what it charges was supplied.'),
    servicePeriodStart: withDescription(
      nullableDate,
      'First day of the period in which that was supplied.',
    ),
    servicePeriodEnd: withDescription(nullableDate, 'Last day of that period.'),
    subTotal: withDescription(decimal, 'Sum of the lines before discount.'),
    discountAmount: withDescription(decimal, 'The discount.'),
    tax: withDescription(decimal, 'Sum of the taxes.'),
    total: withDescription(decimal, 'Subtotal less discount plus tax.'),
    lineItems: withDescription(listOf(lineSerializer), 'Its lines.'),
  },
);
