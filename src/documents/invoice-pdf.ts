import type { DocumentLogo, InvoiceDocument, Party } from './document.ts';
import { textsOf } from './document-texts.ts';
import { hanFamilyOf } from './font-letters.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import {
  block,
  contentWidth,
  fileOf,
  fitted,
  flow,
  lineHeight,
  makeRoom,
  newLayout,
  page,
  put,
  rule,
} from './pdf-layout.ts';
import { putLines } from './pdf-lines.ts';
import { colors, types } from './pdf-looks.ts';
import { putSums, sumRows, sumsHeight } from './pdf-sums.ts';
import { drawLine, widthOfLine } from './pdf-text.ts';

const left = page.margin;
const halfWidth = contentWidth / 2 - 12;
const markWidth = contentWidth * 0.56;
const logoPlace = { width: 220, height: 64 };

/**
 * The invoice as a PDF on A4. Texts are those of the document. Lines break between pages under a repeated head; the sums
 * always stand on a page with the last line. Letters beyond the font (Noto Sans: Latin, Greek, Cyrillic, Devanagari) are
 * shown as �, and the document says so and points to the online page, where the customer's own fonts show them.
 */
export async function layOutInvoice(invoice: InvoiceDocument): Promise<Buffer> {
  const { seller, title } = invoice;
  const info = { title, author: seller.name, date: invoice.writtenAt };
  const layout = newLayout(info, hanFamilyOf(textsOf(invoice)));
  putHead(layout, invoice);
  putParties(layout, invoice);
  putSummary(layout, invoice);
  putOpening(layout, invoice);
  const sums = sumRows(invoice);
  putLines(layout, invoice.lines, sumsHeight(layout, sums));
  putSums(layout, sums);
  putTexts(layout, invoice);
  putFeet(layout, invoice);
  return fileOf(layout);
}

function putHead(layout: PdfLayout, { logo, number, seller, status }: InvoiceDocument): void {
  layout.pdf.rect(0, 0, page.width, 6).fill(colors.mark);
  const markHeight = logo ? putLogo(layout, logo) : putWordmark(layout, seller.name);
  const width = contentWidth * 0.4;
  const x = page.width - page.margin - width;
  put(
    layout,
    { lines: ['INVOICE'], type: types.caption },
    { x, y: layout.y, width, align: 'right' },
  );
  const numberBlock = block(layout, number, width, types.number);
  const numberTop = layout.y + lineHeight(types.caption);
  put(layout, numberBlock, { x, y: numberTop, width, align: 'right' });
  const statusTop = numberTop + numberBlock.height + 4;
  putBadge(layout, status, statusTop);
  layout.y = Math.max(layout.y + markHeight, statusTop + 18) + 22;
}

function putWordmark(layout: PdfLayout, name: string): number {
  const written = block(layout, name, markWidth, types.wordmark);
  put(layout, written, { x: left, y: layout.y, width: markWidth });
  return written.height;
}

/** As large as its place allows, and never larger than 96 of its pixels to an inch. */
function putLogo({ pdf, y }: PdfLayout, { bytes, height, width }: DocumentLogo): number {
  const scale = Math.min(logoPlace.width / width, logoPlace.height / height, 72 / 96);
  const shown = { width: width * scale, height: height * scale };
  pdf.image(Buffer.from(bytes), left, y, shown);
  return shown.height;
}

function putBadge(layout: PdfLayout, { label, mood }: InvoiceDocument['status'], y: number): void {
  const { ink, tint } = colors.moods[mood];
  const type = { ...types.badge, color: ink };
  const text = label.toUpperCase();
  const width = widthOfLine(layout, text, type) + 16;
  const x = page.width - page.margin - width;
  layout.pdf.roundedRect(x, y, width, 16, 8).fill(tint);
  put(layout, { lines: [text], type }, { x, y: y + 2.7, width, align: 'center' });
}

function putParties(layout: PdfLayout, { client, seller }: InvoiceDocument): void {
  const from = putParty(layout, 'From', seller, left);
  const to = putParty(layout, 'Billed to', client, left + halfWidth + 24);
  layout.y = Math.max(from, to) + 18;
}

function putParty(layout: PdfLayout, caption: string, { lines, name }: Party, x: number): number {
  const at = (y: number) => ({ x, y, width: halfWidth });
  let { y } = layout;
  put(layout, { lines: [caption.toUpperCase()], type: types.caption }, at(y));
  y += lineHeight(types.caption) + 3;
  for (const [text, type] of [
    [name, types.strong] as const,
    ...lines.map((line) => [line, types.soft] as const),
  ]) {
    const written = block(layout, text, halfWidth, type);
    put(layout, written, at(y));
    y += written.height;
  }
  return y;
}

