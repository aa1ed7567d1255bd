import bidiFactory from 'bidi-js';
import type { HanFamily } from './font-coverage.ts';
import {
  defaultFontFamily,
  fontFamilyFor,
  graphemesOf,
  hasCharacter,
  isCoveredByDefaultFont,
  withoutVariationSelectors,
} from './font-coverage.ts';

/** A part of a line with one font and one direction. */
export interface TextRun {
  family: string;
  /** Brackets are mirrored in right-to-left text. */
  text: string;
  written: string;
  /** Undefined if the font decides. */
  direction: 'ltr' | 'rtl' | undefined;
  /** Reading order. */
  order: number;
}

export const missingCharacter = '\ufffd';

const bidi = bidiFactory();

const rightToLeftLetters =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * In visual order. The first letter decides the direction. Each unprintable grapheme becomes a
 * {@link missingCharacter}.
 */
export function splitTextRuns(line: string, han: HanFamily): TextRun[] {
  if (isCoveredByDefaultFont(line))
    return [
      { family: defaultFontFamily, text: line, written: line, direction: undefined, order: 0 },
    ];
  const isBidirectional = rightToLeftLetters.test(line);
  const levels = isBidirectional ? bidi.getEmbeddingLevels(line, 'auto').levels : undefined;
  const runs: (TextRun & { level: number })[] = [];
  let offset = 0;
  for (const cluster of graphemesOf(line)) {
    const level = levels?.[offset] ?? 0;
    offset += cluster.length;
    const last = runs.at(-1);
    const found = familyIn(cluster, han, last?.level === level ? last.family : undefined);
    const family = found ?? defaultFontFamily;
    const printed = found ? withoutVariationSelectors(cluster) : missingCharacter;
    const direction = level % 2 === 1 ? 'rtl' : 'ltr';
    const text = direction === 'rtl' ? mirrorBracket(printed) : printed;
    if (last && last.level === level && last.family === family) {
      last.text += text;
      last.written += cluster;
    } else runs.push({ family, text, written: cluster, direction, level, order: runs.length });
  }
  return isBidirectional ? inVisualOrder(runs) : runs;
}

/** Spaces and punctuation keep the preceding font if possible, for fewer runs. */
function familyIn(
  cluster: string,
  han: HanFamily,
  previousFamily: string | undefined,
): string | undefined {
  const keepsFont =
    previousFamily !== undefined &&
    /^[\p{Z}\p{P}]$/u.test(cluster) &&
    hasCharacter(previousFamily, cluster);
  return keepsFont ? previousFamily : fontFamilyFor(cluster, han);
}

export function mirrorBracket(cluster: string): string {
  return bidi.getMirroredCharacter(cluster) ?? cluster;
}

/** Rule L2 of the Unicode bidirectional algorithm. */
function inVisualOrder<T extends { level: number }>(runs: readonly T[]): T[] {
  const ordered = [...runs];
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      if ((ordered[start]?.level ?? 0) < level) continue;
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      const part = ordered.slice(start, end).reverse();
      ordered.splice(start, part.length, ...part);
      start = end;
    }
  }
  return ordered;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Scripts without spaces, and the locale of their word segmentation. */
const unspaced = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u, undefined],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Khmer}/u, 'km'],
  [/\p{Script=Lao}/u, 'lo'],
  [/\p{Script=Myanmar}/u, 'my'],
  [/\p{Script=Tibetan}/u, 'bo'],
] as const;

/** Characters that must not begin or end a line. */
const nonStartingCharacter =
  /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
const nonEndingCharacter = /[\p{Ps}\p{Pi}]$/u;

/** Parts of a word between which a line may break. */
export function breakablePartsOf(word: string): string[] {
  const unspacedScript = unspaced.find(([letters]) => letters.test(word));
  if (!unspacedScript) return [word];
  const [, language] = unspacedScript;
  const parts: string[] = [];
  for (const part of language ? wordsIn(word, language) : graphemesOf(word)) {
    const last = parts.at(-1);
    const isInseparable =
      last !== undefined &&
      (nonStartingCharacter.test(part) ||
        nonEndingCharacter.test(last) ||
        (endsWithWordCharacter(last) && endsWithWordCharacter(part)));
    if (isInseparable) parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

/** Letters and digits of scripts with spaces stay together. */
function endsWithWordCharacter(part: string): boolean {
  return /[\p{L}\p{N}]$/u.test(part) && !unspaced.some(([letters]) => letters.test(part));
}

function wordsIn(text: string, language: string): string[] {
  const segmenter =
    segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'word' });
  segmenters.set(language, segmenter);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
