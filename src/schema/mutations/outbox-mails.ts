import { resendMail } from '../../domain/outbox-mails.ts';
import { recordAction } from '../actions.ts';

recordAction('resendMail', {
  description:
    'Sends a mail that is FAILED, UNCONFIRMED or KEPT once more, as a new mail of the same words, and answers that. An UNCONFIRMED one may have arrived already.',
  record: 'OutboxMail',
  run: resendMail,
});
