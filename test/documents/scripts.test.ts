import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { detectHanFamily, unprintableCharactersOf } from '../../src/documents/font-coverage.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { breakablePartsOf, splitTextRuns } from '../../src/documents/text-runs.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { created } from '../support/invoices.ts';

const api = useTestApi();

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace', currency: 'EUR' });
});

/** A name in each script, in the letters that a reader copies from the document. */
const names = {
  Arabic: 'شركة النور للتصميم (فرع جدة)',
  Hebrew: 'סטודיו אור',
  Armenian: 'Հայկական Դիզայն',
  Georgian: 'თბილისი დიზაინი',
  Thai: 'บริษัท กรุงเทพ',
  Japanese: '株式会社東京デザイン',
  Chinese: '北京星辰科技有限公司',
  Traditional: '臺北設計股份有限公司',
  Korean: '주식회사 서울디자인',
  Bengali: 'ঢাকা নগর',
  Tamil: 'சதம கடல',
  Devanagari: 'नमस जगत',
  Telugu: 'హైదరాబాద్ స్త్రీ క్షేత్రం',
  Kannada: 'ಬೆಂಗಳೂರು ಕ್ಷೇತ್ರ',
  Malayalam: 'കൊച്ചി സ്ത്രീ',
  Gujarati: 'અમદાવાદ ક્ષેત્ર',
  Gurmukhi: 'ਅੰਮ੍ਰਿਤਸਰ ਪੰਜਾਬੀ',
  Odia: 'ଭୁବନେଶ୍ୱର ଓଡ଼ିଆ',
  Sinhala: 'කොළඹ ශ්‍රී ලංකා',
  Khmer: 'ភ្នំពេញ កម្ពុជា',
  Lao: 'ວຽງຈັນ ບໍລິສັດ',
  Burmese: 'ရန်ကုန် ကျွန်ုပ်',
  Ethiopic: 'አዲስ አበባ',
  Thaana: 'މާލެ (ދިވެހި)',
  Tibetan: 'ལྷ་ས རྒྱལ',
  Syriac: 'ܣܘܪܝܝܐ',
  NKo: 'ߒߞߏ',
  Javanese: 'ꦗꦮ',
  Cherokee: 'ᏣᎳᎩ',
  Inuktitut: 'ᐃᖃᓗᐃᑦ',
  Tifinagh: 'ⵜⵉⴼⵉⵏⴰⵖ',
  Vietnamese: 'Nguyễn Thị Minh',
  symbols: '→ ← ≤ ≥ ≈ ≠ √ ∞ ✓ ✔ ● ■ ▪ ◦ ★ ① ฿',
};

const close = (text: string) => text.replaceAll(/\s/g, '');

/** The source text of these glyphs is stored separately. */
const isShapedOrAccented = /\p{M}/u;

const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0;

