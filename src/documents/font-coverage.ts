import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../config/package-root.ts';

/** The fonts of one kind of letters; those that a kind does not have are made of its regular one. */
export interface FontFamily {
  id: string;
  styles: { regular: string; bold?: string; italic?: string };
  /** Whether its letters are put together by HarfBuzz (`text-shaper.ts`), which knows scripts that fontkit does not. */
  isShaped?: boolean;
}

interface ListedFamily extends FontFamily {
  /** How many letters it lacks, how many it has after them, and so on. */
  letters: readonly number[];
}

/** The build puts the fonts there, and a list of what they have: see scripts/page-assets.mjs. */
export const fontFolder = join(packageRoot, 'dist/assets/fonts');

/** Noto Sans: Latin, Greek, Cyrillic, Devanagari and the currency signs. */
export const defaultFontFamily = 'sans';

/** For Chinese characters, which the languages that use them draw differently. */
export type HanFamily = 'sc' | 'tc' | 'jp' | 'kr';

let listed: readonly ListedFamily[] | undefined;

function families(): readonly ListedFamily[] {
  listed ??= JSON.parse(readFileSync(join(fontFolder, 'fonts.json'), 'utf8')) as ListedFamily[];
  return listed;
}

/** Whether the letters of a font's file are put together by HarfBuzz. */
export const needsHarfBuzz = (file: string): boolean =>
  families().some(
    ({ isShaped: is, styles }) => is === true && Object.values(styles).includes(file),
  );

export function requireFontFamily(id: string): FontFamily {
  const family = families().find((one) => one.id === id);
  if (!family) throw new Error(`there is no font ${id}`);
  return family;
}

const known = new Map<number, readonly string[]>();

/** The families that have a letter, in the order in which they are looked through. */
function familiesWith(letter: number): readonly string[] {
  const answer = known.get(letter);
  if (answer) return answer;
  const found = families()
    .filter(({ letters }) => has(letters, letter))
    .map(({ id }) => id);
  // Customers choose the texts, so what is remembered has an end.
  if (known.size < 10_000) known.set(letter, found);
  return found;
}

/** Whether a family has a letter. */
export const hasCharacter = (family: string, letter: string): boolean =>
  familiesWith(letter.codePointAt(0) ?? 0).includes(family);

function has(turns: readonly number[], letter: number): boolean {
  let end = 0;
  for (let index = 0; index < turns.length; index += 2) {
    const start = end + (turns[index] ?? 0);
    if (letter < start) return false;
    end = start + (turns[index + 1] ?? 0);
    if (letter < end) return true;
  }
  return false;
}

/** What chooses between two shapes of the letter before it, and joins or parts letters: nothing of its own. */
const selectors = /[\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu;
const joiners = /[\u200c\u200d]/g;

/**
 * The family for what a reader counts as one letter; undefined where no family has it. Where a text has Chinese characters,
 * `han` says as whose; an emoji that asks to be one is one.
 */
export function fontFamilyFor(cluster: string, han: HanFamily): string | undefined {
  const bare = cluster.replace(selectors, '').replace(joiners, '');
  let common: readonly string[] | undefined;
  for (const letter of bare) {
    const having = familiesWith(letter.codePointAt(0) ?? 0);
    common = common ? common.filter((id) => having.includes(id)) : having;
  }
  if (!common || common.length === 0) return undefined;
  if (cluster.includes('\ufe0f') && common.includes('emoji')) return 'emoji';
  return common[0] === 'sc' && common.includes(han) ? han : common[0];
}

/** The letters without what only chooses a shape, which the fonts do not have. */
export function withoutVariationSelectors(text: string): string {
  return text.replace(selectors, '');
}

/** Letters that the usual font has for certain, looked at first since most texts have no others. */
const plainLetters = /^[ -~\n\u00a0-\u00ac\u00ae-\u024f€’–−·]*$/;

/** Whether the usual font has all of a text. */
export function isCoveredByDefaultFont(text: string): boolean {
  if (plainLetters.test(text)) return true;
  for (const letter of text) {
    if (letter !== '\n' && !familiesWith(letter.codePointAt(0) ?? 0).includes(defaultFontFamily)) {
      return false;
    }
  }
  return true;
}

/** Whose characters a text's Chinese ones are, judged by letters that only one of them writes. */
export function detectHanFamily(text: string): HanFamily {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}〒]|株式会社|有限会社|合同会社/u.test(text))
    return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  return /[\p{Script=Bopomofo}臺灣國業東車書電話號實縣區樓這為會門們開關點過還進運達無專單廣產發經統結總計設記該調請費貿資購帳銀錢鐘際務動報場]/u.test(
    text,
  )
    ? 'tc'
    : 'sc';
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a reader counts as letters, one by one. */
export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The letters of a text that no font has, each once. */
export function unprintableCharactersOf(text: string): string[] {
  if (isCoveredByDefaultFont(text)) return [];
  const lacking = graphemesOf(text).filter(
    (cluster) => !/^\s+$/.test(cluster) && fontFamilyFor(cluster, 'sc') === undefined,
  );
  return [...new Set(lacking)];
}
