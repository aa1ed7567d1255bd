import { recordPayment, recordPaymentInput } from '../../domain/payments.ts';
import { action } from '../actions.ts';

action('recordPayment', {
  description: 'Applies a payment to an open invoice, which it answers.',
  record: 'Invoice',
  input: recordPaymentInput,
  run: recordPayment,
});
