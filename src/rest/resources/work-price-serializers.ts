import { lineItemTypes } from '../../domain/invoices/invoice-record.ts';
import type { Decimal } from '../../platform/money/money.ts';
import type { RateSource } from '../../domain/work-prices/time-prices.ts';
import { rateSources } from '../../domain/work-prices/time-prices.ts';
import type { WorkItem } from '../../domain/work-prices/billable-work.ts';
import { workKinds } from '../../domain/work-prices/billable-work.ts';
import {
  choice,
  date,
  dateTime,
  decimal,
  described,
  flag,
  integer,
  listOf,
  nullableDate,
  nullableDecimal,
  nullableText,
  orNull,
  text,
  wire,
} from '../core/serializer.ts';

/** How work that no invoice has charged looks, and an invoice of it that is not made yet. */

const sources = Object.keys(rateSources) as RateSource[];

type ShownItem = WorkItem & { cursor: string };

export const itemWire = wire<ShownItem>()(
  'UnbilledItem',
  'A piece of work that no invoice has charged yet, with what it would cost before tax.',
  {
    kind: described(choice(workKinds), 'What it is.'),
    id: described(text, 'Id of the time entry, the expense or the deliverable.'),
    clientId: described(text, 'The client it is charged to.'),
    clientName: described(text, 'Name of the client.'),
    projectId: described(nullableText, 'The project.'),
    projectName: described(nullableText, 'Name of the project.'),
    deliverableId: described(nullableText, 'The deliverable, of time the one it was worked on.'),
    deliverableName: described(nullableText, 'Name of the deliverable.'),
    userId: described(orNull(integer), 'Who worked, or spent.'),
    userName: described(nullableText, 'Name of who that is.'),
    at: described(
      dateTime,
      'When the work began, the money was spent, or the deliverable was approved.',
    ),
    description: described(nullableText, 'What was done, bought or delivered.'),
    quantity: described(decimal, 'Hours as they are charged; of all else 1.'),
    rate: described(nullableDecimal, 'Price of one; null for time whose price nobody knows.'),
    source: described(orNull(choice(sources)), 'Where the price of an hour comes from.'),
    amount: described(nullableDecimal, 'Quantity × price.'),
    currency: described(text, 'Currency code.'),
    taxable: described(flag, 'Whether an invoice taxes it.'),
    cursor: described(text, 'Where the list goes on behind it, for `after`.'),
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

const lineWire = wire<PreviewedLine>()('LineItemPreview', 'A line that an invoice would have.', {
  description: described(nullableText, 'What is charged.'),
  quantity: described(decimal, 'How many.'),
  unitPrice: described(decimal, 'Price of one.'),
  unit: described(nullableText, 'Unit label.'),
  servicePeriodStart: described(nullableDate, 'First day of what it charges.'),
  servicePeriodEnd: described(nullableDate, 'Last day of what it charges.'),
  taxable: described(flag, 'Whether the line contributes to the taxable base.'),
  lineTotal: described(decimal, 'quantity × unitPrice, rounded to the currency’s minor unit.'),
  type: described(choice(lineItemTypes), 'What the line charges.'),
  projectId: described(nullableText, 'The project of all that it charges.'),
  projectName: described(nullableText, 'Its name.'),
  deliverableName: described(nullableText, 'Name of the deliverable of all that it charges.'),
  timeEntryIds: described(listOf(text), 'Ids of the time that it charges.'),
  expenseIds: described(listOf(text), 'Ids of the expenses that it charges.'),
  deliverableIds: described(listOf(text), 'Ids of the deliverables that it charges.'),
});

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

export const previewWire = wire<Previewed>()(
  'InvoicePreview',
  'An invoice as it would be made: without a number, and nothing of it is stored.',
  {
    clientId: described(text, 'The client that would be billed.'),
    currency: described(text, 'Currency code.'),
    dateCreated: described(date, 'The day of the invoice.'),
    dateDue: described(date, 'Day on which it is to be paid.'),
    supplyDate: described(nullableDate, 'Day on which what it charges was supplied.'),
    servicePeriodStart: described(
      nullableDate,
      'First day of the period in which that was supplied.',
    ),
    servicePeriodEnd: described(nullableDate, 'Last day of that period.'),
    subTotal: described(decimal, 'Sum of the lines before discount.'),
    discountAmount: described(decimal, 'The discount.'),
    tax: described(decimal, 'Sum of the taxes.'),
    total: described(decimal, 'Subtotal less discount plus tax.'),
    lineItems: described(listOf(lineWire), 'Its lines.'),
  },
);
