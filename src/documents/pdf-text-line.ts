import type { FontStyle } from './fonts.ts';
import { fontFileOfStyle, openDocumentFont, writeGlyphPerCharacter } from './fonts.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import type { TextRun } from './text-runs.ts';
import { missingCharacter, splitTextRuns } from './text-runs.ts';

type Pdf = PDFKit.PDFDocument;
type Layout = Pick<PdfLayout, 'han' | 'lacksCharacters' | 'pdf'>;

/** Ascent of the default font relative to the size, used for all scripts. */
const ascent = 1.069;

/** Stroke width relative to the size, for fonts without bold. */
const boldStroke = 0.035;

/**
 * Composed glyphs do not represent their text, so it is added as ActualText for copying and screen
 * readers.
 */
const composedText =
  /\p{M}|[\u1e00-\u1eff]|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200c|\u200d/u;

export function measureTextLine(layout: Layout, line: string, type: TextStyle): number {
  return splitTextRuns(line, layout.han).reduce(
    (width, run) => width + widthOfRun(layout.pdf, run, type),
    0,
  );
}

function widthOfRun(pdf: Pdf, run: TextRun, type: TextStyle): number {
  setFont(pdf, run.family, type);
  return pdf.widthOfString(run.text, featuresOf(run));
}

/** Draws the runs in reading order, so that copied text has that order. */
export function drawTextLine(
  layout: Layout,
  line: string,
  at: { x: number; y: number },
  type: TextStyle,
): void {
  let { x } = at;
  const positionedRuns = splitTextRuns(line, layout.han).map((run) => {
    const runX = x;
    x += widthOfRun(layout.pdf, run, type);
    return { run, x: runX };
  });
  layout.pdf.fillColor(type.color);
  for (const { run, x: runX } of positionedRuns.sort((a, b) => a.run.order - b.run.order)) {
    if (run.text.includes(missingCharacter)) layout.lacksCharacters = true;
    drawRun(layout.pdf, run, { x: runX, y: at.y + ascent * type.size }, type);
  }
}

function drawRun(
  pdf: Pdf,
  run: TextRun,
  { x, y }: { x: number; y: number },
  type: TextStyle,
): void {
  setFont(pdf, run.family, type);
  const { isThin: isStroked } = fontFileOfStyle(run.family, type.font);
  if (isStroked) pdf.lineWidth(type.size * boldStroke).strokeColor(type.color);
  const draw = (part?: 'letters' | 'signs') =>
    pdf.text(run.text, x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...featuresOf(run, part),
      ...(isStroked && { fill: true, stroke: true }),
    });
  if (run.direction === 'rtl') drawRightToLeft(pdf, draw);
  else if (composedText.test(run.written)) drawWithActualText(pdf, run.written, draw);
  else draw();
}

/**
 * Glyphs with text first, then separate dots as empty ActualText. Otherwise Poppler takes a mark
 * off the line for a word boundary.
 */
function drawRightToLeft(pdf: Pdf, draw: (part?: 'letters' | 'signs') => unknown): void {
  draw('letters');
  drawWithActualText(pdf, '', () => draw('signs'));
}

/**
 * Directly around the text operators, because Poppler locates ActualText by the state at its end.
 */
function drawWithActualText(pdf: Pdf, actual: string, draw: () => unknown): void {
  const writablePdf = pdf as Pdf & { addContent: (content: string) => Pdf };
  const { addContent } = writablePdf;
  writablePdf.addContent = (content) => {
    writablePdf.addContent = addContent;
    // pdfkit omits an empty ActualText.
    if (content === 'BT' && actual === '') addContent.call(pdf, '/Span <</ActualText ()>> BDC');
    else if (content === 'BT') pdf.markContent('Span', { actual });
    addContent.call(pdf, content);
    if (content === 'ET' && actual === '') addContent.call(pdf, 'EMC');
    else if (content === 'ET') pdf.endMarkedContent();
    writablePdf.addContent = wrappedAddContent;
    return pdf;
  };
  const wrappedAddContent = writablePdf.addContent;
  draw();
  writablePdf.addContent = addContent;
}

/** Registered fonts by file. */
const registered = new WeakMap<Pdf, Set<string>>();

/** pdfkit passes features to the font: see `openDocumentFont`. */
function featuresOf({ direction }: TextRun, part?: 'letters' | 'signs'): { features?: never } {
  return direction === undefined ? {} : { features: { direction, part } as never };
}

function setFont(
  pdf: Pdf,
  family: string,
  { font, size }: { font: FontStyle; size: number },
): void {
  const { file } = fontFileOfStyle(family, font);
  const registeredFiles = registered.get(pdf) ?? new Set();
  registered.set(pdf, registeredFiles);
  // pdfkit accepts opened fonts, but its types do not.
  if (!registeredFiles.has(file)) pdf.registerFont(file, openDocumentFont(file) as never);
  pdf.font(file).fontSize(size);
  if (!registeredFiles.has(file))
    writeGlyphPerCharacter(
      (pdf as unknown as { _font: Parameters<typeof writeGlyphPerCharacter>[0] })._font,
    );
  registeredFiles.add(file);
}
