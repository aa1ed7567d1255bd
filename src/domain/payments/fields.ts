import type { z } from 'zod';
import type { ClientCredit, Payment, Refund } from '../../generated/prisma/client.ts';
import {
  ClientCreditKind,
  PaymentProviderType,
  PaymentReversalReason,
} from '../../generated/prisma/enums.ts';
import { externalIdFields } from '../kernel/external-ids.ts';
import { defaulted, inputObject, nullable, required } from '../kernel/fields.ts';
import { date, flag, longText, money, oneOf, recordId, text } from '../kernel/kinds.ts';

export type ClientCreditRecord = ClientCredit;
export const creditKinds = Object.values(ClientCreditKind);

export type PaymentRecord = Payment;
export type RefundRecord = Refund;

export const paymentTypes = Object.values(PaymentProviderType);

/** How money came (decisions, "PaymentProviderType"). */
const paymentType = oneOf('PaymentProviderType', paymentTypes, { Cheque: 'CHECK' });

/** Money that comes is told once it is there; books of long ago may be taken over. */
export const daysOfPayments = { back: 100, ahead: 1 } as const;

/** What becomes of what is paid more than is due. */
const overpayments = ['REFUSE', 'CREDIT'] as const;

export const recordPaymentInput = inputObject('RecordPayment', 'A payment of an open invoice.', {
  invoiceNumber: required(text(100), 'The formatted number, exactly, or the plain number.'),
  clientName: nullable(text(), 'The invoice’s client, needed where the number is ambiguous.'),
  clientId: nullable(recordId, 'The invoice’s client by id.'),
  date: nullable(date, 'The day the money came; left out: today.'),
  amount: required(
    money({ min: 0.0001 }),
    'In the invoice’s currency; at most what is due, unless `overpayment` is CREDIT.',
  ),
  paymentType: defaulted(paymentType, 'OTHER'),
  referenceNumber: nullable(text()),
  memo: nullable(longText()),
  ...externalIdFields,
  overpayment: defaulted(
    oneOf('Overpayment', overpayments),
    'REFUSE',
    'What becomes of what is more than what is due.',
  ),
  allowDuplicate: defaulted(
    flag,
    false,
    'Apply it although the invoice has a payment with the same referenceNumber (blanks and case apart), amount and date.',
  ),
});

export const reversalReasons = Object.values(PaymentReversalReason);

export const reversePaymentInput = inputObject('ReversePayment', 'Why a payment is taken back.', {
  reason: required(
    oneOf('PaymentReversalReason', reversalReasons),
    'Why nothing of it counts any more.',
  ),
  note: nullable(longText(), 'What is to be known besides, for the invoice’s history.'),
});

export const refundPaymentInput = inputObject(
  'RefundPayment',
  'Money that is given back.',
  {
    amount: nullable(
      money({ min: 0.0001 }),
      'In the invoice’s currency; at most what counts of the payment. Left out: all of that.',
    ),
    ofCredit: defaulted(
      flag,
      false,
      'Give back what of it is credit of the client, instead of what paid its invoice: at most what the client still has.',
    ),
    date: nullable(date, 'The day the money went, not before it came; left out: today.'),
    paymentType: nullable(paymentType, 'How the money went; left out: as it came.'),
    referenceNumber: nullable(text()),
    memo: nullable(longText()),
  },
  'Refund',
);

export const applyCreditInput = inputObject('ApplyCredit', 'Credit that pays an invoice.', {
  amount: nullable(
    money({ min: 0.0001 }),
    'In the invoice’s currency; left out: what is due, or as much of it as the client has.',
  ),
});

export type PaymentFields = z.output<typeof recordPaymentInput>;
