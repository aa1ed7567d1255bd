import type { z } from 'zod';
import { enumOf, integer, money } from '../../platform/input/field-types.ts';
import { inputObject, nullable } from '../../platform/input/fields.ts';

export const depositTypes = ['NO_DEPOSIT', 'FIXED_AMOUNT', 'PERCENTAGE'] as const;

export const cardFeePayers = ['CLIENT', 'FREELANCER', 'SPLIT'] as const;

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

/** Adds fields that older rows lack. */
export function paymentTermsFromJson(stored: unknown): PaymentTerms | null {
  return stored === null ? null : paymentTermsInput.parse(stored);
}