describe('the PDF', () => {
  test.runIf(hasPoppler)(
    'gives Poppler the position and the source text of its glyphs',
    async () => {
      const composed = Object.values(names).filter(
        (name) =>
          isShapedOrAccented.test(name) &&
          splitTextRuns(name, 'sc').every(({ direction }) => direction !== 'rtl'),
      );
      expect(composed.length).toBeGreaterThan(8);
      const { id } = await created(api.ours, 'invoices/create', {
        clientName: 'Lovelace',
        items: composed.map((name, index) => ({ description: `${index + 1}. ${name}`, rate: 1 })),
      });
      const document = buildInvoiceDocument(await viewInvoice(api.ours, id));
      const input = await renderInvoicePdf(document);
      const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
      const lines = stdout.split('\n').map((line) => line.trim());
      const lost = composed.filter(
        (name, index) =>
          !lines.some(
            (line) => line.startsWith(`${index + 1}. ${name} `) && line.endsWith('€1.00'),
          ),
      );
      expect(lost).toEqual([]);
    },
  );

  test.runIf(hasPoppler)('gives Poppler complete Arabic words, with their dots', async () => {
    const phrases = ['شركة النور للتجارة والتوزيع', 'تصميم الهوية البصرية بثقة', 'יעקב כהן ובניו'];
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Lovelace',
      items: phrases.map((description) => ({ description, rate: 1 })),
    });
    const document = buildInvoiceDocument(await viewInvoice(api.ours, id));
    const input = await renderInvoicePdf(document);
    const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], { input, encoding: 'utf8' });
    // Direction marks for a terminal are not part of them.
    const read = stdout.replaceAll(/[\u200b-\u200f\u202a-\u202e]/g, '');
    for (const phrase of phrases) expect(read).toContain(phrase);
  });

  test('prints names in the scripts of the world, in letters that can be copied', async () => {
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Lovelace',
      items: Object.values(names).map((description) => ({ description, rate: 1 })),
    });
    const document = buildInvoiceDocument(await viewInvoice(api.ours, id));
    const pdf = await renderInvoicePdf(document);
    const text = (await textOfPdf(pdf)).join('\n');
    // pdf.js inserts spaces before letters that combine with others.
    const found = Object.entries(names).filter(([, name]) => close(text).includes(close(name)));
    expect(found).toEqual(Object.entries(names));
    const plain = Object.values(names).filter((name) => !isShapedOrAccented.test(name));
    expect(plain.length).toBeGreaterThan(8);
    expect(plain.filter((name) => !text.includes(name))).toEqual([]);
    expect(text).not.toContain('\ufffd');
  });

  test('joins Arabic letters, and puts them from right to left', () => {
    expect(
      splitTextRuns('شركة (فرع 12)', 'sc').map(({ direction, text }) => [direction, text]),
    ).toEqual([
      ['rtl', '('],
      ['ltr', '12'],
      ['rtl', 'شركة )فرع '],
    ]);
    const mixed = splitTextRuns('Phase שלב 2 ok', 'sc');
    expect(mixed.map(({ text }) => text)).toEqual(['Phase ', '2', 'שלב ', ' ok']);
    expect(mixed.map(({ order }) => order)).toEqual([0, 2, 1, 3]);
  });

  test('breaks lines of scripts without spaces, and never before a full stop', () => {
    expect(breakablePartsOf('東京。大阪（本社）')).toEqual([
      '東',
      '京。',
      '大',
      '阪',
      '（本',
      '社）',
    ]);
    for (const words of [
      'การออกแบบเว็บไซต์',
      'ព្រះរាជាណាចក្រកម្ពុជា',
      'ສາທາລະນະລັດປະຊາທິປະໄຕ',
      'ပြည်ထောင်စုသမ္မတ',
      'བོད་ལྗོངས',
    ]) {
      expect(breakablePartsOf(words).length, words).toBeGreaterThan(1);
      expect(breakablePartsOf(words).join('')).toBe(words);
    }
    expect(breakablePartsOf('Donaudampfschiff')).toEqual(['Donaudampfschiff']);
  });

  test.each([
    ['会社の名', 'jp'],
    ['株式会社東京', 'jp'],
    ['서울 大學', 'kr'],
    ['臺北', 'tc'],
    ['北京', 'sc'],
  ])('draws %s as %s does', (text, family) => expect(detectHanFamily(text)).toBe(family));

  test.each(['👩‍👩‍👧 🎉 ❤️ 🇩🇪 👍🏽', 'שָׁלוֹם', 'क्षत्रिय', ...Object.values(names)])(
    'has letters for %s',
    (text) => expect(unprintableCharactersOf(text)).toEqual([]),
  );
});

describe('unprintable text', () => {
  const deseret = '𐐔𐐯𐑅';

  test('is reported before an invoice is sent, each letter once', async () => {
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Lovelace',
      notes: `Wado ${deseret}${deseret}`,
      items: [{ description: '𐐔 北京', rate: 1 }],
    });
    const query = 'query ($id: ID!) { node(id: $id) { ... on Invoice { unprintableLetters } } }';
    const answer = await api.ours.gql(query, { id });
    expect(answer.body).not.toHaveProperty('errors');
    expect(answer.body.data.node.unprintableLetters.toSorted()).toEqual([...deseret].toSorted());
  });

  test('is no client’s name on an invoice that is mailed', async () => {
    await created(api.ours, 'clients/create', { name: deseret, currency: 'EUR' });
    await created(api.ours, 'contacts/create', {
      clientName: deseret,
      firstName: 'Ada',
      invoiceContact: true,
      email: 'ada@deseret.example',
    });
    const answer = await api.ours.post('invoices/create', {
      clientName: deseret,
      items: [{ description: 'x', rate: 1 }],
      sendTo: { send: true },
    });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 'conflicting_state' });
    expect(answer.body.message).toContain('𐐔 𐐯 𐑅');
  });
});
