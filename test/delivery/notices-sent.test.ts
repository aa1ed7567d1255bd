import { expect, test } from 'vitest';
import { voidInvoice } from '../../src/domain/invoices/transitions.ts';
import {
  sendInvoiceCancellation,
  sendPaymentReceipt,
} from '../../src/domain/outbox-mails/notices.ts';
import { useSending } from '../support/sending.ts';

const { api, arrivalsOf, mailIn, pay, send, sendingContext } = useSending();

test('a receipt and a cancellation arrive once each, as text and HTML without a file, whoever asks for them twice', async () => {
  const invoice = await send();
  await mailIn(invoice, 'SENT');
  const { payments } = await pay(invoice, 190);
  const receipt = () => sendPaymentReceipt(sendingContext(), { id: payments[0].id });
  await receipt();
  await receipt();
  await mailIn(invoice, 'SENT');
  await api.ours.post('payment/reverse', { id: payments[0].id, reason: 'BOUNCED' });
  await expect(receipt()).rejects.toMatchObject({ code: 'conflicting_state' });
  await voidInvoice(sendingContext(), { id: invoice.id });
  const cancellation = () => sendInvoiceCancellation(sendingContext(), { id: invoice.id });
  await cancellation();
  await cancellation();
  await mailIn(invoice, 'SENT');
  const [, paid, gone, ...others] = arrivalsOf(invoice);
  expect(others).toEqual([]);
  for (const letter of [paid, gone]) {
    expect(letter?.to).toEqual([expect.objectContaining({ address: 'ada@lovelace.example' })]);
    expect(letter?.attachments).toEqual([]);
    expect(letter?.text).toContain(invoice.invoiceNumberFormatted);
    expect(letter?.html).toContain(invoice.invoiceNumberFormatted);
  }
  expect(paid?.text).toContain('$190.00');
  expect(paid?.html).toContain('$190.00');
});
