import { describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { dateText, moneyText } from '../../src/documents/text-formatting.ts';
import { pickDocumentLocale } from '../../src/locales/documents/index.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { useTestApi } from '../support/api.ts';
import { shownInvoice, textOfPdf } from '../support/documents.ts';
import { created } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;

async function documentIn(language: string | null) {
  const { id: clientId } = await created(api.ours, 'clients/create', {
    name: `Client ${language} ${Math.random()}`,
    currency: 'EUR',
    language,
  });
  const { id } = await created(api.ours, 'invoices/create', {
    clientId,
    taxRate: 19,
    discountPercent: 2.5,
    items: [{ description: 'Design', quantity: 1.5, rate: 1_000 }],
  });
  return buildInvoiceDocument(await shownInvoice(api.ours, id));
}

/** Whichever spaces stand in it. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('what a client is sent', () => {
  test.each([
    ['de', 'Entwurf', '1.500,00\u00a0€', '2,5 %'],
    ['de-AT', 'Entwurf', '€\u00a01.500,00', '2,5 %'],
    ['fr', 'régler', '1\u202f500,00\u00a0€', '2,5 %'],
    ['es', 'habrá', '1.500,00\u00a0€', '2,5 %'],
    ['it', 'bozza', '1.500,00\u00a0€', '2,5%'],
    ['pt', 'rascunho', '1\u00a0500,00\u00a0€', '2,5%'],
    ['nl', 'betaald', '€\u00a01.500,00', '2,5%'],
    ['pt-BR', 'rascunho', '€\u00a01.500,00', '2,5%'],
    ['en-US', 'draft', '€1,500.00', '2.5%'],
    [null, 'draft', '€1,500.00', '2.5%'],
    // A language that documents are not written in.
    ['fi', 'draft', '€1,500.00', '2.5%'],
  ])(
    'is in the language of a client whose language is %s',
    async (language, word, amount, percent) => {
      const document = await documentIn(language);
      expect(document.subTotal.amount).toBe(amount);
      expect(document.discount?.label).toContain(percent);
      const printed = (await textOfPdf(await renderInvoicePdf(document))).join(' ');
      const text = spaced(printed);
      expect(text).toContain(spaced(document.callToAction));
      expect(text).toContain(word);
      expect(text.toLowerCase()).toContain(document.words.amountDue.toLowerCase());
      expect(text).not.toContain('\ufffd');
    },
  );

  test.each([
    ['fr-CA', '\u00a0: '],
    ['en', ': '],
  ])('parts a colon from its word where that is usual: %s', async (language, colon) => {
    const name = `Client ${Math.random()}`;
    const { id } = await created(api.ours, 'clients/create', { name, language });
    const charges = [{ amount: 5, reason: 'Fragile', taxRate: 0 }];
    const body = { clientId: id, items: [{ rate: 100 }], charges };
    const invoice = await created(api.ours, 'invoices/create', body);
    const { lines } = buildInvoiceDocument(await shownInvoice(api.ours, invoice.id));
    const said = lines.at(-1)?.description ?? '';
    expect(said).toMatch(/[^\s:]\s?: Fragile$/);
    expect(/[\s]?: /.exec(said)?.[0]).toBe(colon);
  });

  test('is in the workspace’s language for clients that have none', async () => {
    const change = (language: string | null) =>
      api.ours.gql(
        'mutation ($language: String) { updateWorkspace(input: { language: $language }) { ... on UpdateWorkspaceSuccess { workspace { language } } } }',
        { language },
      );
    const { body } = await change('de_de');
    expect(body.data.updateWorkspace.workspace.language).toBe('de-DE');
    expect((await documentIn(null)).words.invoice).toBe('Rechnung');
    expect((await documentIn('fr')).words.invoice).toBe('Facture');
    await change(null);
    expect((await documentIn(null)).words.invoice).toBe('Invoice');
  });

  test('has every text in every language, with the same gaps', () => {
    const { words: english } = pickDocumentLocale('en');
    const gapsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const language of languages) {
      const { words } = pickDocumentLocale(language);
      expect(Object.keys(words)).toEqual(Object.keys(english));
      for (const [key, text] of Object.entries(words)) {
        expect(gapsOf(text), `${language} ${key}`).toEqual(gapsOf(english[key as 'page']));
      }
    }
  });

  test('dates and numbers are as the region writes them', () => {
    const day = new Date('2026-11-03T00:00:00Z');
    const written = languages.map((language) => dateText(day, language));
    expect(written).toEqual([
      '3 November 2026',
      '3. November 2026',
      '3 novembre 2026',
      '3 de noviembre de 2026',
      '3 novembre 2026',
      '3 de novembro de 2026',
      '3 november 2026',
    ]);
    expect(dateText(day, 'en-US')).toBe('November 3, 2026');
    expect(moneyText(new Decimal('-1234.5'), 'JPY', 'de')).toBe('−1.234,5\u00a0¥');
    expect(moneyText(new Decimal('1234.5'), 'KWD', 'fr')).toBe('1\u202f234,500\u00a0KWD');
  });

  test.each([
    ['en', 'Tax 19% on'],
    ['de', 'MwSt. 19 % auf'],
    ['fr', 'TVA 19 % sur'],
    ['es', 'IVA 19 % sobre'],
    ['it', 'IVA 19% su'],
    ['pt', 'IVA 19% sobre'],
    ['nl', 'Btw 19% over'],
    ['de-CH', 'MWST 19 % auf'],
    ['pt-BR', 'Imposto 19% sobre'],
    ['fi', 'Tax 19% on'],
  ])('calls a tax that the workspace has no word for as is usual in %s', async (language, said) => {
    expect((await documentIn(language)).taxes).toMatchObject([
      { label: expect.stringContaining(said) },
    ]);
  });

  test('calls it as the workspace does where that has a word', async () => {
    const { id } = await created(api.theirs, 'clients/create', { name: 'Ada', language: 'de' });
    const body = { clientId: id, taxRate: 19, items: [{ rate: 100 }] };
    for (const taxLabel of ['USt.', 'Tax']) {
      await mutated(api.theirs, 'updateWorkspace', { input: { taxLabel } });
      const { taxes } = buildInvoiceDocument(
        await shownInvoice(api.theirs, (await created(api.theirs, 'invoices/create', body)).id),
      );
      expect(taxes).toMatchObject([{ label: expect.stringContaining(`${taxLabel} 19 % auf`) }]);
    }
  });

  test('a language that is none is refused', async () => {
    const answer = await api.ours.post('clients/create', { name: 'x', language: 'german!' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'language', code: 'invalid_format' }]);
  });
});
