import PDFDocument from 'pdfkit';
import type { PageSize } from '../generated/prisma/enums.ts';
import type { HanFamily } from './font-coverage.ts';
import { graphemesOf } from './font-coverage.ts';
import type { FontStyle } from './fonts.ts';
import {
  createDocumentStructure,
  drawArtifact,
  drawContent,
  writeXmpMetadata,
} from './pdf-tags.ts';
import { drawTextLine, measureTextLine } from './pdf-text-line.ts';
import { breakablePartsOf } from './text-runs.ts';

/** Sizes of paper, in points of 1/72 inch. */
const sizes = {
  A4: { width: 595.28, height: 841.89 },
  LETTER: { width: 612, height: 792 },
} as const satisfies Record<PageSize, object>;

/** Room at the left and the right, and at the bottom of each page. */
export const pageMargin = 48;
const foot = 64;

/** How text looks. */
export interface TextStyle {
  font: FontStyle;
  size: number;
  color: string;
}

/** Text broken into lines that fit a width. */
export interface TextBlock {
  lines: string[];
  type: TextStyle;
  height: number;
}

/**
 * PdfLayout on which things are put down one below the other: it knows how far down it is, and starts another page when
 * told that something does not fit.
 */
export interface PdfLayout {
  pdf: PDFKit.PDFDocument;
  /** The paper, from its top left corner. */
  page: { width: number; height: number };
  /** Width between the margins. */
  contentWidth: number;
  /** Where the next thing goes. */
  y: number;
  /** What stands at the top of a page on which something goes on; null where nothing is repeated. */
  heading: (() => void) | null;
  /** Whose Chinese characters it shows. */
  han: HanFamily;
  /** Whether some character could not be shown. */
  lacksCharacters: boolean;
  /** The element of its structure that is being made: see pdf-tags.ts. */
  element: PDFKit.PDFStructureElement;
  /** Whether what is drawn is no part of what it says. */
  isArtifact: boolean;
}

/** An empty layout. `info` is what readers show as the document's properties. */
export function createPdfLayout(
  info: { title: string; author: string; date: Date; language: string },
  han: HanFamily,
  size: PageSize,
): PdfLayout {
  const page = sizes[size];
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    font: '',
    lang: info.language,
    displayTitle: true,
    // The colours of its profile, and nothing that needs another program or file.
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    tagged: true,
    info: {
      Title: info.title,
      Author: info.author,
      CreationDate: info.date,
      Creator: 'Actiongraph',
      Producer: 'PDFKit',
    },
  });
  writeXmpMetadata(pdf, info.language);
  // Keys that go from link to link follow the structure.
  pdf.on('pageAdded', () => followStructure(pdf));
  followStructure(pdf);
  return {
    pdf,
    page,
    contentWidth: page.width - 2 * pageMargin,
    y: pageMargin,
    heading: null,
    han,
    lacksCharacters: false,
    element: createDocumentStructure(pdf),
    isArtifact: false,
  };
}

function followStructure({ page: { dictionary } }: PDFKit.PDFDocument): void {
  (dictionary as unknown as { data: Record<string, unknown> }).data.Tabs = 'S';
}

/** How high a line of this type is. */
export function lineHeight({ size }: TextStyle): number {
  return size * 1.4;
}

/** Whether something of this height still fits the page. */
export function fitsOnPage(layout: PdfLayout, height: number): boolean {
  return layout.y + height <= bottomOf(layout);
}

/** Height that a page has below its heading, at most. */
export const usableHeight = (layout: PdfLayout): number => bottomOf(layout) - pageMargin - 60;

const bottomOf = ({ page }: PdfLayout) => page.height - foot;

/** Starts another page, with the heading that goes on. */
export function startNextPage(layout: PdfLayout): void {
  layout.pdf.addPage();
  layout.y = pageMargin;
  const { heading } = layout;
  if (heading) drawArtifact(layout, heading, 'Pagination');
}

/** Starts another page unless something of this height still fits. */
export function ensureRoomOnPage(layout: PdfLayout, height: number): void {
  if (!fitsOnPage(layout, height)) startNextPage(layout);
}

