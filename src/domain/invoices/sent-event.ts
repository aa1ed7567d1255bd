import type { Context } from '../../platform/context/context.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { Recipient } from './recipients.ts';

export const mailNotSentNote =
  'not sent but kept in the outbox, because no mail server is configured';

/** The note contains the addresses, and a hint if no mail server is configured. */
export function sentInvoiceEvent(
  { sendsMail }: Pick<Context, 'sendsMail'>,
  previousStatus: InvoiceRecord['status'],
  status: InvoiceRecord['status'],
  recipients: readonly Recipient[],
): Omit<NewInvoiceEvent, 'invoiceId'> {
  const addresses = recipients.map(({ email }) => email).join(', ');
  const note = sendsMail ? addresses : `${addresses}: ${mailNotSentNote}`;
  const statusChange =
    previousStatus === status ? {} : { fromStatus: previousStatus, toStatus: status };
  return { kind: 'SENT', note, ...statusChange };
}
