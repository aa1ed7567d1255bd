import { enumeration } from './enumeration.ts';

/** Enumerations of payments. */
export const paymentsEnums = {
  CardFeePayer: enumeration('CardFeePayer', 'Who pays what a card payment costs.', {
    CLIENT: 'The client.',
    FREELANCER: 'The workspace.',
    SPLIT: 'Both share it.',
  }),
  DepositType: enumeration('DepositType', 'What a deposit is.', {
    NO_DEPOSIT: 'None is asked.',
    FIXED_AMOUNT: 'An amount.',
    PERCENTAGE: 'A percentage of the price.',
  }),
  Overpayment: enumeration('Overpayment', 'What becomes of what is paid more than is due.', {
    REFUSE: 'Nothing is applied.',
    CREDIT: 'It becomes credit of the client.',
  }),
  PaymentReversalReason: enumeration('PaymentReversalReason', 'Why a payment was taken back.', {
    BOUNCED: 'The bank took the money back, or it never came.',
    WRONG_INVOICE: 'It was entered on another invoice than it paid.',
    WRONG_AMOUNT: 'It was entered with another amount.',
    DUPLICATE: 'It was entered twice.',
    OTHER: 'Another reason; the note says which.',
  }),
  PaymentProviderType: enumeration('PaymentProviderType', 'How a payment was made.', {
    STRIPE: 'Stripe.',
    CHECK: 'Cheque.',
    BANK_TRANSFER: 'Bank transfer.',
    CASH: 'Cash.',
    VENMO: 'Venmo.',
    PAYPAL: 'PayPal.',
    ZELLE: 'Zelle.',
    APP_PAYOUT: 'A payout of an app.',
    CREDIT_CARD: 'Credit card.',
    OTHER: 'Some other way.',
  }),
} as const;
