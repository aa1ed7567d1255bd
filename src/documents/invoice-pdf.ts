import type { DocumentLogo, InvoiceDocument, Party } from './document.ts';
import type { Paper, Type } from './paper.ts';
import {
  block,
  contentWidth,
  fileOf,
  fitted,
  flow,
  lineHeight,
  makeRoom,
  newPaper,
  page,
  put,
  rule,
} from './paper.ts';
import { putLines } from './pdf-lines.ts';
import { colors, types } from './pdf-looks.ts';
import { putSums, sumRows, sumsHeight } from './pdf-sums.ts';

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
  const paper = newPaper({ title, author: seller.name, date: invoice.writtenAt });
  putHead(paper, invoice);
  putParties(paper, invoice);
  putSummary(paper, invoice);
  putOpening(paper, invoice);
  const sums = sumRows(invoice);
  putLines(paper, invoice.lines, sumsHeight(paper, sums));
  putSums(paper, sums);
  putTexts(paper, invoice);
  putFeet(paper, invoice);
  return fileOf(paper);
}

function putHead(paper: Paper, { logo, number, seller, status }: InvoiceDocument): void {
  paper.pdf.rect(0, 0, page.width, 6).fill(colors.mark);
  const markHeight = logo ? putLogo(paper, logo) : putWordmark(paper, seller.name);
  const width = contentWidth * 0.4;
  const x = page.width - page.margin - width;
  put(paper, { lines: ['INVOICE'], type: types.caption }, { x, y: paper.y, width, align: 'right' });
  const numberBlock = block(paper, number, width, types.number);
  const numberTop = paper.y + lineHeight(types.caption);
  put(paper, numberBlock, { x, y: numberTop, width, align: 'right' });
  const statusTop = numberTop + numberBlock.height + 4;
  putBadge(paper, status, statusTop);
  paper.y = Math.max(paper.y + markHeight, statusTop + 18) + 22;
}

function putWordmark(paper: Paper, name: string): number {
  const written = block(paper, name, markWidth, types.wordmark);
  put(paper, written, { x: left, y: paper.y, width: markWidth });
  return written.height;
}

/** As large as its place allows, and never larger than 96 of its pixels to an inch. */
function putLogo({ pdf, y }: Paper, { bytes, height, width }: DocumentLogo): number {
  const scale = Math.min(logoPlace.width / width, logoPlace.height / height, 72 / 96);
  const shown = { width: width * scale, height: height * scale };
  pdf.image(Buffer.from(bytes), left, y, shown);
  return shown.height;
}

function putBadge(paper: Paper, { label, mood }: InvoiceDocument['status'], y: number): void {
  const { ink, tint } = colors.moods[mood];
  const type = { ...types.badge, color: ink };
  const text = label.toUpperCase();
  const width = paper.pdf.font(type.font).fontSize(type.size).widthOfString(text) + 16;
  const x = page.width - page.margin - width;
  paper.pdf.roundedRect(x, y, width, 16, 8).fill(tint);
  put(paper, { lines: [text], type }, { x, y: y + 2.7, width, align: 'center' });
}

function putParties(paper: Paper, { client, seller }: InvoiceDocument): void {
  const from = putParty(paper, 'From', seller, left);
  const to = putParty(paper, 'Billed to', client, left + halfWidth + 24);
  paper.y = Math.max(from, to) + 18;
}

function putParty(paper: Paper, caption: string, { lines, name }: Party, x: number): number {
  const at = (y: number) => ({ x, y, width: halfWidth });
  let { y } = paper;
  put(paper, { lines: [caption.toUpperCase()], type: types.caption }, at(y));
  y += lineHeight(types.caption) + 3;
  for (const [text, type] of [
    [name, types.strong] as const,
    ...lines.map((line) => [line, types.soft] as const),
  ]) {
    const written = block(paper, text, halfWidth, type);
    put(paper, written, at(y));
    y += written.height;
  }
  return y;
}

