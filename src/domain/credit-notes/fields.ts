import type { z } from 'zod';
import type {
  CreditNote,
  CreditNoteLine,
  CreditNoteTaxLine,
} from '../../generated/prisma/client.ts';
import {
  booleanType,
  date,
  decimal,
  enumOf,
  list,
  money,
  multilineText,
  object,
  recordIdType,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';

export type CreditNoteRecord = CreditNote & {
  lineItems: CreditNoteLine[];
  taxBreakdown: CreditNoteTaxLine[];
};

const excesses = ['REFUSE', 'REFUND', 'CREDIT'] as const;

const creditedLine = inputObject(
  'CreditedLine',
  'As much of a line as is credited. Default: everything that is not credited yet.',
  {
    lineId: required(recordIdType, 'A line of the invoice, by id.'),
    quantity: nullable(
      decimal({ decimals: 6, written: 12 }),
      'Quantity, at the price of the line.',
    ),
    amount: nullable(
      money(),
      'Amount instead of a quantity, for example for a lower price. It includes tax if the prices of the invoice do.',
    ),
  },
);

export const createCreditNoteInput = inputObject(
  'CreateCreditNote',
  'The part of an invoice to credit.',
  {
    invoiceId: required(recordIdType, 'Id of the invoice to credit.'),
    reason: nullable(multilineText()),
    date: nullable(date, 'Date of the credit note, not before the invoice. Default: today.'),
    lines: nullable(
      list(object(creditedLine, { isExact: true }), { min: 1 }),
      'Lines to credit, by quantity or amount. Withheld tax is credited in proportion. Default: everything that is not credited yet.',
    ),
    includeDocumentAdjustments: withDefault(
      booleanType,
      true,
      'Whether the discounts and charges of the whole invoice are credited in proportion to the lines.',
    ),
    excess: withDefault(
      enumOf('CreditExcess', excesses),
      'REFUSE',
      'What happens to the amount that the client has already paid.',
    ),
  },
);

export type CreditNoteFields = z.output<typeof createCreditNoteInput>;
