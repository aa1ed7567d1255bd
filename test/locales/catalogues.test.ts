import { expect, test } from 'vitest';
import { catalogues, english } from '../../src/locales/catalogues.ts';

/** Texts by path, for example `mails.INVOICE.subject`. Arrays of lines become one text. */
function textsByPath(value: unknown, path = ''): [path: string, text: string][] {
  if (Array.isArray(value)) return [[path, value.join('\n')]];
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, part]) =>
    textsByPath(part, path === '' ? name : `${path}.${name}`),
  );
}

/** `{name}` of pages and documents, `{{ name }}` of e-mails. */
const placeholdersIn = (text: string): string[] =>
  [...new Set(text.match(/\{\{.*?\}\}|\{\w+\}/g) ?? [])].toSorted();

const englishTexts = textsByPath(english);

test('there are seven languages', () => {
  expect(Object.keys(catalogues)).toEqual(['de', 'en', 'es', 'fr', 'it', 'nl', 'pt']);
});

test.each(Object.keys(catalogues))(
  '%s has the same keys as English and no empty text',
  (language) => {
    const texts = textsByPath(catalogues[language]);
    expect(texts.map(([path]) => path)).toEqual(englishTexts.map(([path]) => path));
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
  },
);

test.each(Object.keys(catalogues))('%s has the same placeholders as English', (language) => {
  const texts = new Map(textsByPath(catalogues[language]));
  const placeholders = (path: string, text = '') => `${path}: ${placeholdersIn(text).join(' ')}`;
  expect(englishTexts.map(([path]) => placeholders(path, texts.get(path)))).toEqual(
    englishTexts.map(([path, text]) => placeholders(path, text)),
  );
});
