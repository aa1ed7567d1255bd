import type { BankTransfer } from './bank-transfer.ts';
import { darkModuleRuns, qrQuietZoneModules } from './bank-transfer.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { ensureRoomOnPage, fitsOnPage } from './pdf-pages.ts';
import { textStyles } from './pdf-styles.ts';
import { drawContent, drawTagged } from './pdf-tags.ts';
import { drawFlowingText, drawTextLines, layOutTextBlock, lineHeight } from './pdf-text-block.ts';
import { totalsWidth } from './pdf-totals.ts';
import { labelledText } from './text-formatting.ts';

const left = pageMargin;

/** Lower texts stay on one page. */
const shortTexts = 180;

export function drawParagraph(layout: PdfLayout, text: string, type: TextStyle): void {
  drawTagged(layout, 'P', () => drawFlowingText(layout, text, left, layout.contentWidth, type));
}

/** Sections below the totals, and the footer. */
function textsBelow({
  footer,
  language,
  notes,
  paymentInstructions,
  transfer,
  words,
}: InvoiceDocument) {
  const rows = transfer?.rows
    .map(({ label, value }) => labelledText(label, value, language))
    .join('\n');
  const pay = [rows, paymentInstructions].filter(Boolean).join('\n\n');
  const sections: Section[] = [
    { caption: words.howToPay, text: pay, transfer },
    { caption: words.notes, text: notes ?? '', transfer: null },
  ];
  return { sections: sections.filter(({ text }) => text !== ''), footer };
}

interface Section {
  caption: string;
  text: string;
  transfer: BankTransfer | null;
}

/** Size of the QR code with its border. Phones can scan it from screen and paper. */
const codeSize = 92;

const textWidth = ({ contentWidth }: PdfLayout, { transfer }: Section): number =>
  contentWidth - (transfer?.code ? codeSize + 16 : 0);

/**
 * Height of the totals. Includes a short footer without sections, so that it gets no page of its
 * own.
 */
export function totalsHeightWithFoot(
  layout: PdfLayout,
  invoice: InvoiceDocument,
  sums: number,
): number {
  const { footer, sections } = textsBelow(invoice);
  const foot = footHeight(layout, footer);
  return sections.length > 0 || foot > shortTexts ? sums : sums + foot;
}

const heightOf = (layout: PdfLayout, sections: readonly Section[], footer: string | null) =>
  sections.reduce(
    (height, section) => height + sectionHeight(layout, section),
    footHeight(layout, footer),
  );

/** Width left of the totals. */
const besideWidth = ({ contentWidth }: PdfLayout): number => contentWidth - totalsWidth - 24;

/** Height of a section left of the totals, with its QR code below the text. */
function besideHeight(layout: PdfLayout, { text, transfer }: Section): number {
  const written = layOutTextBlock(layout, text, besideWidth(layout), textStyles.body).height;
  return 10 + lineHeight(textStyles.caption) + 3 + written + (transfer?.code ? codeSize : 0) + 14;
}

/** Whether the first section moves next to the totals because the texts do not fit below them. */
function belongsBeside(
  layout: PdfLayout,
  [first, ...others]: readonly Section[],
  { footer, top }: { footer: string | null; top: number },
): boolean {
  if (!first?.transfer || top >= layout.y) return false;
  const whole = heightOf(layout, [first, ...others], footer);
  if (whole > shortTexts || fitsOnPage(layout, whole)) return false;
  return fitsOnPage(layout, top - 10 + besideHeight(layout, first) - layout.y);
}

function sectionHeight(layout: PdfLayout, section: Section): number {
  const written = layOutTextBlock(
    layout,
    section.text,
    textWidth(layout, section),
    textStyles.body,
  ).height;
  const height = section.transfer?.code ? Math.max(written, codeSize) : written;
  return lineHeight(textStyles.caption) + 17 + height;
}

