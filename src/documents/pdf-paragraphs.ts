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

/** Paragraphs that are not higher than this stay on one page. */
const maxUnbrokenHeight = 180;

export function drawParagraph(layout: PdfLayout, text: string, type: TextStyle): void {
  drawTagged(layout, 'P', () => drawFlowingText(layout, text, left, layout.contentWidth, type));
}

function sectionsBelowTotals({
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
  const paymentText = [rows, paymentInstructions].filter(Boolean).join('\n\n');
  const sections: Section[] = [
    { caption: words.howToPay, text: paymentText, transfer },
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
const qrCodeSize = 92;

const textWidth = ({ contentWidth }: PdfLayout, { transfer }: Section): number =>
  contentWidth - (transfer?.code ? qrCodeSize + 16 : 0);

/** Includes a short footer without sections, so that it gets no separate page. */
export function totalsHeightWithFoot(
  layout: PdfLayout,
  invoice: InvoiceDocument,
  totalsHeight: number,
): number {
  const { footer, sections } = sectionsBelowTotals(invoice);
  const footerHeight = footerHeightOf(layout, footer);
  return sections.length > 0 || footerHeight > maxUnbrokenHeight
    ? totalsHeight
    : totalsHeight + footerHeight;
}

const heightOf = (layout: PdfLayout, sections: readonly Section[], footer: string | null) =>
  sections.reduce(
    (height, section) => height + sectionHeight(layout, section),
    footerHeightOf(layout, footer),
  );

const widthBesideTotals = ({ contentWidth }: PdfLayout): number => contentWidth - totalsWidth - 24;

function heightBesideTotals(layout: PdfLayout, { text, transfer }: Section): number {
  const textHeight = layOutTextBlock(
    layout,
    text,
    widthBesideTotals(layout),
    textStyles.body,
  ).height;
  return (
    10 + lineHeight(textStyles.caption) + 3 + textHeight + (transfer?.code ? qrCodeSize : 0) + 14
  );
}

/** The first section moves next to the totals if the texts do not fit below them. */
function isDrawnBesideTotals(
  layout: PdfLayout,
  [first, ...others]: readonly Section[],
  { footer, top }: { footer: string | null; top: number },
): boolean {
  if (!first?.transfer || top >= layout.y) return false;
  const fullHeight = heightOf(layout, [first, ...others], footer);
  if (fullHeight > maxUnbrokenHeight || fitsOnPage(layout, fullHeight)) return false;
  return fitsOnPage(layout, top - 10 + heightBesideTotals(layout, first) - layout.y);
}

function sectionHeight(layout: PdfLayout, section: Section): number {
  const textHeight = layOutTextBlock(
    layout,
    section.text,
    textWidth(layout, section),
    textStyles.body,
  ).height;
  const height = section.transfer?.code ? Math.max(textHeight, qrCodeSize) : textHeight;
  return lineHeight(textStyles.caption) + 17 + height;
}

const footerHeightOf = (layout: PdfLayout, footer: string | null): number =>
  footer === null
    ? 0
    : layOutTextBlock(layout, footer, layout.contentWidth, textStyles.small).height;

/** `sumsTop`: top of the totals. */
export function drawParagraphsBelowTotals(
  layout: PdfLayout,
  invoice: InvoiceDocument,
  totalsTop: number,
): void {
  const { footer, sections } = sectionsBelowTotals(invoice);
  const isFirstBesideTotals = isDrawnBesideTotals(layout, sections, { footer, top: totalsTop });
  for (const [index, section] of sections.entries()) {
    const footerHeight = index === sections.length - 1 ? footerHeightOf(layout, footer) : 0;
    if (isFirstBesideTotals && index === 0) drawBesideTotals(layout, section, totalsTop);
    else drawSection(layout, section, footerHeight);
  }
  if (footer !== null) drawParagraph(layout, footer, textStyles.small);
  if (layout.lacksCharacters) {
    layout.y += 8;
    const { viewOnlineUrl, words } = invoice;
    const noteTexts = [words.lettersLacking, ...(viewOnlineUrl ? [words.lettersOnline] : [])];
    drawParagraph(layout, noteTexts.join(' '), textStyles.italic);
  }
}

function drawBesideTotals(
  layout: PdfLayout,
  { caption, text, transfer }: Section,
  top: number,
): void {
  const end = layout.y;
  const width = widthBesideTotals(layout);
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
    drawQrCode(layout, transfer.code, { alt: transfer.codeLabel, edge: 'left' });
    layout.y += qrCodeSize;
  }
  layout.y = Math.max(end, layout.y + 14);
}

/** A short section moves to the next page together with its footer. */
function drawSection(layout: PdfLayout, section: Section, footerHeight: number): void {
  const { caption, text, transfer } = section;
  const code = transfer?.code;
  const fullHeight = sectionHeight(layout, section) + footerHeight;
  const minHeight =
    lineHeight(textStyles.caption) + 3 + (code ? qrCodeSize : 2 * lineHeight(textStyles.body));
  ensureRoomOnPage(layout, fullHeight <= maxUnbrokenHeight ? fullHeight : minHeight);
  const at = { x: left, y: layout.y, width: layout.contentWidth };
  drawTagged(layout, 'H2', () =>
    drawTextLines(layout, { lines: [caption.toUpperCase()], type: textStyles.caption }, at),
  );
  layout.y += lineHeight(textStyles.caption) + 3;
  const top = layout.y;
  const { page: first } = layout.pdf;
  if (code) drawQrCode(layout, code, { alt: transfer.codeLabel, edge: 'right' });
  drawTagged(layout, 'P', () =>
    drawFlowingText(layout, text, left, textWidth(layout, section), textStyles.body),
  );
  if (code && layout.pdf.page === first) layout.y = Math.max(layout.y, top + qrCodeSize);
  layout.y += 14;
}

/** The quiet zone extends into the margin, so that the dark modules align with the text. */
function drawQrCode(
  layout: PdfLayout,
  code: boolean[][],
  { alt, edge }: { alt: string; edge: 'left' | 'right' },
): void {
  const { pdf, y } = layout;
  const moduleSize = qrCodeSize / code.length;
  const quietZone = qrQuietZoneModules * moduleSize;
  const x =
    edge === 'left' ? left - quietZone : left + layout.contentWidth - qrCodeSize + quietZone;
  const draw = () => {
    for (const run of darkModuleRuns(code)) {
      pdf.rect(x + run.x * moduleSize, y + run.y * moduleSize, run.length * moduleSize, moduleSize);
    }
    pdf.fill('#000000');
  };
  drawTagged(layout, 'Figure', () => drawContent(layout, draw), {
    alt,
    bbox: [x, y, x + qrCodeSize, y + qrCodeSize],
    placement: 'Block',
  });
}
