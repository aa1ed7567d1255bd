import type { z } from 'zod';
import type { Payment } from '../../generated/prisma/client.ts';
import { PaymentProviderType } from '../../generated/prisma/enums.ts';
import { externalIdFields } from '../kernel/external-ids.ts';
import { defaulted, inputObject, nullable, required } from '../kernel/fields.ts';
import { date, flag, longText, money, oneOf, recordId, text } from '../kernel/kinds.ts';

export type PaymentRecord = Payment;

export const paymentTypes = Object.values(PaymentProviderType);

/** How money came (decisions, "PaymentProviderType"). */
const paymentType = oneOf('PaymentProviderType', paymentTypes, { Cheque: 'CHECK' });

export const recordPaymentInput = inputObject('RecordPayment', 'A payment of an open invoice.', {
  invoiceNumber: required(text(100), 'The formatted number, exactly, or the plain number.'),
  clientName: nullable(text(), 'The invoice’s client, needed where the number is ambiguous.'),
  clientId: nullable(recordId, 'The invoice’s client by id.'),
  date: nullable(date, 'The day the money came; left out: today.'),
  amount: required(money({ min: 0.0001 }), 'In the invoice’s currency; at most what is due.'),
  paymentType: defaulted(paymentType, 'OTHER'),
  referenceNumber: nullable(text()),
  memo: nullable(longText()),
  ...externalIdFields,
  allowDuplicate: defaulted(
    flag,
    false,
    'Apply it although the invoice has a payment with the same referenceNumber (blanks and case apart), amount and date.',
  ),
});

export type PaymentFields = z.output<typeof recordPaymentInput>;
