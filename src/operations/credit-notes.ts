import { createCreditNote } from '../domain/credit-notes/create.ts';
import { createCreditNoteInput } from '../domain/credit-notes/fields.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const creditNoteOperations = defineOperations('CreditNote', {
  createCreditNote: {
    kind: 'create',
    description:
      'Credits all or part of an issued invoice with a credit note. The paid part is refunded or becomes credit of the client, depending on `excess`.',
    input: createCreditNoteInput,
    errors: ['conflicting_state'],
    run: createCreditNote,
    rest: {
      path: 'creditNotes/create',
      summary: 'Credit all or part of an issued invoice',
      details: [
        'Credits the rest of the invoice, or `lines` by quantity or amount. An amount includes tax if the prices of the invoice do. Credit notes have a separate gapless number series. Lists and searches of invoices do not contain them.',
        'It lowers the amount due; `creditedTotal` of the invoice includes it. An invoice without an amount due becomes PAID. With `excess` REFUND, the paid part is refunded; with CREDIT, it becomes credit of the client. Without `excess`, a paid part is a 409 and nothing is credited.',
        'More than the rest of a line is a 400. A draft, voided, written-off or fully credited invoice is a 409.',
      ].join('\n\n'),
      returnsStored: true,
      example: {
        input: {
          invoiceId: 'inv_0199d2f0a1c27b1e9f4b6c1de0a35f10',
          reason: 'Two hours fewer',
          date: '2026-04-10',
          lines: [{ lineId: 'lin_0199d2f0a1c27b1e9f4b6c1de0a35f11', quantity: 2 }],
          excess: 'REFUSE',
        },
      },
    },
  },
});
