import type { z } from 'zod';
import type {
  CreditNote,
  CreditNoteLine,
  CreditNoteTaxLine,
} from '../../generated/prisma/client.ts';
import {
  date,
  decimal,
  enumOf,
  list,
  multilineText,
  object,
  recordIdType,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';

/** A credit note with its parts. */
export type CreditNoteRecord = CreditNote & {
  lineItems: CreditNoteLine[];
  taxBreakdown: CreditNoteTaxLine[];
};

/** What becomes of what was paid of what is credited. */
const excesses = ['REFUSE', 'REFUND', 'CREDIT'] as const;

const creditedLine = inputObject('CreditedLine', 'As much of a line as is credited.', {
  lineId: required(recordIdType, 'A line of the invoice, by id.'),
  quantity: nullable(
    decimal({ decimals: 6, written: 12 }),
    'How many units; left out: all that are not credited yet.',
  ),
});

export const createCreditNoteInput = inputObject(
  'CreateCreditNote',
  'What of an invoice is taken back.',
  {
    invoiceId: required(recordIdType, 'The invoice that is taken back, by id.'),
    reason: nullable(multilineText()),
    date: nullable(date, 'The day of the credit note, not before the invoice’s; left out: today.'),
    lines: nullable(
      list(object(creditedLine, { isExact: true }), { min: 1 }),
      'What is credited of which items; discounts, charges and what is withheld go with them. Left out: all that is not credited yet.',
    ),
    excess: withDefault(
      enumOf('CreditExcess', excesses),
      'REFUSE',
      'What becomes of what the client had paid of it.',
    ),
  },
);

export type CreditNoteFields = z.output<typeof createCreditNoteInput>;