const footHeight = (layout: PdfLayout, footer: string | null): number =>
  footer === null
    ? 0
    : layOutTextBlock(layout, footer, layout.contentWidth, textStyles.small).height;

/** `sumsTop`: top of the totals. */
export function drawParagraphsBelowTotals(
  layout: PdfLayout,
  invoice: InvoiceDocument,
  sumsTop: number,
): void {
  const { footer, sections } = textsBelow(invoice);
  const isBeside = belongsBeside(layout, sections, { footer, top: sumsTop });
  for (const [index, section] of sections.entries()) {
    const foot = index === sections.length - 1 ? footHeight(layout, footer) : 0;
    if (isBeside && index === 0) putBeside(layout, section, sumsTop);
    else putSection(layout, section, foot);
  }
  if (footer !== null) drawParagraph(layout, footer, textStyles.small);
  if (layout.lacksCharacters) {
    layout.y += 8;
    const { viewOnlineUrl, words } = invoice;
    const told = [words.lettersLacking, ...(viewOnlineUrl ? [words.lettersOnline] : [])];
    drawParagraph(layout, told.join(' '), textStyles.italic);
  }
}

/** Left of the totals. */
function putBeside(layout: PdfLayout, { caption, text, transfer }: Section, top: number): void {
  const end = layout.y;
  const width = besideWidth(layout);
  layout.y = top;
  drawTagged(layout, 'H2', () =>
    drawTextLines(
      layout,
      { lines: [caption.toUpperCase()], type: textStyles.caption },
      { x: left, y: top, width },
    ),
  );
  layout.y += lineHeight(textStyles.caption) + 3;
  drawTagged(layout, 'P', () => drawFlowingText(layout, text, left, width, textStyles.body));
  if (transfer?.code) {
    putCode(layout, transfer.code, { alt: transfer.codeLabel, edge: 'left' });
    layout.y += codeSize;
  }
  layout.y = Math.max(end, layout.y + 14);
}

/** A short section moves to the next page together with its footer. */
function putSection(layout: PdfLayout, section: Section, foot: number): void {
  const { caption, text, transfer } = section;
  const code = transfer?.code;
  const whole = sectionHeight(layout, section) + foot;
  const least =
    lineHeight(textStyles.caption) + 3 + (code ? codeSize : 2 * lineHeight(textStyles.body));
  ensureRoomOnPage(layout, whole <= shortTexts ? whole : least);
  const at = { x: left, y: layout.y, width: layout.contentWidth };
  drawTagged(layout, 'H2', () =>
    drawTextLines(layout, { lines: [caption.toUpperCase()], type: textStyles.caption }, at),
  );
  layout.y += lineHeight(textStyles.caption) + 3;
  const top = layout.y;
  const { page: first } = layout.pdf;
  if (code) putCode(layout, code, { alt: transfer.codeLabel, edge: 'right' });
  drawTagged(layout, 'P', () =>
    drawFlowingText(layout, text, left, textWidth(layout, section), textStyles.body),
  );
  if (code && layout.pdf.page === first) layout.y = Math.max(layout.y, top + codeSize);
  layout.y += 14;
}

/** The quiet zone extends into the margin, so that the dark modules align with the text. */
function putCode(
  layout: PdfLayout,
  code: boolean[][],
  { alt, edge }: { alt: string; edge: 'left' | 'right' },
): void {
  const { pdf, y } = layout;
  const square = codeSize / code.length;
  const inside = qrQuietZoneModules * square;
  const x = edge === 'left' ? left - inside : left + layout.contentWidth - codeSize + inside;
  const draw = () => {
    for (const run of darkModuleRuns(code)) {
      pdf.rect(x + run.x * square, y + run.y * square, run.length * square, square);
    }
    pdf.fill('#000000');
  };
  drawTagged(layout, 'Figure', () => drawContent(layout, draw), {
    alt,
    bbox: [x, y, x + codeSize, y + codeSize],
    placement: 'Block',
  });
}
