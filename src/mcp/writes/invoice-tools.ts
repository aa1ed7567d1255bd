import { z } from 'zod';
import { createCreditNoteInput } from '../../domain/credit-notes/fields.ts';
import { refundPaymentInput, reversalReasons } from '../../domain/payments/fields.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import { recordTypeOfId } from '../../platform/ids/record-ids.ts';
import { enumOf, text } from '../../platform/input/field-types.ts';
import { required, withDefault } from '../../platform/input/fields.ts';
import type { FoundRecord } from '../references.ts';
import { findRecord } from '../references.ts';
import type { ToolCall } from '../tool.ts';
import type { WriteTarget } from './confirmation.ts';
import { defineAreaWriteTool, rejectInput } from './write-tool.ts';

const invoiceInput = { invoice: required(text(255), 'Id or formatted number.') };

type PartType = 'Payment' | 'CreditNote';

interface Part extends FoundRecord {
  isReversed?: boolean;
}

const partsQuery: Readonly<Record<PartType, string>> = {
  Payment: `query($id: ID!) { page: payments(where: { invoiceId: { equals: $id }, reversedAt: { equals: null } }, first: 20) {
    nodes { id version } } }`,
  CreditNote: `query($id: ID!) { page: creditNotes(where: { invoiceId: { equals: $id } }, first: 20) { nodes { id version } } }`,
};

/**
 * The invoice, or its only payment or credit note. The reference may be the id of that record itself.
 * @throws ActionError record_not_found; invalid_input if the invoice has none or several
 */
async function findDocument(
  call: ToolCall,
  type: 'Invoice' | PartType,
  reference: string,
): Promise<WriteTarget> {
  if (type === 'Invoice' || recordTypeOfId(reference) === type)
    return { ...(await findRecord(call, type, reference, 'invoice')), type };
  const { id } = await findRecord(call, 'Invoice', reference, 'invoice');
  const { page } = await call.query(partsQuery[type], { id });
  const { nodes } = page as { nodes: Part[] };
  const [found, ...others] = nodes;
  const noun = type === 'Payment' ? 'payment' : 'credit note';
  if (!found) return rejectInput('invoice', 'record_not_found', `has no ${noun}`);
  if (others.length === 0) return { ...found, type };
  const ids = nodes.map((node) => node.id).join(', ');
  return rejectInput('invoice', 'ambiguous', `has several: send the id of one ${noun}: ${ids}`);
}

const sendings = {
  invoice: ['sendInvoice', 'Invoice'],
  reminder: ['sendInvoiceReminder', 'Invoice'],
  receipt: ['sendPaymentReceipt', 'Payment'],
  cancellation: ['sendInvoiceCancellation', 'Invoice'],
  credit_note: ['sendCreditNote', 'CreditNote'],
} as const;

const kinds = Object.keys(sendings) as (keyof typeof sendings)[];

export const sendDocument = defineAreaWriteTool({
  name: 'send_document',
  title: 'Send a document',
  description: 'E-mails a document to the contacts of the client.',
  isDestructive: true,
  isOpenWorld: true,
  needsConfirmation: true,
  isDeduplicated: true,
  writes: 'invoices:write',
  input: z.object({
    ...invoiceInput,
    kind: withDefault(enumOf('DocumentKind', kinds), 'invoice'),
  }),
  findTarget: (call, { invoice, kind }) => findDocument(call, sendings[kind][1], invoice),
  plan: ({ kind }, id) => ({
    mutation: sendings[kind][0],
    input: { id },
    argumentNames: { id: 'invoice' },
  }),
});

const corrections = {
  void: 'Invoice',
  credit: 'Invoice',
  write_off: 'Invoice',
  refund_payment: 'Payment',
  reverse_payment: 'Payment',
} as const;

type Correction = keyof typeof corrections;

interface CorrectionInput {
  amount: unknown;
  excess: string;
  includeDocumentAdjustments: boolean;
  lines: unknown;
  reason: string;
}

const planOf: Readonly<
  Record<Correction, (id: string, input: CorrectionInput) => [string, Record<string, unknown>]>
> = {
  void: (id, { reason }) => ['voidInvoice', { id, reason }],
  write_off: (id, { reason }) => ['writeOffInvoice', { id, reason }],
  credit: (invoiceId, { excess, includeDocumentAdjustments, lines, reason }) => [
    'createCreditNote',
    { invoiceId, reason, lines, includeDocumentAdjustments, excess },
  ],
  refund_payment: (id, { amount, reason }) => ['refundPayment', { id, amount, memo: reason }],
  reverse_payment: (id, { reason }) => [
    'reversePayment',
    {
      id,
      ...((reversalReasons as readonly string[]).includes(reason)
        ? { reason }
        : { reason: 'OTHER', note: reason }),
    },
  ],
};

const credit = createCreditNoteInput.shape;

const usedBy = {
  amount: 'refund_payment',
  excess: 'credit',
  includeDocumentAdjustments: 'credit',
  lines: 'credit',
} as const;

/** Arguments that only another action uses. */
function misplacedArguments(action: Correction, input: CorrectionInput): FieldError[] {
  const isGiven = {
    amount: input.amount !== null,
    excess: input.excess !== 'REFUSE',
    includeDocumentAdjustments: !input.includeDocumentAdjustments,
    lines: input.lines !== null,
  };
  return (Object.keys(usedBy) as (keyof typeof usedBy)[])
    .filter((path) => isGiven[path] && action !== usedBy[path])
    .map((path) => ({ path, code: 'not_supported', message: `is only for ${usedBy[path]}` }));
}

export const correctInvoice = defineAreaWriteTool({
  name: 'correct_invoice',
  title: 'Correct an invoice',
  description: 'Voids, credits or writes off an invoice, refunds or reverses its payment.',
  isDestructive: true,
  needsConfirmation: true,
  writes: 'invoices:write',
  input: z.object({
    invoice: required(text(255), 'Id or formatted number, or the id of a payment.'),
    action: required(enumOf('Correction', Object.keys(corrections) as Correction[])),
    amount: refundPaymentInput.shape.amount,
    lines: credit.lines,
    includeDocumentAdjustments: credit.includeDocumentAdjustments,
    excess: credit.excess,
    reason: required(text(1_000), `Of a reversal also ${reversalReasons.join(', ')}.`),
  }),
  findTarget: (call, { action, invoice }) => findDocument(call, corrections[action], invoice),
  plan: ({ action, ...input }, id) => {
    const errors = misplacedArguments(action, input);
    if (errors.length > 0) throw invalidInputError(errors);
    const [mutation, fields] = planOf[action](id, input);
    const argumentNames = { id: 'invoice', invoiceId: 'invoice', memo: 'reason', note: 'reason' };
    return { mutation, input: fields, argumentNames };
  },
});
