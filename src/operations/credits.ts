import { applyCredit } from '../domain/credits/apply-credit.ts';
import { applyCreditInput } from '../domain/payments/fields.ts';
import { defineOperations } from '../platform/operations/operations.ts';

export const creditOperations = defineOperations('Invoice', {
  applyCredit: {
    kind: 'record',
    inputRecord: 'Payment',
    description:
      'Pays an invoice with credit of its client in its currency: the amount due, or the available credit if that is lower.',
    input: applyCreditInput,
    errors: ['payment_exceeds_amount_due', 'credit_exceeded', 'conflicting_state'],
    run: applyCredit,
    rest: {
      path: 'invoices/applyCredit',
      summary: 'Pay an invoice with credit of its client',
      details: [
        'The credit is from overpayments or credit notes. It is recorded as a payment that was made from credit. `amount` limits it.',
        'More than the available credit is a 409 `credit_exceeded`; more than the amount due is a 409 `payment_exceeds_amount_due`. Nothing is then applied.',
      ].join('\n\n'),
      example: {
        input: { amount: 1190 },
        output: {
          status: 'PAID',
          datePaid: '2026-04-15',
          paymentTotal: 1190,
          amountDue: 0,
          payments: [
            {
              id: 'pay_0199d2f0a1c27b1e9f4b6c1de0a35f15',
              amount: 1190,
              date: '2026-04-15',
              paymentType: 'OTHER',
              referenceNumber: null,
              memo: null,
            },
          ],
        },
      },
    },
  },
});
