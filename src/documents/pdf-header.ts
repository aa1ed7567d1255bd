import type { DocumentLogo, InvoiceDocument } from './invoice-document.ts';
import type { Party } from './party.ts';
import type { PdfLayout } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { pdfColors, textStyles } from './pdf-styles.ts';
import { drawArtifact, drawContent, drawTagged } from './pdf-tags.ts';
import { drawTextLines, layOutTextBlock, lineHeight } from './pdf-text-block.ts';
import { measureTextLine } from './pdf-text-line.ts';

const left = pageMargin;
const halfWidth = ({ contentWidth }: PdfLayout) => contentWidth / 2 - 12;
const wordmarkWidth = ({ contentWidth }: PdfLayout) => contentWidth * 0.56;
const logoArea = { width: 220, height: 64 };

/** Logo or name on one side, number on the other. */
export function drawHeader(
  layout: PdfLayout,
  { accent, logo, layout: documentLayout, number, seller, status, words }: InvoiceDocument,
): void {
  drawArtifact(layout, () =>
    layout.pdf.rect(0, 0, layout.page.width, 6).fill(accent ?? pdfColors.mark),
  );
  const isLeft = documentLayout.logoPlace === 'LEFT';
  const side = isLeft ? 'left' : 'right';
  const markHeight = logo
    ? drawLogo(layout, logo, seller.name, side)
    : drawWordmark(layout, seller.name, side);
  const width = layout.contentWidth * 0.4;
  const align = isLeft ? 'right' : 'left';
  const x = isLeft ? layout.page.width - pageMargin - width : left;
  const numberBlock = layOutTextBlock(layout, number, width, textStyles.number);
  const numberTop = layout.y + lineHeight(textStyles.caption);
  const caption = { lines: [words.invoice.toUpperCase()], type: textStyles.caption };
  drawTagged(layout, 'H1', () => {
    drawTextLines(layout, caption, { x, y: layout.y, width, align });
    drawTextLines(layout, numberBlock, { x, y: numberTop, width, align });
  });
  const statusTop = numberTop + numberBlock.height + 4;
  drawBadge(layout, status, { y: statusTop, side: align });
  // A file that never changes has no status.
  const numberEnd = status.label === '' ? statusTop : statusTop + 18;
  layout.y = Math.max(layout.y + markHeight, numberEnd) + 22;
}

type Side = 'left' | 'right';

function drawWordmark(layout: PdfLayout, name: string, side: Side): number {
  const width = wordmarkWidth(layout);
  const textBlock = layOutTextBlock(layout, name, width, textStyles.wordmark);
  const x = side === 'left' ? left : layout.page.width - pageMargin - width;
  drawTagged(layout, 'P', () =>
    drawTextLines(layout, textBlock, { x, y: layout.y, width, align: side }),
  );
  return textBlock.height;
}

/** Fits the available space, at 96 pixels per inch or more. */
function drawLogo(
  layout: PdfLayout,
  { bytes, height, width }: DocumentLogo,
  alt: string,
  side: Side,
): number {
  const { pdf, y } = layout;
  const scale = Math.min(logoArea.width / width, logoArea.height / height, 72 / 96);
  const scaledSize = { width: width * scale, height: height * scale };
  const x = side === 'left' ? left : layout.page.width - pageMargin - scaledSize.width;
  const draw = () => drawContent(layout, () => pdf.image(Buffer.from(bytes), x, y, scaledSize));
  drawTagged(layout, 'Figure', draw, {
    alt,
    bbox: [x, y, x + scaledSize.width, y + scaledSize.height],
    placement: 'Block',
  });
  return scaledSize.height;
}

function drawBadge(
  layout: PdfLayout,
  { label, mood }: InvoiceDocument['status'],
  { side, y }: { side: Side; y: number },
): void {
  if (label === '') return;
  const { ink, tint } = pdfColors.moods[mood];
  const type = { ...textStyles.badge, color: ink };
  const text = label.toUpperCase();
  const width = measureTextLine(layout, text, type) + 16;
  const x = side === 'left' ? left : layout.page.width - pageMargin - width;
  drawArtifact(layout, () => layout.pdf.roundedRect(x, y, width, 16, 8).fill(tint));
  drawTagged(layout, 'P', () =>
    drawTextLines(layout, { lines: [text], type }, { x, y: y + 2.7, width, align: 'center' }),
  );
}

export function drawParties(
  layout: PdfLayout,
  { client, layout: documentLayout, seller, words }: InvoiceDocument,
): void {
  if (documentLayout.invoiceLayout === 'WINDOW') {
    drawPartiesForWindow(layout, { client, seller, words });
    return;
  }
  const width = halfWidth(layout);
  const from = drawParty(layout, words.from, seller, { x: left, width });
  const to = drawParty(layout, words.billedTo, client, { x: left + width + 24, width });
  layout.y = Math.max(from, to) + 18;
}

/** Address window of DIN 5008, form B, in points. */
const windowArea = { x: 70.9, y: 147, width: 227, bottom: 264 };

/** The following content starts below the fold of the window. */
function drawPartiesForWindow(
  layout: PdfLayout,
  { client, seller, words }: Pick<InvoiceDocument, 'client' | 'seller' | 'words'>,
): void {
  const { bottom, width, x } = windowArea;
  const top = Math.max(layout.y, windowArea.y);
  const sender = layOutTextBlock(
    layout,
    [seller.name, ...seller.lines.slice(0, 3)].join(' · '),
    width,
    textStyles.tiny,
  );
  const firstLine = { ...sender, lines: sender.lines.slice(0, 1) };
  // The full sender follows below, so this line is not part of the text.
  drawArtifact(layout, () => drawTextLines(layout, firstLine, { x, y: top, width }));
  layout.y = top + 2 * lineHeight(textStyles.tiny);
  const position = { x, width };
  const to = drawParty(layout, words.billedTo, client, position);
  const right = x + width + 36;
  const availableWidth = layout.page.width - pageMargin - right;
  layout.y = top;
  const from = drawParty(layout, words.from, seller, { x: right, width: availableWidth });
  layout.y = Math.max(from, to, bottom) + 18;
}

function drawParty(
  layout: PdfLayout,
  caption: string,
  { lines, name }: Party,
  { width, x }: { width: number; x: number },
): number {
  const position = (y: number) => ({ x, y, width });
  let { y } = layout;
  drawTagged(layout, 'H2', () =>
    drawTextLines(
      layout,
      { lines: [caption.toUpperCase()], type: textStyles.caption },
      position(y),
    ),
  );
  y += lineHeight(textStyles.caption) + 3;
  drawTagged(layout, 'P', () => {
    for (const [text, type] of [
      [name, textStyles.strong] as const,
      ...lines.map((line) => [line, textStyles.soft] as const),
    ]) {
      const textBlock = layOutTextBlock(layout, text, width, type);
      drawTextLines(layout, textBlock, position(y));
      y += textBlock.height;
    }
  });
  return y;
}
