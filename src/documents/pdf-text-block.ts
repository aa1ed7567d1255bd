import { graphemesOf } from './font-coverage.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { ensureRoomOnPage, pageBottom } from './pdf-pages.ts';
import { drawContent } from './pdf-tags.ts';
import { drawTextLine, measureTextLine } from './pdf-text-line.ts';
import { breakablePartsOf } from './text-runs.ts';

export interface TextBlock {
  lines: string[];
  type: TextStyle;
  height: number;
}

export function lineHeight({ size }: TextStyle): number {
  return size * 1.4;
}

/** Breaks at line feeds, between words, and within words that are wider than a line. */
export function layOutTextBlock(
  layout: PdfLayout,
  text: string,
  width: number,
  type: TextStyle,
): TextBlock {
  const lines = text.split('\n').flatMap((line) => wrap(layout, line, width, type));
  return { lines, type, height: lines.length * lineHeight(type) };
}

/** Shrinks the font until the text fits one line. For numbers, which must not wrap. */
export function shrinkToWidth(
  layout: PdfLayout,
  text: string,
  width: number,
  type: TextStyle,
): TextStyle {
  const textWidth = measureTextLine(layout, text, type);
  // Avoids overflow by rounding.
  return textWidth <= width ? type : { ...type, size: (0.999 * type.size * width) / textWidth };
}

function wrap(layout: PdfLayout, text: string, width: number, type: TextStyle): string[] {
  const space = measureTextLine(layout, ' ', type);
  const lines: string[] = [];
  let line = '';
  let usedWidth = 0;
  for (const word of text.split(' ')) {
    const pieces = breakablePartsOf(word).flatMap((part) => piecesOf(layout, part, width, type));
    for (const [index, piece] of pieces.entries()) {
      const textWidth = measureTextLine(layout, piece, type);
      const spaceWidth = index === 0 ? space : 0;
      if (line !== '' && usedWidth + spaceWidth + textWidth > width) {
        lines.push(line);
        [line, usedWidth] = ['', 0];
      }
      const separator = index === 0 ? ' ' : '';
      [line, usedWidth] =
        line === ''
          ? [piece, textWidth]
          : [`${line}${separator}${piece}`, usedWidth + spaceWidth + textWidth];
    }
  }
  return [...lines, line];
}

function piecesOf(layout: PdfLayout, word: string, width: number, type: TextStyle): string[] {
  if (word.length < 8 || measureTextLine(layout, word, type) <= width) return [word];
  const joined = word.split(/(?<=[-/_@&=])(?=.)/u);
  if (joined.length > 1) return joined.flatMap((part) => piecesOf(layout, part, width, type));
  const parts: string[] = [];
  let part = '';
  let usedWidth = 0;
  for (const letter of graphemesOf(word)) {
    const textWidth = measureTextLine(layout, letter, type);
    if (part !== '' && usedWidth + textWidth > width) {
      parts.push(part);
      [part, usedWidth] = ['', 0];
    }
    part += letter;
    usedWidth += textWidth;
  }
  return [...parts, part];
}

/** With `right`, lines end at `x + width`. */
export function drawTextLines(
  layout: PdfLayout,
  { lines, type }: Pick<TextBlock, 'lines' | 'type'>,
  position: { x: number; y: number; width: number; align?: 'left' | 'right' | 'center' },
): void {
  const { align = 'left' } = position;
  drawContent(layout, () => {
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const freeWidth = align === 'left' ? 0 : position.width - measureTextLine(layout, line, type);
      const x = position.x + (align === 'center' ? freeWidth / 2 : freeWidth);
      drawTextLine(layout, line, { x, y: position.y + index * lineHeight(type) }, type);
    }
  });
}

/** Continues on new pages and moves the position. */
export function drawFlowingText(
  layout: PdfLayout,
  text: string,
  x: number,
  width: number,
  type: TextStyle,
): void {
  const { lines } = layOutTextBlock(layout, text, width, type);
  for (let start = 0; start < lines.length; ) {
    ensureRoomOnPage(layout, lineHeight(type));
    const fittingCount = Math.max(
      1,
      Math.floor((pageBottom(layout) - layout.y) / lineHeight(type)),
    );
    const part = lines.slice(start, start + fittingCount);
    drawTextLines(layout, { lines: part, type }, { x, y: layout.y, width });
    layout.y += part.length * lineHeight(type);
    start += part.length;
  }
}
