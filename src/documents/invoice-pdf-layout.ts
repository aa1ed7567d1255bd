import { fillPlaceholders } from '../locales/document-locale.ts';
import { authoredTextOf } from './authored-texts.ts';
import { toFacturX } from './factur-x.ts';
import { detectHanFamily } from './font-coverage.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { drawHeader, drawParties } from './pdf-header.ts';
import { drawLineItems } from './pdf-line-items.ts';
import type { PdfLayout, TextStyle } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { createPdfLayout, drawRule, ensureRoomOnPage, finishPdf } from './pdf-pages.ts';
import {
  drawParagraph,
  drawParagraphsBelowTotals,
  totalsHeightWithFoot,
} from './pdf-paragraphs.ts';
import { pdfColors, textStyles } from './pdf-styles.ts';
import { drawArtifact, drawTagged } from './pdf-tags.ts';
import { drawTextLines, layOutTextBlock, lineHeight, shrinkToWidth } from './pdf-text-block.ts';
import { drawTextLine, measureTextLine } from './pdf-text-line.ts';
import { drawTotals, measureTotals, totalsRows } from './pdf-totals.ts';

const left = pageMargin;

/**
 * The totals stay on a page with the last line. Unprintable characters become �, with a reference
 * to the online page.
 */
export async function layOutInvoice(document: InvoiceDocument): Promise<Buffer> {
  const { language, seller, title, writtenAt } = document;
  const info = { title, author: seller.name, date: writtenAt, language };
  const layout = createPdfLayout(
    info,
    detectHanFamily(authoredTextOf(document)),
    document.layout.pageSize,
  );
  const invoice = document.xml === undefined ? document : toFacturX(layout.pdf, document);
  drawHeader(layout, invoice);
  drawParties(layout, invoice);
  drawSummary(layout, invoice);
  drawOpening(layout, invoice);
  const totals = totalsRows(invoice);
  drawLineItems(
    layout,
    invoice,
    totalsHeightWithFoot(layout, invoice, measureTotals(layout, totals)),
  );
  const totalsTop = drawTotals(layout, totals);
  drawParagraphsBelowTotals(layout, invoice, totalsTop);
  drawPageFooters(layout, invoice);
  return finishPdf(layout);
}

/** Dates and references in one row of the panel, left of the amount. */
const maxColumns = 3;

/** Panel with amount due and dates. Long texts wrap. The amount shrinks instead. */
function drawSummary(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { amountDue, amountToPay, dates, total, writtenOff } = invoice;
  const columnCount = Math.min(dates.length, maxColumns);
  const width = (layout.contentWidth - 32) / (columnCount + 1);
  const cells = dates.map(({ label, value }) => ({
    caption: layOutTextBlock(layout, label.toUpperCase(), width - 8, textStyles.caption),
    value: layOutTextBlock(layout, value, width - 8, textStyles.strong),
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / maxColumns) }, (_, row) =>
    cells.slice(row * maxColumns, (row + 1) * maxColumns),
  );
  const heights = rows.map((row) =>
    Math.max(...row.map(({ caption, value }) => caption.height + 5 + value.height)),
  );
  const height = Math.max(62, heights.reduce((sum, one) => sum + one + 12, 0) + 14);
  const top = layout.y;
  const drawBackground = () =>
    layout.pdf.roundedRect(left, top, layout.contentWidth, height, 8).fill(pdfColors.panel);
  drawArtifact(layout, drawBackground);
  let y = top + 13;
  for (const [index, row] of rows.entries()) {
    for (const [column, { caption, value }] of row.entries()) {
      const at = { x: left + 16 + column * width, width };
      drawTagged(layout, 'P', () => {
        drawTextLines(layout, caption, { ...at, y });
        drawTextLines(layout, value, { ...at, y: y + caption.height + 5 });
      });
    }
    y += (heights[index] ?? 0) + 12;
  }
  const { amount, label } = amountDue ?? writtenOff ?? amountToPay ?? total;
  const at = { x: left + 16 + columnCount * width, width, align: 'right' } as const;
  const type = shrinkToWidth(layout, amount, width - 8, accented(textStyles.due, invoice));
  drawTagged(layout, 'P', () => {
    const caption = { lines: [label.toUpperCase()], type: textStyles.caption };
    drawTextLines(layout, caption, { ...at, y: top + 13 });
    drawTextLines(layout, { lines: [amount], type }, { ...at, y: top + 25 });
  });
  layout.y = top + height + 14;
}

