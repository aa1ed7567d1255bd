import type { z } from 'zod';
import type { ClientCredit, Payment, Refund } from '../../generated/prisma/client.ts';
import {
  ClientCreditKind,
  PaymentProviderType,
  PaymentReversalReason,
} from '../../generated/prisma/enums.ts';
import { externalIdFields } from '../../platform/external-ids/external-ids.ts';
import {
  booleanType,
  date,
  enumOf,
  list,
  money,
  multilineText,
  object,
  recordIdType,
  text,
} from '../../platform/input/field-types.ts';
import { inputObject, nullable, required, withDefault } from '../../platform/input/fields.ts';

export type ClientCreditRecord = ClientCredit;
export const creditKinds = Object.values(ClientCreditKind);

export type PaymentRecord = Payment;
export type RefundRecord = Refund;

export const paymentTypes = Object.values(PaymentProviderType);

const paymentType = enumOf('PaymentProviderType', paymentTypes, { Cheque: 'CHECK' });

/** Payments are recorded after they arrive. Old books may be imported. */
export const paymentDateRangeYears = { back: 100, ahead: 1 } as const;

const overpayments = ['REFUSE', 'CREDIT'] as const;

const paymentIssueDate = nullable(
  date,
  'Issue date of a draft that the payment issues, not in the future. Default: the issue date that sending the draft would give it.',
);

const allocationInput = inputObject(
  'PaymentAllocation',
  'A part of a payment and the invoice that it pays.',
  {
    invoiceNumber: required(text(100), 'The formatted number, exactly, or the plain number.'),
    amount: required(money({ min: 0.0001 }), 'Amount for the invoice, at most its amount due.'),
  },
  'Payment',
);

export const recordPaymentInput = inputObject('RecordPayment', 'A payment of open invoices.', {
  invoiceNumber: nullable(
    text(100),
    'The formatted number, exactly, or the plain number; required, or allocations.',
  ),
  allocations: nullable(
    list(object(allocationInput, { isExact: true }), { min: 1, max: 100 }),
    'Instead of invoiceNumber: the amounts for several invoices of one client, in one currency. All of them are recorded or none. A rest is an error unless `overpayment` is CREDIT.',
  ),
  clientName: nullable(text(), 'The invoice’s client, required if the number is ambiguous.'),
  clientId: nullable(recordIdType, 'The invoice’s client by id.'),
  date: nullable(date, 'Payment date, not more than ten years before the invoice. Default: today.'),
  amount: required(
    money({ min: 0.0001 }),
    'Amount in the invoice’s currency, at most the amount due unless `overpayment` is CREDIT.',
  ),
  dateIssued: paymentIssueDate,
  paymentType: withDefault(paymentType, 'OTHER'),
  referenceNumber: nullable(text()),
  memo: nullable(multilineText()),
  ...externalIdFields,
  overpayment: withDefault(
    enumOf('Overpayment', overpayments),
    'REFUSE',
    'What happens to an overpayment.',
  ),
  allowDuplicate: withDefault(
    booleanType,
    false,
    'Apply it even if the invoice has a payment with the same referenceNumber (ignoring blanks and case), amount and date.',
  ),
});

const onlyThisPart = (action: string) =>
  withDefault(
    booleanType,
    false,
    `If one transfer paid several invoices: ${action} only the given payment and keep the others. Default: all of them or none.`,
  );

export const reversalReasons = Object.values(PaymentReversalReason);

export const reversePaymentInput = inputObject('ReversePayment', 'Reason for the reversal.', {
  reason: required(enumOf('PaymentReversalReason', reversalReasons), 'Reason for the reversal.'),
  note: nullable(multilineText(), 'Note for the history of the invoice.'),
  onlyThisPart: onlyThisPart('reverse'),
});

export const refundPaymentInput = inputObject(
  'RefundPayment',
  'A refund.',
  {
    amount: nullable(
      money({ min: 0.0001 }),
      'Amount in the invoice’s currency, at most the rest of the payment. Default: the rest.',
    ),
    ofCredit: withDefault(
      booleanType,
      false,
      'Refund the part that is credit of the client instead of the part that paid the invoice, at most the client’s remaining credit.',
    ),
    onlyThisPart: onlyThisPart('refund'),
    date: nullable(date, 'Refund date, not before the payment date. Default: today.'),
    paymentType: nullable(paymentType, 'Refund method. Default: the payment method.'),
    referenceNumber: nullable(text()),
    memo: nullable(multilineText()),
    allowDuplicate: withDefault(
      booleanType,
      false,
      'Record the refund even if the payment has one with the same amount and referenceNumber (ignoring spaces and case) on that day.',
    ),
  },
  'Refund',
);

export const applyCreditInput = inputObject('ApplyCredit', 'Credit that pays an invoice.', {
  amount: nullable(
    money({ min: 0.0001 }),
    'Amount in the invoice’s currency. Default: the amount due, or the client’s credit if that is lower.',
  ),
  dateIssued: paymentIssueDate,
});

export type PaymentRequest = z.output<typeof recordPaymentInput>;

export type PaymentFields = Omit<PaymentRequest, 'allocations' | 'invoiceNumber'> & {
  invoiceNumber: string;
  /** The common id of the payments of one transfer. */
  groupId?: string | null;
};
