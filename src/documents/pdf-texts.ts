import type { InvoiceDocument } from './document.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import { block, flow, lineHeight, makeRoom, margin, put } from './pdf-layout.ts';
import { types } from './pdf-looks.ts';
import { drawn, tagged } from './pdf-tags.ts';
import type { Transfer } from './transfer.ts';
import { darkRuns } from './transfer.ts';

const left = margin;

/** Texts that are no higher than this stay on one page. */
const shortTexts = 180;

/** A paragraph as wide as the page. */
export function putText(layout: PdfLayout, text: string, type: Type): void {
  tagged(layout, 'P', () => flow(layout, text, left, layout.contentWidth, type));
}

/** Sections and the foot below the sums, as they follow one another. */
function textsBelow({ footer, notes, paymentInstructions, transfer, words }: InvoiceDocument) {
  const rows = transfer?.rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
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
  transfer: Transfer | null;
}

/** How large the code of a transfer is, with its border; a phone reads it from a screen and from paper. */
const codeSize = 92;

const textWidth = ({ contentWidth }: PdfLayout, { transfer }: Section): number =>
  contentWidth - (transfer?.code ? codeSize + 16 : 0);

/** How high what stands below the sums is where it is to stay with them, so that no page is for a foot line alone. */
export function heightWithSums(layout: PdfLayout, invoice: InvoiceDocument): number {
  const height = textHeight(layout, invoice);
  return height <= shortTexts ? height : 0;
}

function textHeight(layout: PdfLayout, invoice: InvoiceDocument): number {
  const { footer, sections } = textsBelow(invoice);
  return sections.reduce(
    (height, section) => height + sectionHeight(layout, section),
    footHeight(layout, footer),
  );
}

function sectionHeight(layout: PdfLayout, section: Section): number {
  const written = block(layout, section.text, textWidth(layout, section), types.body).height;
  const height = section.transfer?.code ? Math.max(written, codeSize) : written;
  return lineHeight(types.caption) + 17 + height;
}

const footHeight = (layout: PdfLayout, footer: string | null): number =>
  footer === null ? 0 : block(layout, footer, layout.contentWidth, types.small).height;

/** What stands below the sums. */
export function putTexts(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { footer, sections } = textsBelow(invoice);
  for (const [index, section] of sections.entries()) {
    const foot = index === sections.length - 1 ? footHeight(layout, footer) : 0;
    putSection(layout, section, foot);
  }
  if (footer !== null) putText(layout, footer, types.small);
  if (layout.lacksCharacters) {
    layout.y += 8;
    const { viewOnlineUrl, words } = invoice;
    const told = [words.lettersLacking, ...(viewOnlineUrl ? [words.lettersOnline] : [])];
    putText(layout, told.join(' '), types.italic);
  }
}

/** A section that is short goes to the next page with the foot that would not fit below it. */
function putSection(layout: PdfLayout, section: Section, foot: number): void {
  const { caption, text, transfer } = section;
  const code = transfer?.code;
  const whole = sectionHeight(layout, section) + foot;
  const least = lineHeight(types.caption) + 3 + (code ? codeSize : 2 * lineHeight(types.body));
  makeRoom(layout, whole <= shortTexts ? whole : least);
  const at = { x: left, y: layout.y, width: layout.contentWidth };
  tagged(layout, 'H2', () =>
    put(layout, { lines: [caption.toUpperCase()], type: types.caption }, at),
  );
  layout.y += lineHeight(types.caption) + 3;
  const top = layout.y;
  const { page: first } = layout.pdf;
  if (code) putCode(layout, code, transfer.codeLabel);
  tagged(layout, 'P', () => flow(layout, text, left, textWidth(layout, section), types.body));
  if (code && layout.pdf.page === first) layout.y = Math.max(layout.y, top + codeSize);
  layout.y += 14;
}

/** The code at the right edge, drawn square by square, its light border beyond what stands there. */
function putCode(layout: PdfLayout, code: boolean[][], alt: string): void {
  const { pdf, y } = layout;
  const x = left + layout.contentWidth - codeSize;
  const square = codeSize / code.length;
  const draw = () => {
    for (const run of darkRuns(code)) {
      pdf.rect(x + run.x * square, y + run.y * square, run.length * square, square);
    }
    pdf.fill('#000000');
  };
  tagged(layout, 'Figure', () => drawn(layout, draw), {
    alt,
    bbox: [x, y, x + codeSize, y + codeSize],
    placement: 'Block',
  });
}
