import { expect, test } from 'vitest';
import { voidInvoice } from '../../src/domain/invoices/transitions.ts';
import {
  sendCreditNote,
  sendInvoiceCancellation,
  sendPaymentReceipt,
} from '../../src/domain/outbox-mails/invoice-notices.ts';
import { textOfPdf } from '../support/documents.ts';
import { useSending } from '../support/sending.ts';

const { api, arrivalsOf, mailIn, pay, send, sendingContext } = useSending();

test('a receipt and a cancellation arrive once each, as text and HTML without a file, also if they are requested twice', async () => {
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

test('a credit note arrives once with its own file, the one on its link, and is not listed as a mail of the invoice', async () => {
  const invoice = await send();
  await mailIn(invoice, 'SENT');
  const { body: note } = await api.ours.post('creditNotes/create', {
    invoiceId: invoice.id,
    reason: 'Two hours fewer',
    lines: [{ lineId: invoice.lineItems[0]?.id, quantity: 1 }],
  });
  const mailed = () => sendCreditNote(sendingContext(), { id: note.id });
  await mailed();
  await mailed();
  await mailIn(invoice, 'SENT');
  const [, letter, ...others] = arrivalsOf(invoice);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe(
    `Credit note ${note.numberFormatted} for invoice ${invoice.invoiceNumberFormatted}`,
  );
  const [file, ...more] = letter?.attachments ?? [];
  expect(more).toEqual([]);
  expect(file).toMatchObject({
    filename: `Credit-note-${note.numberFormatted}.pdf`,
    mimeType: 'application/pdf',
  });
  const text = (await textOfPdf(new Uint8Array(file?.content as ArrayBuffer))).join(' ');
  expect(text).toContain('Two hours fewer');
  const stored = await api.database.prisma.creditNoteDocument.findFirstOrThrow({
    where: { accountId: api.ours.accountId, creditNoteId: note.id },
  });
  expect(Buffer.from(stored.bytes).equals(Buffer.from(file?.content as ArrayBuffer))).toBe(true);
});