/** The panel of what a customer looks for first: what is due, and by when. */
function putSummary(paper: Paper, invoice: InvoiceDocument): void {
  const { amountDue, dates, total, writtenOff } = invoice;
  const { pdf } = paper;
  const height = 62;
  const top = paper.y;
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
    put(paper, caption, { ...at, y: top + 13 });
    const type = fitted(paper, amount, width - 8, last ? types.due : types.strong);
    put(paper, { lines: [amount], type }, { ...at, y: top + (last ? 25 : 28) });
  }
  paper.y = top + height + 14;
}

/** What the invoice is for, and what its customer is to do about it. */
function putOpening(paper: Paper, { callToAction, description }: InvoiceDocument): void {
  if (description) {
    flow(paper, description, left, contentWidth, types.strong);
    paper.y += 2;
  }
  flow(paper, callToAction, left, contentWidth, types.soft);
  paper.y += 14;
}

function putTexts(paper: Paper, invoice: InvoiceDocument): void {
  const { footer, notes, paymentInstructions, viewOnlineUrl } = invoice;
  putSection(paper, 'How to pay', paymentInstructions, types.body);
  putSection(paper, 'Notes', notes, types.body);
  putLink(paper, viewOnlineUrl);
  if (footer) {
    makeRoom(paper, 2 * lineHeight(types.small));
    flow(paper, footer, left, contentWidth, types.small);
  }
  if (paper.lacksLetters) {
    paper.y += 8;
    const where = viewOnlineUrl ? ' The online invoice shows them.' : '';
    const text = `Some characters in this invoice are not in its font and appear as \ufffd.${where}`;
    flow(paper, text, left, contentWidth, types.italic);
  }
}

function putSection(paper: Paper, caption: string, text: string | null, type: Type): void {
  if (!text) return;
  makeRoom(paper, lineHeight(types.caption) + 2 * lineHeight(type));
  put(
    paper,
    { lines: [caption.toUpperCase()], type: types.caption },
    { x: left, y: paper.y, width: contentWidth },
  );
  paper.y += lineHeight(types.caption) + 3;
  flow(paper, text, left, contentWidth, type);
  paper.y += 14;
}

function putLink(paper: Paper, url: string | null): void {
  if (!url) return;
  const type = types.link;
  makeRoom(paper, lineHeight(types.caption) + 2 * lineHeight(type));
  const caption = { lines: ['VIEW ONLINE'], type: types.caption };
  put(paper, caption, { x: left, y: paper.y, width: contentWidth });
  paper.y += lineHeight(types.caption) + 3;
  const text = block(paper, url, contentWidth, type);
  put(paper, text, { x: left, y: paper.y, width: contentWidth });
  paper.pdf.link(left, paper.y, contentWidth, text.height, url);
  paper.y += text.height + 14;
}

/** What stands at the bottom of every page, written last, since only then it is known how many there are. */
function putFeet(paper: Paper, { number, seller, status }: InvoiceDocument): void {
  const { pdf } = paper;
  const { count, start } = pdf.bufferedPageRange();
  const y = page.height - 40;
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    rule({ ...paper, y: y - 8 }, colors.line);
    const at = { x: left, y, width: contentWidth };
    const [first = ''] = block(
      paper,
      `${seller.name} · ${number}`,
      contentWidth * 0.75,
      types.small,
    ).lines;
    put(paper, { lines: [first], type: types.small }, at);
    const place = { lines: [`Page ${index + 1} of ${count}`], type: types.small };
    put(paper, place, { ...at, align: 'right' });
    if (status.mood === 'draft' || status.label === 'Void') putStamp(paper, status.label);
  }
}

/** Across the page, so that nobody takes a draft or a voided invoice for one to be paid. */
function putStamp({ pdf }: Paper, label: string): void {
  const text = label.toUpperCase();
  pdf.save().rotate(-35, { origin: [page.width / 2, page.height / 2] });
  pdf.font('bold').fontSize(120).fillColor(colors.ink, 0.06);
  const x = (page.width - pdf.widthOfString(text)) / 2;
  pdf.text(text, x, page.height / 2 - 80, { lineBreak: false });
  pdf.restore().fillOpacity(1);
}