function drawOpening(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { callToAction, description, viewOnlineUrl, words } = invoice;
  if (description) {
    drawParagraph(layout, description, textStyles.strong);
    layout.y += 2;
  }
  drawParagraph(layout, callToAction, textStyles.soft);
  if (viewOnlineUrl)
    drawLink(layout, words.viewOnline, viewOnlineUrl, accented(textStyles.link, invoice));
  layout.y += 14;
}

const accented = (type: TextStyle, { accent, status }: InvoiceDocument): TextStyle => {
  // On a voided invoice only the stamp is coloured.
  if (status.isVoid) return { ...type, color: pdfColors.soft };
  return accent === null ? type : { ...type, color: accent };
};

function drawLink(layout: PdfLayout, text: string, url: string, type: TextStyle): void {
  ensureRoomOnPage(layout, lineHeight(type));
  const { y } = layout;
  const width = measureTextLine(layout, text, type);
  drawTagged(layout, 'P', () =>
    drawTagged(layout, 'Link', () => {
      drawTextLines(layout, { lines: [text], type }, { x: left, y, width });
      layout.pdf.link(left, y, width, lineHeight(type), url, {
        structParent: layout.element,
        Contents: new String(text),
      } as never);
    }),
  );
  layout.y += lineHeight(type);
}

/** Page footers. The number of pages is known only at the end. */
function drawPageFooters(
  layout: PdfLayout,
  { number, seller, status, words }: InvoiceDocument,
): void {
  const { pdf } = layout;
  const { count, start } = pdf.bufferedPageRange();
  const y = layout.page.height - 40;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    const at = { x: left, y, width: layout.contentWidth };
    const sellerText = footerText(layout, seller.name, number);
    const placeholders = { page: String(index + 1), pages: String(count) };
    const pageText = {
      lines: [fillPlaceholders(words.page, placeholders)],
      type: textStyles.small,
    };
    const drawFooter = () => {
      drawRule({ ...layout, y: y - 8 }, pdfColors.line);
      drawTextLines(layout, { lines: [sellerText], type: textStyles.small }, at);
      drawTextLines(layout, pageText, { ...at, align: 'right' });
      if (status.mood === 'draft' || status.isVoid) drawStamp(layout, status.label);
    };
    drawArtifact(layout, drawFooter, 'Pagination');
  }
}

function drawStamp(layout: PdfLayout, label: string): void {
  const { page, pdf } = layout;
  const text = label.toUpperCase();
  const type: TextStyle = { font: 'bold', size: 120, color: pdfColors.ink };
  pdf.save().rotate(-35, { origin: [page.width / 2, page.height / 2] });
  pdf.fillOpacity(0.06);
  const x = (page.width - measureTextLine(layout, text, type)) / 2;
  drawTextLine(layout, text, { x, y: page.height / 2 - 80 }, type);
  pdf.restore().fillOpacity(1);
}

/** Seller and number. A long name is shortened. */
function footerText(layout: PdfLayout, name: string, number: string): string {
  const width = layout.contentWidth * 0.75;
  const suffix = ` · ${number}`;
  const fullText = `${name}${suffix}`;
  if (measureTextLine(layout, fullText, textStyles.small) <= width) return fullText;
  const availableWidth = width - measureTextLine(layout, `…${suffix}`, textStyles.small);
  const [start = ''] = layOutTextBlock(
    layout,
    name,
    Math.max(0, availableWidth),
    textStyles.small,
  ).lines;
  return `${start}…${suffix}`;
}
