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

/** How money came (decisions, "PaymentProviderType"). */
const paymentType = enumOf('PaymentProviderType', paymentTypes, { Cheque: 'CHECK' });

/** Money that comes is told once it is there; books of long ago may be taken over. */
export const paymentDateRangeYears = { back: 100, ahead: 1 } as const;

/** What becomes of what is paid more than is due. */
const overpayments = ['REFUSE', 'CREDIT'] as const;

const allocationInput = inputObject(
  'PaymentAllocation',
  'What of a payment pays which invoice.',
  {
    invoiceNumber: required(text(100), 'The formatted number, exactly, or the plain number.'),
    amount: required(money({ min: 0.0001 }), 'What the invoice gets of it; at most what is due.'),
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
    'Instead of an invoiceNumber, what of the amount pays which invoices of one client, in one currency: all of them or none. What is left over is refused, unless `overpayment` is CREDIT.',
  ),
  clientName: nullable(text(), 'The invoice’s client, needed where the number is ambiguous.'),
  clientId: nullable(recordIdType, 'The invoice’s client by id.'),
  date: nullable(
    date,
    'The day the money came, not more than ten years before the invoice; left out: today.',
  ),
  amount: required(
    money({ min: 0.0001 }),
    'In the invoice’s currency; at most what is due, unless `overpayment` is CREDIT.',
  ),
  paymentType: withDefault(paymentType, 'OTHER'),
  referenceNumber: nullable(text()),
  memo: nullable(multilineText()),
  ...externalIdFields,
  overpayment: withDefault(
    enumOf('Overpayment', overpayments),
    'REFUSE',
    'What becomes of what is more than what is due.',
  ),
  allowDuplicate: withDefault(
    booleanType,
    false,
    'Apply it although the invoice has a payment with the same referenceNumber (blanks and case apart), amount and date.',
  ),
});

const onlyThisPart = (what: string) =>
  withDefault(
    booleanType,
    false,
    `Of money that paid several invoices: ${what} what the payment that is named paid, and leave the others; otherwise it is all of them or none.`,
  );

export const reversalReasons = Object.values(PaymentReversalReason);

export const reversePaymentInput = inputObject('ReversePayment', 'Why a payment is taken back.', {
  reason: required(
    enumOf('PaymentReversalReason', reversalReasons),
    'Why nothing of it counts any more.',
  ),
  note: nullable(multilineText(), 'What is to be known besides, for the invoice’s history.'),
  onlyThisPart: onlyThisPart('take back'),
});

export const refundPaymentInput = inputObject(
  'RefundPayment',
  'Money that is given back.',
  {
    amount: nullable(
      money({ min: 0.0001 }),
      'In the invoice’s currency; at most what counts of the payment. Left out: all of that.',
    ),
    ofCredit: withDefault(
      booleanType,
      false,
      'Give back what of it is credit of the client, instead of what paid its invoice: at most what the client still has.',
    ),
    onlyThisPart: onlyThisPart('give back'),
    date: nullable(date, 'The day the money went, not before it came; left out: today.'),
    paymentType: nullable(paymentType, 'How the money went; left out: as it came.'),
    referenceNumber: nullable(text()),
    memo: nullable(multilineText()),
    allowDuplicate: withDefault(
      booleanType,
      false,
      'Give it back although as much was given back of the payment with the same referenceNumber (blanks and case apart) on that day.',
    ),
  },
  'Refund',
);

export const applyCreditInput = inputObject('ApplyCredit', 'Credit that pays an invoice.', {
  amount: nullable(
    money({ min: 0.0001 }),
    'In the invoice’s currency; left out: what is due, or as much of it as the client has.',
  ),
});

/** A payment as it is sent. */
export type PaymentRequest = z.output<typeof recordPaymentInput>;

/** What of a payment pays one invoice. */
export type PaymentFields = Omit<PaymentRequest, 'allocations' | 'invoiceNumber'> & {
  invoiceNumber: string;
  /** Of money that pays several invoices: what its payments have in common. */
  groupId?: string | null;
};
