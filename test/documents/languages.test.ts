import { describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { dateText, moneyText, periodText } from '../../src/documents/text-formatting.ts';
import { createTaxRule } from '../../src/domain/invoices/tax-rules.ts';
import { pickDocumentLocale } from '../../src/locales/document-locale.ts';
import { formatLongDate } from '../../src/locales/work-descriptions.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
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
  return buildInvoiceDocument(await viewInvoice(api.ours, id));
}

/** With any kind of space. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('the documents for a client', () => {
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
      expect(text.toLowerCase()).toContain(document.words.notIssued.toLowerCase());
      expect(text).not.toContain('\ufffd');
    },
  );

  test.each([
    ['fr-CA', '\u00a0: '],
    ['en', ': '],
  ])('have a space before a colon in languages that use it: %s', async (language, colon) => {
    const name = `Client ${Math.random()}`;
    const { id } = await created(api.ours, 'clients/create', { name, language });
    const charges = [{ amount: 5, reason: 'Fragile', taxRate: 0 }];
    const body = { clientId: id, items: [{ rate: 100 }], charges };
    const invoice = await created(api.ours, 'invoices/create', body);
    const { lines } = buildInvoiceDocument(await viewInvoice(api.ours, invoice.id));
    const output = lines.at(-1)?.description ?? '';
    expect(output).toMatch(/[^\s:]\s?: Fragile$/);
    expect(/[\s]?: /.exec(output)?.[0]).toBe(colon);
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
    // A space separates letters from the number for each sign.
    for (const language of ['de-CH', 'it-CH', 'en', 'es']) {
      const [plus, minus] = ['0.01', '-0.01'].map((amount) =>
        moneyText(new Decimal(amount), 'CHF', language),
      );
      expect([language, minus?.replaceAll(/[−\u00a0]/g, '')]).toEqual([
        language,
        plus?.replaceAll('\u00a0', ''),
      ]);
      expect(minus).not.toMatch(/\p{L}[−\d]/u);
    }
  });

  test('French writes the first of a month as 1er', () => {
    const day = (of: string) => new Date(`${of}T00:00:00Z`);
    expect(dateText(day('2026-10-01'), 'fr')).toBe('1er octobre 2026');
    expect(dateText(day('2026-10-01'), 'fr-CA')).toBe('1er octobre 2026');
    expect(dateText(day('2026-10-11'), 'fr')).toBe('11 octobre 2026');
    expect(dateText(day('2026-10-01'), 'de')).toBe('1. Oktober 2026');
    expect(formatLongDate('2026-10-01', 'fr')).toBe('1er octobre 2026');
    const period = (...[from, to, style]: [string, string, 'long' | 'short']) =>
      periodText(day(from), day(to), 'fr', style).replaceAll('\u00a0', ' ');
    expect(period('2026-10-01', '2026-10-31', 'long')).toBe('1er–31 octobre 2026');
    expect(period('2026-10-21', '2026-11-01', 'long')).toBe('21 octobre – 1er novembre 2026');
    expect(period('2026-10-01', '2026-10-31', 'short')).toBe('1er–31 oct. 2026');
    expect(periodText(null, day('2026-10-01'), 'fr')).toBe('– 1er octobre 2026');
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
  ])(
    'calls a tax that the workspace has no word for as is usual in %s',
    async (language, content) => {
      expect((await documentIn(language)).taxes).toMatchObject([
        { label: expect.stringContaining(content) },
      ]);
    },
  );

  test('use the workspace’s name of the tax if it has one', async () => {
    const { id } = await created(api.theirs, 'clients/create', { name: 'Ada', language: 'de' });
    const body = { clientId: id, taxRate: 19, items: [{ rate: 100 }] };
    for (const taxLabel of ['USt.', 'Tax']) {
      await mutated(api.theirs, 'updateWorkspace', { input: { taxLabel } });
      const { taxes } = buildInvoiceDocument(
        await viewInvoice(api.theirs, (await created(api.theirs, 'invoices/create', body)).id),
      );
      expect(taxes).toMatchObject([{ label: expect.stringContaining(`${taxLabel} 19 % auf`) }]);
    }
  });

  test('translates a word for VAT that is of another language, and no other name', async () => {
    const labels = async (language: string, taxLabel: string, taxId = '12/345') => {
      await mutated(api.theirs, 'updateWorkspace', { input: { taxLabel, taxId } });
      const name = `${language} ${Math.random()}`;
      const { id } = await created(api.theirs, 'clients/create', { name, language });
      const items = [{ rate: 100 }];
      const body = { clientId: id, taxRate: 21, items };
      const made = await created(api.theirs, 'invoices/create', body);
      const { seller, taxes } = buildInvoiceDocument(await viewInvoice(api.theirs, made.id));
      return [
        taxes[0]?.label.split(/ [\d$€]/)[0],
        seller.lines.find((line) => line.includes(taxId)),
      ];
    };
    expect(await labels('de', 'VAT')).toEqual(['MwSt.', 'Steuernummer 12/345']);
    expect(await labels('de-CH', 'VAT')).toEqual(['MWST', 'Steuernummer 12/345']);
    expect(await labels('es', 'VAT', 'ESB12345678')).toEqual(['IVA', 'NIF-IVA ESB12345678']);
    expect(await labels('nl', 'VAT no.')).toEqual(['VAT no.', 'VAT no.: 12/345']);
    expect(await labels('fr', 'MwSt.')).toEqual(['TVA', 'N° fiscal 12/345']);
    expect(await labels('en', 'USt')).toEqual(['VAT', 'Tax no. 12/345']);
    expect(await labels('en', 'VAT')).toEqual(['VAT', 'VAT no. 12/345']);
    expect(await labels('de', 'USt')).toEqual(['USt', 'USt-Nr. 12/345']);
    expect(await labels('fr', 'GST/QST')).toEqual(['GST/QST', 'N° GST/QST 12/345']);
  });

  test('show a percentage once if the name of a tax or a discount contains it', async () => {
    const components = [{ name: 'IVA 21 %', rate: 21 }];
    const rule = await createTaxRule(api.theirs.context, { name: 'Named', components });
    const { id } = await created(api.theirs, 'clients/create', { name: 'Twice', language: 'es' });
    const made = await created(api.theirs, 'invoices/create', {
      ...{ clientId: id, taxRuleId: rule.id, items: [{ rate: 100 }] },
      allowances: [{ percent: 10, reason: 'Promoción 10 %' }],
      withholding: { percent: 15, reason: 'IRPF (15%)' },
    });
    const document = buildInvoiceDocument(await viewInvoice(api.theirs, made.id));
    expect(document.taxes[0]?.label).toMatch(/^IVA 21 % sobre 90/);
    expect(document.settlements[0]?.label).toBe('IRPF 15 %');
    expect(document.lines.at(-1)?.description.match(/10/g)).toHaveLength(1);
  });

  test('a language that is none is rejected', async () => {
    const answer = await api.ours.post('clients/create', { name: 'x', language: 'german!' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'language', code: 'invalid_format' }]);
  });
});
