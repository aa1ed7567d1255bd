import { describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { buildCreditNoteDocument } from '../../src/documents/credit-note-document.ts';
import { loadInvoiceFile } from '../../src/documents/issued-files.ts';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();

/** The labels of the total with tax, of the amount due, and of the rest after payments. */
const words = [
  ['en', 'Total EUR', 'Amount to pay EUR', 'Amount due'],
  ['de', 'Gesamtbetrag EUR', 'Zahlbetrag EUR', 'Offener Betrag'],
  ['fr', 'Total EUR', 'Net à payer EUR', 'Reste à payer'],
  ['es', 'Total EUR', 'Importe a pagar EUR', 'Importe pendiente'],
  ['it', 'Totale EUR', 'Importo da pagare EUR', 'Importo residuo'],
  ['pt', 'Total EUR', 'Valor a pagar EUR', 'Valor em aberto'],
  ['nl', 'Totaal EUR', 'Te betalen bedrag EUR', 'Nog te betalen'],
] as const;

async function invoiceIn(language: string, more: object = {}) {
  const name = `Client ${language} ${Math.random()}`;
  const { id: clientId } = await created(api.ours, 'clients/create', {
    ...{ name, language, currency: 'EUR' },
  });
  const body = { clientId, taxRate: 19, items: [{ rate: 1_000 }] };
  const made = await created(api.ours, 'invoices/create', { ...body, ...more });
  return {
    ...made,
    document: async () => buildInvoiceDocument(await viewInvoice(api.ours, made.id)),
  };
}

const open = useCustomer(api);

/** The labels of the sums on an invoice's page. */
async function sumsOnPage(viewOnlineUrl: string): Promise<string[]> {
  const page = await (await open(new URL(viewOnlineUrl).pathname)).text();
  const [, sums = ''] = /<dl class="sums">([\s\S]*?)<\/dl>/.exec(page) ?? [];
  return [...sums.matchAll(/<dt><bdi>(.*?)<\/bdi>/g)].map(([, label = '']) => label);
}

const plain = (text: string | undefined) => (text ?? '').replaceAll(/[\s.,]/g, '');

describe.each(words)('in %s', (language, total, amountToPay, amountDue) => {
  test('the total includes tax, and the total less earlier payments is the amount to pay', async () => {
    const made = await invoiceIn(language, { prepaidAmount: 190 });
    const { id, document, invoiceNumberFormatted: invoiceNumber, viewOnlineUrl } = made;
    const draft = await document();
    expect(draft.total).toMatchObject({ label: total });
    expect(plain(draft.total.amount)).toContain('119000');
    expect(draft.settlements).toHaveLength(1);
    expect(draft.amountToPay).toMatchObject({ label: amountToPay });
    expect(plain(draft.amountToPay?.amount)).toContain('100000');
    await mutated(api.ours, 'markInvoiceSent', { id });
    const { pdf } = await loadInvoiceFile(api.ours.context.db, await viewInvoice(api.ours, id));
    const printed = (await textOfPdf(pdf)).join(' ').replaceAll(/\s+/g, ' ');
    const positions = [total, amountToPay].map((label) => printed.lastIndexOf(label));
    expect(positions.every((position) => position > 0)).toBe(true);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const sums = await sumsOnPage(viewOnlineUrl);
    expect([sums.at(-3), sums.at(-1)]).toEqual([total, amountToPay]);
    await created(api.ours, 'payment/create', { invoiceNumber, amount: 400 });
    expect((await document()).amountDue).toMatchObject({ label: amountDue });
    expect((await sumsOnPage(viewOnlineUrl)).at(-1)).toBe(amountDue);
  });

  test('an invoice of which nothing is settled has a total alone', async () => {
    const { document } = await invoiceIn(language);
    expect(await document()).toMatchObject({ total: { label: total }, amountToPay: null });
  });
});

test('a credit note has the total with tax, the settled amount and the credited amount', async () => {
  const { id, clientId } = await invoiceIn('de', {
    withholding: { percent: 15, reason: 'IRPF 15 %' },
  });
  await mutated(api.ours, 'markInvoiceSent', { id });
  const made = await created(api.ours, 'creditNotes/create', { invoiceId: id });
  const { accountId, context } = api.ours;
  const note = await findCreditNote({ accountId, db: context.db }, { id: made.id, invoiceId: id });
  if (!note) throw new Error(`no credit note of client ${clientId}`);
  const document = buildCreditNoteDocument(await viewInvoice(api.ours, id), note);
  expect(document.total.label).toBe('Gesamtbetrag EUR');
  expect(document.settlements).toMatchObject([{ label: 'IRPF 15 %' }]);
  expect(document.amountToPay?.label).toBe('Gutgeschrieben EUR');
  expect(plain(document.amountToPay?.amount)).toContain('104000');
});
