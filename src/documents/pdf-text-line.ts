import type { FontStyle } from './fonts.ts';
import { fontFileOfStyle, openDocumentFont, writeGlyphPerCharacter } from './fonts.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import type { TextRun } from './text-runs.ts';
import { missingCharacter, splitTextRuns } from './text-runs.ts';

type Pdf = PDFKit.PDFDocument;
type Layout = Pick<PdfLayout, 'han' | 'lacksCharacters' | 'pdf'>;

/** How far below the top of a line its letters stand, in parts of their size: as the usual font has it, whatever the script. */
const ascent = 1.069;

/** How much wider a stroke makes letters that have no bold font, in parts of their size. */
const boldStroke = 0.035;

/**
 * What fonts draw of parts, or join, so that the parts do not tell the letters any more: the text is then said beside, for
 * whoever copies it or has it read aloud. Not where it goes from right to left, since programs disagree on which end of
 * what is said comes first.
 */
const isComposed = /\p{M}|[\u1e00-\u1eff]|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200c|\u200d/u;

/** How wide a line is. */
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

/**
 * Draws a line from its left end, each run in the font that has its letters. The runs are put down in the order in which they
 * are read, so that whoever copies the text gets it in that order.
 */
export function drawTextLine(
  layout: Layout,
  line: string,
  at: { x: number; y: number },
  type: TextStyle,
): void {
  let { x } = at;
  const placed = splitTextRuns(line, layout.han).map((run) => {
    const own = x;
    x += widthOfRun(layout.pdf, run, type);
    return { run, x: own };
  });
  layout.pdf.fillColor(type.color);
  for (const { run, x: own } of placed.sort((a, b) => a.run.order - b.run.order)) {
    if (run.text.includes(missingCharacter)) layout.lacksCharacters = true;
    drawRun(layout.pdf, run, { x: own, y: at.y + ascent * type.size }, type);
  }
}

function drawRun(
  pdf: Pdf,
  run: TextRun,
  { x, y }: { x: number; y: number },
  type: TextStyle,
): void {
  setFont(pdf, run.family, type);
  const { isThin } = fontFileOfStyle(run.family, type.font);
  if (isThin) pdf.lineWidth(type.size * boldStroke).strokeColor(type.color);
  const draw = (part?: 'letters' | 'signs') =>
    pdf.text(run.text, x, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...featuresOf(run, part),
      ...(isThin && { fill: true, stroke: true }),
    });
  if (run.direction === 'rtl') drawInParts(pdf, draw);
  else if (isComposed.test(run.written)) saidBeside(pdf, run.written, draw);
  else draw();
}

/**
 * Draws what goes from right to left: first what has letters, then the dots that fonts draw by themselves, of which is said that they are
 * nothing. Poppler takes a sign that is off the line for the end of a word, and shows spaces between the letters of one otherwise.
 */
function drawInParts(pdf: Pdf, draw: (part?: 'letters' | 'signs') => unknown): void {
  draw('letters');
  saidBeside(pdf, '', () => draw('signs'));
}

/**
 * Draws a text with what it says beside. That stands around the text alone, below the turn of the page that pdfkit puts around each text: Poppler
 * takes the place of what is said by what holds where its mark ends, and would find it elsewhere on the page.
 */
function saidBeside(pdf: Pdf, actual: string, draw: () => unknown): void {
  const written = pdf as Pdf & { addContent: (content: string) => Pdf };
  const { addContent } = written;
  written.addContent = (content) => {
    written.addContent = addContent;
    // pdfkit leaves out what says nothing.
    if (content === 'BT' && actual === '') addContent.call(pdf, '/Span <</ActualText ()>> BDC');
    else if (content === 'BT') pdf.markContent('Span', { actual });
    addContent.call(pdf, content);
    if (content === 'ET' && actual === '') addContent.call(pdf, 'EMC');
    else if (content === 'ET') pdf.endMarkedContent();
    written.addContent = wrapped;
    return pdf;
  };
  const wrapped = written.addContent;
  draw();
  written.addContent = addContent;
}

/** The fonts that a document has, by their files. */
const registered = new WeakMap<Pdf, Set<string>>();

/** pdfkit hands its features on to the font as they are: see `openDocumentFont`. */
function featuresOf({ direction }: TextRun, part?: 'letters' | 'signs'): { features?: never } {
  return direction === undefined ? {} : { features: { direction, part } as never };
}

function setFont(
  pdf: Pdf,
  family: string,
  { font, size }: { font: FontStyle; size: number },
): void {
  const { file } = fontFileOfStyle(family, font);
  const known = registered.get(pdf) ?? new Set();
  registered.set(pdf, known);
  // pdfkit takes fonts that fontkit has read as well, which its types do not say.
  if (!known.has(file)) pdf.registerFont(file, openDocumentFont(file) as never);
  pdf.font(file).fontSize(size);
  if (!known.has(file))
    writeGlyphPerCharacter(
      (pdf as unknown as { _font: Parameters<typeof writeGlyphPerCharacter>[0] })._font,
    );
  known.add(file);
}
