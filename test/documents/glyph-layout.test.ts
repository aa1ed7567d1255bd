import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import {
  defaultFontFamily,
  fontFolder,
  requireFontFamily,
} from '../../src/documents/font-coverage.ts';
import { createGlyphRunCache } from '../../src/documents/glyph-run-cache.ts';

const font = create(
  readFileSync(join(fontFolder, requireFontFamily(defaultFontFamily).styles.regular)),
);

const plain = [
  'Office ',
  'AVATAR',
  'naïve',
  '€1,190.00',
  '1\u00a0234,50\u00a0€',
  'ﬁ'.normalize('NFKD'),
];

test('a word is laid out once for all documents, as its font lays it out', () => {
  const requested: string[] = [];
  const watched = Object.create(font, {
    layout: {
      value: (text: string) => {
        requested.push(text);
        return font.layout(text);
      },
    },
  });
  const laidOut = createGlyphRunCache(watched);
  for (const word of [...plain, ...plain]) {
    const run = laidOut(word);
    const own = font.layout(word);
    expect(run?.advanceWidth).toBe(own.advanceWidth);
    expect(run?.positions).toEqual(own.positions.map((position) => ({ ...position })));
    expect(run?.glyphs).toEqual(
      own.glyphs.map(({ advanceWidth, codePoints, id }) => ({ advanceWidth, codePoints, id })),
    );
    // Like pdfkit for the same text.
    for (const position of run?.positions ?? []) position.xAdvance *= 0.5;
  }
  expect(requested).toEqual(plain);
});

test('anything but a plain word is left to the font', () => {
  const laidOut = createGlyphRunCache(font);
  for (const text of ['سلام', 'क्षत्रिय', 'a\u0301', '請求書', 'x'.repeat(41), '']) {
    expect(laidOut(text)).toBeUndefined();
  }
});
