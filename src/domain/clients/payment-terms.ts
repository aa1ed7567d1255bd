import type { z } from 'zod';
import { enumOf, integer, money } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';

/** What is asked in advance (the wider contract, "PaymentTerms"). */
export const depositTypes = ['NO_DEPOSIT', 'FIXED_AMOUNT', 'PERCENTAGE'] as const;

/** Who pays what a card payment costs (the wider contract, "PaymentTerms"). */
export const cardFeePayers = ['CLIENT', 'FREELANCER', 'SPLIT'] as const;

/** Terms of payment, as agreed with a client. They are kept and answered; invoices do not follow them by themselves. */
export const paymentTermsInput = inputObject(
  'PaymentTermsInput',
  'Payment terms of a client. Invoices do not apply them automatically.',
  {
    paymentDays: nullable(integer({ min: 0, max: 10_000 }), 'Payment term in days.'),
    latePaymentFee: nullable(money({ min: 0 }), 'Late payment fee.'),
    depositAmount: nullable(money({ min: 0 }), 'Deposit, in the unit of depositType.'),
    depositType: nullable(enumOf('DepositType', depositTypes), 'Unit of the deposit.'),
    hourlyAmount: nullable(money({ min: 0 }), 'Agreed hourly rate.'),
    whoPaysCardFees: nullable(
      enumOf('CardFeePayer', cardFeePayers),
      'Who pays the fees of card payments.',
    ),
  },
);

export type PaymentTerms = z.output<typeof paymentTermsInput>;

/** The terms that a row keeps, their fields all there. */
export function paymentTermsFromJson(stored: unknown): PaymentTerms | null {
  return stored === null ? null : paymentTermsInput.parse(stored);
}