/** Breaks text into lines: at its line feeds, between words, and within a word that is wider than a line. */
export function layOutTextBlock(
  layout: PdfLayout,
  text: string,
  width: number,
  type: TextStyle,
): TextBlock {
  const lines = text.split('\n').flatMap((line) => wrap(layout, line, width, type));
  return { lines, type, height: lines.length * lineHeight(type) };
}

/** The type, smaller where one line of the text is wider than a width otherwise: for numbers, which are never broken. */
export function shrinkToWidth(
  layout: PdfLayout,
  text: string,
  width: number,
  type: TextStyle,
): TextStyle {
  const wide = measureTextLine(layout, text, type);
  // A little smaller still, since at exactly the width rounding decides whether it fits.
  return wide <= width ? type : { ...type, size: (0.999 * type.size * width) / wide };
}

function wrap(layout: PdfLayout, text: string, width: number, type: TextStyle): string[] {
  const space = measureTextLine(layout, ' ', type);
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of text.split(' ')) {
    const pieces = breakablePartsOf(word).flatMap((part) => piecesOf(layout, part, width, type));
    for (const [index, piece] of pieces.entries()) {
      const wide = measureTextLine(layout, piece, type);
      const between = index === 0 ? space : 0;
      if (line !== '' && used + between + wide > width) {
        lines.push(line);
        [line, used] = ['', 0];
      }
      const apart = index === 0 ? ' ' : '';
      [line, used] =
        line === '' ? [piece, wide] : [`${line}${apart}${piece}`, used + between + wide];
    }
  }
  return [...lines, line];
}

/** A word in parts that each fit a line. */
function piecesOf(layout: PdfLayout, word: string, width: number, type: TextStyle): string[] {
  if (word.length < 8 || measureTextLine(layout, word, type) <= width) return [word];
  const joined = word.split(/(?<=[-/_@&=])(?=.)/u);
  if (joined.length > 1) return joined.flatMap((part) => piecesOf(layout, part, width, type));
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const letter of graphemesOf(word)) {
    const wide = measureTextLine(layout, letter, type);
    if (part !== '' && used + wide > width) {
      parts.push(part);
      [part, used] = ['', 0];
    }
    part += letter;
    used += wide;
  }
  return [...parts, part];
}

/** Writes lines at a place; `right` ends them at `x + width`. */
export function drawTextLines(
  layout: PdfLayout,
  { lines, type }: Pick<TextBlock, 'lines' | 'type'>,
  at: { x: number; y: number; width: number; align?: 'left' | 'right' | 'center' },
): void {
  const { align = 'left' } = at;
  drawContent(layout, () => {
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const spare = align === 'left' ? 0 : at.width - measureTextLine(layout, line, type);
      const x = at.x + (align === 'center' ? spare / 2 : spare);
      drawTextLine(layout, line, { x, y: at.y + index * lineHeight(type) }, type);
    }
  });
}

/** Breaks text, writes it from where the layout is, over as many pages as it takes, and moves on. */
export function drawFlowingText(
  layout: PdfLayout,
  text: string,
  x: number,
  width: number,
  type: TextStyle,
): void {
  const { lines } = layOutTextBlock(layout, text, width, type);
  for (let at = 0; at < lines.length; ) {
    ensureRoomOnPage(layout, lineHeight(type));
    const fitting = Math.max(1, Math.floor((bottomOf(layout) - layout.y) / lineHeight(type)));
    const part = lines.slice(at, at + fitting);
    drawTextLines(layout, { lines: part, type }, { x, y: layout.y, width });
    layout.y += part.length * lineHeight(type);
    at += part.length;
  }
}

/** A hair line across the content. */
export function drawRule(layout: PdfLayout, color: string, from = 0): void {
  const { page, pdf, y } = layout;
  drawArtifact(layout, () =>
    pdf
      .moveTo(pageMargin + from, y)
      .lineTo(page.width - pageMargin, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke(),
  );
}

/** The layout as a file. */
export async function finishPdf({ element, pdf }: PdfLayout): Promise<Buffer> {
  element.end();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
