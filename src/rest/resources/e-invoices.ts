import type { EInvoiceFormat } from '../../domain/invoices/e-invoice-input.ts';
import {
  creditNoteEInvoiceInput,
  invoiceEInvoiceInput,
} from '../../domain/invoices/e-invoice-input.ts';
import type { EInvoiceKey } from '../../domain/invoices/e-invoice-services.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { defineFileRoute } from '../core/file-response.ts';

const description =
  'The file: XML, or a PDF for FACTUR_X. It never changes: it is made when the document is issued, or when it is first requested. A 409 with the code `e_invoice_incomplete` lists everything that is missing, for a draft too.';

const shared = {
  tag: 'Invoices',
  scopes: ['invoices:read'],
  mediaTypes: ['application/xml', 'application/pdf'],
  errors: ['record_not_found', 'conflicting_state', 'e_invoice_incomplete'],
} as const;

async function loadFile(context: Context, key: EInvoiceKey, format: EInvoiceFormat | null) {
  const file = await context.services.loadEInvoice(context, key, format);
  if (file) return file;
  const message = 'is required, because the client has no eInvoiceFormat';
  throw invalidInputError([{ path: 'format', code: 'required', message }]);
}

export const invoiceEInvoiceRoute = defineFileRoute({
  ...shared,
  path: 'invoices/eInvoice',
  operationId: 'getInvoiceEInvoice',
  summary: 'Download an invoice as an e-invoice',
  description,
  input: invoiceEInvoiceInput,
  example: {
    input: { invoiceId: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f10', format: 'XRECHNUNG_UBL' },
  },
  handle: async (context, input) => {
    const { format, invoiceId: id } = parseInput(invoiceEInvoiceInput, input);
    const { accountId, db } = context;
    const invoice = await db.invoice.findFirst({ where: { accountId, id }, select: { id: true } });
    if (!invoice) throw recordNotFoundError('Invoice', id, 'invoiceId');
    return loadFile(context, { invoiceId: id }, format);
  },
});

export const creditNoteEInvoiceRoute = defineFileRoute({
  ...shared,
  path: 'creditNotes/eInvoice',
  operationId: 'getCreditNoteEInvoice',
  summary: 'Download a credit note as an e-invoice',
  description,
  input: creditNoteEInvoiceInput,
  example: {
    input: { creditNoteId: 'crn_0199d2f0a1c27b1e9f4b6c1de0a35f50', format: 'XRECHNUNG_UBL' },
  },
  handle: async (context, input) => {
    const { creditNoteId: id, format } = parseInput(creditNoteEInvoiceInput, input);
    const { accountId, db } = context;
    const select = { invoiceId: true };
    const creditNote = await db.creditNote.findFirst({ where: { accountId, id }, select });
    if (!creditNote) throw recordNotFoundError('CreditNote', id, 'creditNoteId');
    return loadFile(context, { invoiceId: creditNote.invoiceId, creditNoteId: id }, format);
  },
});