/** The panel of what a customer looks for first: what is due, and by when. */
function putSummary(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { amountDue, dates, total, writtenOff } = invoice;
  const { pdf } = layout;
  const height = 62;
  const top = layout.y;
  pdf.roundedRect(left, top, contentWidth, height, 8).fill(colors.panel);
  const cells = [
    ...dates.map(({ label, value }) => ({ label, amount: value })),
    amountDue ?? writtenOff ?? total,
  ];
  const width = (contentWidth - 32) / cells.length;
  for (const [index, { amount, label }] of cells.entries()) {
    const last = index === cells.length - 1;
    const at = { x: left + 16 + index * width, width, align: last ? 'right' : 'left' } as const;
    const caption = { lines: [label.toUpperCase()], type: types.caption };
    put(layout, caption, { ...at, y: top + 13 });
    const type = fitted(layout, amount, width - 8, last ? types.due : types.strong);
    put(layout, { lines: [amount], type }, { ...at, y: top + (last ? 25 : 28) });
  }
  layout.y = top + height + 14;
}

/** What the invoice is for, and what its customer is to do about it. */
function putOpening(layout: PdfLayout, { callToAction, description }: InvoiceDocument): void {
  if (description) {
    flow(layout, description, left, contentWidth, types.strong);
    layout.y += 2;
  }
  flow(layout, callToAction, left, contentWidth, types.soft);
  layout.y += 14;
}

function putTexts(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { footer, notes, paymentInstructions, viewOnlineUrl } = invoice;
  putSection(layout, 'How to pay', paymentInstructions, types.body);
  putSection(layout, 'Notes', notes, types.body);
  putLink(layout, viewOnlineUrl);
  if (footer) {
    makeRoom(layout, 2 * lineHeight(types.small));
    flow(layout, footer, left, contentWidth, types.small);
  }
  if (layout.lacksCharacters) {
    layout.y += 8;
    const where = viewOnlineUrl ? ' The online invoice shows them.' : '';
    const text = `Some characters in this invoice are not in its font and appear as \ufffd.${where}`;
    flow(layout, text, left, contentWidth, types.italic);
  }
}

function putSection(layout: PdfLayout, caption: string, text: string | null, type: Type): void {
  if (!text) return;
  makeRoom(layout, lineHeight(types.caption) + 2 * lineHeight(type));
  put(
    layout,
    { lines: [caption.toUpperCase()], type: types.caption },
    { x: left, y: layout.y, width: contentWidth },
  );
  layout.y += lineHeight(types.caption) + 3;
  flow(layout, text, left, contentWidth, type);
  layout.y += 14;
}

function putLink(layout: PdfLayout, url: string | null): void {
  if (!url) return;
  const type = types.link;
  makeRoom(layout, lineHeight(types.caption) + 2 * lineHeight(type));
  const caption = { lines: ['VIEW ONLINE'], type: types.caption };
  put(layout, caption, { x: left, y: layout.y, width: contentWidth });
  layout.y += lineHeight(types.caption) + 3;
  const text = block(layout, url, contentWidth, type);
  put(layout, text, { x: left, y: layout.y, width: contentWidth });
  layout.pdf.link(left, layout.y, contentWidth, text.height, url);
  layout.y += text.height + 14;
}

/** What stands at the bottom of every page, written last, since only then it is known how many there are. */
function putFeet(layout: PdfLayout, { number, seller, status }: InvoiceDocument): void {
  const { pdf } = layout;
  const { count, start } = pdf.bufferedPageRange();
  const y = page.height - 40;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    rule({ ...layout, y: y - 8 }, colors.line);
    const at = { x: left, y, width: contentWidth };
    const [first = ''] = block(
      layout,
      `${seller.name} · ${number}`,
      contentWidth * 0.75,
      types.small,
    ).lines;
    put(layout, { lines: [first], type: types.small }, at);
    const place = { lines: [`Page ${index + 1} of ${count}`], type: types.small };
    put(layout, place, { ...at, align: 'right' });
    if (status.mood === 'draft' || status.label === 'Void') putStamp(layout, status.label);
  }
}

/** Across the page, so that nobody takes a draft or a voided invoice for one to be paid. */
function putStamp(layout: PdfLayout, label: string): void {
  const { pdf } = layout;
  const text = label.toUpperCase();
  const type: Type = { font: 'bold', size: 120, color: colors.ink };
  pdf.save().rotate(-35, { origin: [page.width / 2, page.height / 2] });
  pdf.fillOpacity(0.06);
  const x = (page.width - widthOfLine(layout, text, type)) / 2;
  drawLine(layout, text, { x, y: page.height / 2 - 80 }, type);
  pdf.restore().fillOpacity(1);
}
