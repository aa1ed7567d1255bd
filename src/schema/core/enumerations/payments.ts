import { enumeration } from './enumeration.ts';

export const paymentsEnums = {
  CardFeePayer: enumeration('CardFeePayer', 'Who pays the fees of card payments.', {
    CLIENT: 'The client.',
    FREELANCER: 'The workspace.',
    SPLIT: 'They share them.',
  }),
  DepositType: enumeration('DepositType', 'Unit of a deposit.', {
    NO_DEPOSIT: 'No deposit.',
    FIXED_AMOUNT: 'An amount.',
    PERCENTAGE: 'A percentage of the price.',
  }),
  Overpayment: enumeration('Overpayment', 'What happens to an overpayment.', {
    REFUSE: 'It is an error.',
    CREDIT: 'It becomes credit of the client.',
  }),
  PaymentReversalReason: enumeration('PaymentReversalReason', 'Reason for a reversal.', {
    BOUNCED: 'The bank returned the money, or it never arrived.',
    WRONG_INVOICE: 'It was recorded on the wrong invoice.',
    WRONG_AMOUNT: 'It was recorded with the wrong amount.',
    DUPLICATE: 'It was recorded twice.',
    OTHER: 'Another reason; see the note.',
  }),
  PaymentProviderType: enumeration('PaymentProviderType', 'Payment method.', {
    STRIPE: 'Stripe.',
    CHECK: 'Cheque.',
    BANK_TRANSFER: 'Bank transfer.',
    CASH: 'Cash.',
    VENMO: 'Venmo.',
    PAYPAL: 'PayPal.',
    ZELLE: 'Zelle.',
    APP_PAYOUT: 'A payout of an app.',
    CREDIT_CARD: 'Credit card.',
    OTHER: 'Another method.',
  }),
} as const;
