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

export type CreditNoteRecord = CreditNote & {
  lineItems: CreditNoteLine[];
  taxBreakdown: CreditNoteTaxLine[];
};

const excesses = ['REFUSE', 'REFUND', 'CREDIT'] as const;

const creditedLine = inputObject('CreditedLine', 'As much of a line as is credited.', {
  lineId: required(recordIdType, 'A line of the invoice, by id.'),
  quantity: nullable(
    decimal({ decimals: 6, written: 12 }),
    'Quantity. Default: everything that is not credited yet.',
  ),
});

export const createCreditNoteInput = inputObject(
  'CreateCreditNote',
  'The part of an invoice to credit.',
  {
    invoiceId: required(recordIdType, 'Id of the invoice to credit.'),
    reason: nullable(multilineText()),
    date: nullable(date, 'Date of the credit note, not before the invoice. Default: today.'),
    lines: nullable(
      list(object(creditedLine, { isExact: true }), { min: 1 }),
      'Lines and quantities to credit. Discounts, charges and withheld tax are credited in proportion. Default: everything that is not credited yet.',
    ),
    excess: withDefault(
      enumOf('CreditExcess', excesses),
      'REFUSE',
      'What happens to the amount that the client has already paid.',
    ),
  },
);

export type CreditNoteFields = z.output<typeof createCreditNoteInput>;
