import { MailKind } from '../../src/generated/prisma/enums.ts';
import { pickDocumentLocale } from '../../src/locales/document-locale.ts';
import { defaultMailText } from '../../src/locales/mail-texts.ts';
import { messageTextsIn } from '../../src/locales/message-page-texts.ts';
import { acceptedSignInTexts } from '../../src/locales/sign-in-page-texts.ts';

/** English in a text of another language. */

/** Those but English. */
export const otherLanguages = ['de', 'fr', 'es', 'it', 'pt', 'nl'] as const;

/** Words of letters alone, whatever case. */
export const wordsIn = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu) ?? [];

const gaps = /\{\{.*?\}\}|\{%.*?%\}|\{\w+\}/g;

const vocabularies = new Map<string, Set<string>>();

function vocabularyOf(language: string): Set<string> {
  const known = vocabularies.get(language) ?? readVocabulary(language);
  vocabularies.set(language, known);
  return known;
}

function readVocabulary(language: string): Set<string> {
  const { words } = pickDocumentLocale(language);
  const mails = Object.values(MailKind).map((kind) => defaultMailText(kind, language));
  const months = Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(language, { month: 'long' }).format(new Date(2026, month, 15)),
  );
  const texts = [
    ...Object.values<string>({ ...words }),
    ...mails.flatMap(Object.values),
    ...Object.values<string>({ ...messageTextsIn(language).texts }),
    ...Object.values<string>({ ...acceptedSignInTexts(language).texts }),
    ...months,
  ];
  return new Set(texts.flatMap((text) => wordsIn(text.replaceAll(gaps, ' '))));
}

/**
 * The words of the English texts, and the amounts in English format, in a text of another language. Words of that
 * language ("Status") and addresses of pages do not count.
 */
export function englishIn(text: string, language: string): string[] {
  const own = vocabularyOf(language);
  const english = new Set([...vocabularyOf('en')].filter((word) => !own.has(word)));
  const plain = text.replaceAll(/https?:\/\/\S+/g, ' ');
  const amounts = plain.match(/\d\.\d\d(?!\d)|\d,\d{3}(?!\d)/g) ?? [];
  return [...new Set([...wordsIn(plain).filter((word) => english.has(word)), ...amounts])];
}

/** The text of an HTML page or mail, with its attributes. */
export function textOfHtml(html: string): string {
  const printed = /\b(?:alt|aria-label|title|download)="([^"]*)"/g;
  const body = html.replaceAll(/<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/g, ' ');
  const attributes = [...html.matchAll(printed)].map(([, text]) => text);
  return [body.replaceAll(/<[^>]*>/g, ' '), ...attributes].join('\n');
}
