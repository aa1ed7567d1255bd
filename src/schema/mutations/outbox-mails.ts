import { deliverInvoice } from '../../delivery/index.ts';
import { resendMail } from '../../domain/outbox-mails/index.ts';
import { recordAction } from '../actions.ts';

recordAction('resendMail', {
  description:
    'Sends a mail that is FAILED, UNCONFIRMED, KEPT or HELD once more, as a new mail to the same addresses that tells of the invoice as it is now, and answers that. Refused where it was sent again already, or the invoice is not to be sent any more. An UNCONFIRMED one may have arrived already, and so may one that is HELD, which is let go itself: it is QUEUED then.',
  record: 'OutboxMail',
  run: (context, input) => resendMail(context, input, deliverInvoice),
});
