import type { Context } from '../../platform/context/context.ts';
import type { NewInvoiceEvent } from './invoice-events.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { Recipient } from './recipients.ts';

/** What history says where no mail leaves. */
export const mailNotSentNote =
  'not sent but kept in the outbox, because no mail server is configured';

/** What the history tells of an invoice that is given to be sent: to whom, and where no mail leaves, that it did not. */
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
