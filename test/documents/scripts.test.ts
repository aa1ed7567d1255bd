import { beforeAll, describe, expect, test } from 'vitest';
import { invoiceDocument } from '../../src/documents/document.ts';
import { hanFamilyOf, unprintableOf } from '../../src/documents/font-letters.ts';
import { renderInvoicePdf } from '../../src/documents/pdf.ts';
import { partsOfWord, runsOf } from '../../src/documents/text-runs.ts';
import { useTestApi } from '../support/api.ts';
import { shownInvoice, textOfPdf } from '../support/documents.ts';
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
  Vietnamese: 'Nguyễn Thị Minh',
  symbols: '→ ← ≤ ≥ ≈ ≠ √ ∞ ✓ ✔ ● ■ ▪ ◦ ★ ① ฿',
};

describe('the PDF', () => {
  test('prints names in the scripts of the world, in letters that can be copied', async () => {
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Lovelace',
      items: Object.values(names).map((description) => ({ description, rate: 1 })),
    });
    const document = invoiceDocument(await shownInvoice(api.ours, id));
    const text = (await textOfPdf(await renderInvoicePdf(document))).join('\n');
    const found = Object.entries(names).filter(([, name]) => text.includes(name));
    expect(found).toEqual(Object.entries(names));
    expect(text).not.toContain('\ufffd');
  });

  test('joins Arabic letters, and puts them from right to left', () => {
    expect(runsOf('شركة (فرع 12)', 'sc').map(({ direction, text }) => [direction, text])).toEqual([
      ['rtl', '('],
      ['ltr', '12'],
      ['rtl', 'شركة )فرع '],
    ]);
    const mixed = runsOf('Phase שלב 2 ok', 'sc');
    expect(mixed.map(({ text }) => text)).toEqual(['Phase ', '2', 'שלב ', ' ok']);
    expect(mixed.map(({ order }) => order)).toEqual([0, 2, 1, 3]);
  });

  test('breaks lines where scripts without spaces allow it, and never before a full stop', () => {
    expect(partsOfWord('東京。大阪（本社）')).toEqual(['東', '京。', '大', '阪', '（本', '社）']);
    expect(partsOfWord('การออกแบบเว็บไซต์').length).toBeGreaterThan(1);
    expect(partsOfWord('Donaudampfschiff')).toEqual(['Donaudampfschiff']);
  });

  test.each([
    ['会社の名', 'jp'],
    ['株式会社東京', 'jp'],
    ['서울 大學', 'kr'],
    ['臺北', 'tc'],
    ['北京', 'sc'],
  ])('draws %s as %s does', (text, family) => expect(hanFamilyOf(text)).toBe(family));

  test.each(['👩‍👩‍👧 🎉 ❤️ 🇩🇪 👍🏽', 'שָׁלוֹם', 'क्षत्रिय', ...Object.values(names)])(
    'has letters for %s',
    (text) => expect(unprintableOf(text)).toEqual([]),
  );
});

describe('what cannot be printed', () => {
  const cherokee = 'ᏣᎳᎩ';

  test('is told of an invoice before it is sent, each letter once', async () => {
    const { id } = await created(api.ours, 'invoices/create', {
      clientName: 'Lovelace',
      notes: `Wado ${cherokee}${cherokee}`,
      items: [{ description: 'Ꮳ 北京', rate: 1 }],
    });
    const query = 'query ($id: ID!) { node(id: $id) { ... on Invoice { unprintableLetters } } }';
    const answer = await api.ours.gql(query, { id });
    expect(answer.body).not.toHaveProperty('errors');
    expect(answer.body.data.node.unprintableLetters.toSorted()).toEqual([...cherokee].toSorted());
  });

  test('is no client’s name on an invoice that is mailed', async () => {
    await created(api.ours, 'clients/create', { name: cherokee, currency: 'EUR' });
    await created(api.ours, 'contacts/create', {
      clientName: cherokee,
      firstName: 'Ada',
      invoiceContact: true,
      email: 'ada@cherokee.example',
    });
    const answer = await api.ours.post('invoices/create', {
      clientName: cherokee,
      items: [{ description: 'x', rate: 1 }],
      sendTo: { send: true },
    });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 'conflicting_state' });
    expect(answer.body.message).toContain('Ꮳ Ꮃ Ꭹ');
  });
});
