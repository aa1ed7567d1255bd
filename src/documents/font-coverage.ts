import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../config/package-root.ts';

/** Missing styles are derived from the regular one. */
export interface FontFamily {
  id: string;
  styles: { regular: string; bold?: string; italic?: string };
  /** HarfBuzz shapes the text (`text-shaper.ts`), because fontkit does not support the script. */
  isShaped?: boolean;
}

interface ListedFamily extends FontFamily {
  /** Run lengths: missing code points, then existing ones, and so on. */
  letters: readonly number[];
}

/** The build writes fonts and their coverage: see scripts/page-assets.mjs. */
export const fontFolder = join(packageRoot, 'dist/assets/fonts');

/** Noto Sans: Latin, Greek, Cyrillic, Devanagari and currency signs. */
export const defaultFontFamily = 'sans';

/** Chinese characters differ between these languages. */
export type HanFamily = 'sc' | 'tc' | 'jp' | 'kr';

let loadedFamilies: readonly ListedFamily[] | undefined;

function families(): readonly ListedFamily[] {
  loadedFamilies ??= JSON.parse(
    readFileSync(join(fontFolder, 'fonts.json'), 'utf8'),
  ) as ListedFamily[];
  return loadedFamilies;
}

export const needsHarfBuzz = (file: string): boolean =>
  families().some(
    ({ isShaped: isShapedByHarfBuzz, styles }) =>
      isShapedByHarfBuzz === true && Object.values(styles).includes(file),
  );

export function requireFontFamily(id: string): FontFamily {
  const family = families().find((one) => one.id === id);
  if (!family) throw new Error(`there is no font ${id}`);
  return family;
}

const familiesByCodePoint = new Map<number, readonly string[]>();

/** In the order of preference. */
function familiesWith(codePoint: number): readonly string[] {
  const cached = familiesByCodePoint.get(codePoint);
  if (cached) return cached;
  const found = families()
    .filter(({ letters }) => isCovered(letters, codePoint))
    .map(({ id }) => id);
  // Customers choose the texts, so the cache has a limit.
  if (familiesByCodePoint.size < 10_000) familiesByCodePoint.set(codePoint, found);
  return found;
}

export const hasCharacter = (family: string, letter: string): boolean =>
  familiesWith(letter.codePointAt(0) ?? 0).includes(family);

function isCovered(runLengths: readonly number[], codePoint: number): boolean {
  let end = 0;
  for (let index = 0; index < runLengths.length; index += 2) {
    const start = end + (runLengths[index] ?? 0);
    if (codePoint < start) return false;
    end = start + (runLengths[index + 1] ?? 0);
    if (codePoint < end) return true;
  }
  return false;
}

/** Variation selectors and joiners have no glyphs. */
const selectors = /[\ufe0e\ufe0f\u{e0020}-\u{e007f}]/gu;
const joiners = /[\u200c\u200d]/g;

/** Undefined if no font has the grapheme. `han` selects the variant of Chinese characters. */
export function fontFamilyFor(cluster: string, han: HanFamily): string | undefined {
  const characters = cluster.replace(selectors, '').replace(joiners, '');
  let common: readonly string[] | undefined;
  for (const letter of characters) {
    const familyIds = familiesWith(letter.codePointAt(0) ?? 0);
    common = common ? common.filter((id) => familyIds.includes(id)) : familyIds;
  }
  if (!common || common.length === 0) return undefined;
  if (cluster.includes('\ufe0f') && common.includes('emoji')) return 'emoji';
  return common[0] === 'sc' && common.includes(han) ? han : common[0];
}

/** Fonts have no glyphs for variation selectors. */
export function withoutVariationSelectors(text: string): string {
  return text.replace(selectors, '');
}

/** Characters that the default font certainly has: a fast path for most texts. */
const plainLetters = /^[ -~\n\u00a0-\u00ac\u00ae-\u024f€’–−·]*$/;

export function isCoveredByDefaultFont(text: string): boolean {
  if (plainLetters.test(text)) return true;
  for (const letter of text) {
    if (letter !== '\n' && !familiesWith(letter.codePointAt(0) ?? 0).includes(defaultFontFamily)) {
      return false;
    }
  }
  return true;
}

/** Detects the variant of Chinese characters by characters that only one of them uses. */
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

export function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Unique graphemes without a font. */
export function unprintableCharactersOf(text: string): string[] {
  if (isCoveredByDefaultFont(text)) return [];
  const unprintable = graphemesOf(text).filter(
    (cluster) => !/^\s+$/.test(cluster) && fontFamilyFor(cluster, 'sc') === undefined,
  );
  return [...new Set(unprintable)];
}
