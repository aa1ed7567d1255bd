import type { CreditNoteRecord } from '../../domain/credit-notes/fields.ts';
import { creditNoteOperations } from '../../operations/credit-notes.ts';
import { defineListRoute } from '../core/list-routes.ts';
import { defineOperationRoutes } from '../core/operation-routes.ts';
import { recordResponse } from '../core/record-responses.ts';
import {
  bool,
  computedProperty,
  copiedFromArea,
  date,
  decimal,
  defineSerializer,
  integer,
  listOf,
  nullableDecimal,
  nullableText,
  text,
  withDescription,
} from '../core/serializer.ts';
import { creditNoteEInvoiceRoute } from './e-invoices.ts';
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
    amount: nullableDecimal,
    unit: nullableText,
    lineTotal: decimal,
  },
);

const creditNoteTax = defineSerializer<CreditNoteRecord['taxBreakdown'][number]>()(
  'CreditNoteTaxLine',
  'One tax of a credit note.',
  { name: text, rate: decimal, order: integer, taxableAmount: decimal, amount: decimal },
);

const creditNoteSerializer = defineSerializer<CreditNoteRecord>()(
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
    includeDocumentAdjustments: bool,
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

const creditNoteExample = {
  id: 'crn_0199d2f0a1c27b1e9f4b6c1de0a35f50',
  accountId: 1,
  number: 1,
  numberFormatted: 'CN-00001',
  invoiceId: invoiceExample.id,
  invoiceNumberFormatted: invoiceExample.invoiceNumberFormatted,
  clientId: invoiceExample.clientId,
  currency: 'EUR',
  reason: 'Two hours fewer',
  includeDocumentAdjustments: true,
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
      amount: null,
      unit: null,
      lineTotal: 250,
    },
  ],
};

export const creditNoteForm = {
  response: recordResponse('CreditNote', creditNoteSerializer),
  example: creditNoteExample,
};

export const creditNoteRoutes = [
  creditNoteEInvoiceRoute,
  ...defineOperationRoutes(creditNoteOperations, {
    tag: 'Invoices',
    records: { CreditNote: creditNoteForm },
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
