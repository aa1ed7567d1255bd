import { createCreditNote } from '../../domain/credit-notes/create.ts';
import type { CreditNoteRecord } from '../../domain/credit-notes/fields.ts';
import { createCreditNoteInput } from '../../domain/credit-notes/fields.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import { defineWriteRoute } from '../core/route.ts';
import {
  computedProperty,
  copiedFromArea,
  date,
  decimal,
  defineSerializer,
  integer,
  listOf,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';
import { invoiceExample } from './invoices.ts';

const inOrder = (column: string) => ({ orderBy: [{ column, direction: 'asc' as const }] });

const creditNoteLine = defineSerializer<CreditNoteRecord['lineItems'][number]>()(
  'CreditNoteLine',
  'A line of a credit note: as much of a line of the invoice.',
  {
    id: withDescription(text, 'Id of the line.'),
    invoiceLineId: text,
    description: nullableText,
    quantity: decimal,
    unitPrice: decimal,
    unit: nullableText,
    lineTotal: decimal,
  },
);

const creditNoteTax = defineSerializer<CreditNoteRecord['taxBreakdown'][number]>()(
  'CreditNoteTaxLine',
  'One tax of a credit note.',
  { name: text, rate: decimal, order: integer, taxableAmount: decimal, amount: decimal },
);

export const creditNoteSerializer = defineSerializer<CreditNoteRecord>()(
  'CreditNote',
  'A document that takes an issued invoice back, wholly or in part.',
  {
    id: withDescription(text, 'Id of the credit note.'),
    accountId: withDescription(integer, 'The workspace.'),
    number: integer,
    numberFormatted: text,
    invoiceId: text,
    invoiceNumberFormatted: copiedFromArea(
      'invoices',
      computedProperty(
        withDescription(text, 'The invoice’s number as it is printed.'),
        'invoice.invoiceNumberFormatted',
      ),
    ),
    clientId: text,
    currency: text,
    reason: nullableText,
    dateCreated: date,
    subTotal: decimal,
    discountAmount: decimal,
    tax: decimal,
    taxBreakdown: withDescription(listOf(creditNoteTax, inOrder('order')), 'The taxes, in order.'),
    total: decimal,
    refundedAmount: decimal,
    keptAsCredit: decimal,
    lineItems: listOf(creditNoteLine, inOrder('position')),
  },
);

const [line] = invoiceExample.lineItems;

export const creditNoteExample = {
  id: 'crn_0199d2f0a1c27b1e9f4b6c1de0a35f50',
  accountId: 1,
  number: 1,
  numberFormatted: 'CN-00001',
  invoiceId: invoiceExample.id,
  invoiceNumberFormatted: invoiceExample.invoiceNumberFormatted,
  clientId: invoiceExample.clientId,
  currency: 'EUR',
  reason: 'Two hours fewer',
  dateCreated: '2026-04-10',
  subTotal: 250,
  discountAmount: 0,
  tax: 47.5,
  taxBreakdown: [{ name: 'VAT', rate: 19, order: 1, taxableAmount: 250, amount: 47.5 }],
  total: 297.5,
  refundedAmount: 0,
  keptAsCredit: 0,
  lineItems: [
    {
      id: 'crl_0199d2f0a1c27b1e9f4b6c1de0a35f51',
      invoiceLineId: line?.id,
      description: line?.description,
      quantity: 2,
      unitPrice: 125,
      unit: null,
      lineTotal: 250,
    },
  ],
};

export const creditNoteRoutes = [
  defineWriteRoute({
    answersStored: true,
    path: 'creditNotes/create',
    operationId: 'createCreditNote',
    tag: 'Invoices',
    summary: 'Credit an issued invoice, wholly or in part',
    description: [
      'Makes a credit note of an issued invoice: of all that is not credited yet, or of `lines`. Its number is of a gapless sequence of its own; it is in no list or search of invoices.',
      'It lowers what is due: `creditedTotal` of the invoice counts it. An invoice of which nothing is due any more is PAID. What the client had paid of it is refunded with `excess` REFUND, and becomes its credit with CREDIT; without, that is a 409 and nothing is credited.',
      'More than is left of a line is a 400; an invoice that is a draft, voided or written off, or of which nothing is left, is a 409.',
    ].join('\n\n'),
    input: createCreditNoteInput,
    output: recordResponse('CreditNote', creditNoteSerializer),
    errors: ['record_not_found', 'conflicting_state'],
    example: {
      input: {
        invoiceId: invoiceExample.id,
        reason: 'Two hours fewer',
        date: '2026-04-10',
        lines: [{ lineId: line?.id, quantity: 2 }],
        excess: 'REFUSE',
      },
      output: creditNoteExample,
    },
    handle: createCreditNote,
  }),
  defineListRoute({
    path: 'creditNotes/list',
    operationId: 'listCreditNotes',
    tag: 'Invoices',
    summary: 'List credit notes',
    description: 'All credit notes, in the order in which they were made.',
    model: 'CreditNote',
    record: creditNoteSerializer,
    errors: [],
    example: { output: [creditNoteExample] },
    handle: () => ({ orderBy: [{ column: 'id' }] }),
  }),
];
