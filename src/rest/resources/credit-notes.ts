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
  'A line of a credit note. It credits all or part of an invoice line.',
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
  'A credit note for all or part of an issued invoice.',
  {
    id: withDescription(text, 'Id of the credit note.'),
    accountId: withDescription(integer, 'The workspace.'),
    number: integer,
    numberFormatted: text,
    invoiceId: text,
    invoiceNumberFormatted: copiedFromArea(
      'invoices',
      computedProperty(
        withDescription(text, 'Number of the invoice, as printed.'),
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
    creates: 'CreditNote',
    operationId: 'createCreditNote',
    tag: 'Invoices',
    summary: 'Credit all or part of an issued invoice',
    description: [
      'Creates a credit note for an issued invoice: for everything that is not credited yet, or for `lines`. It has a gapless number series of its own, and does not appear in lists or searches of invoices.',
      'It lowers the amount due; `creditedTotal` of the invoice includes it. An invoice without an amount due becomes PAID. With `excess` REFUND, the paid part is refunded; with CREDIT, it becomes credit of the client. Without `excess`, a paid part is a 409 and nothing is credited.',
      'More than the rest of a line is a 400. A draft, voided, written-off or fully credited invoice is a 409.',
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
    description: 'All credit notes, in the order of creation.',
    model: 'CreditNote',
    record: creditNoteSerializer,
    errors: [],
    example: { output: [creditNoteExample] },
    handle: () => ({ orderBy: [{ column: 'id' }] }),
  }),
];
