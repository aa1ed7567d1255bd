import { deliverInvoice } from '../../delivery/index.ts';
import { createInvoice, createSimpleInvoice } from '../../domain/invoices/index.ts';
import { createInvoiceInput, createSimpleInvoiceInput } from '../../domain/invoices/input.ts';
import type { Context } from '../../domain/kernel/context.ts';
import { action } from '../actions.ts';

action('createInvoice', {
  description: 'Makes an invoice of items, and sends it where `sendTo.send` says so.',
  record: 'Invoice',
  input: createInvoiceInput,
  run: (context: Context, input: object) => createInvoice(context, input, deliverInvoice),
});

action('createSimpleInvoice', {
  description: 'Makes an invoice of one amount, and sends it where `sendTo.send` says so.',
  record: 'Invoice',
  input: createSimpleInvoiceInput,
  run: (context: Context, input: object) => createSimpleInvoice(context, input, deliverInvoice),
});
