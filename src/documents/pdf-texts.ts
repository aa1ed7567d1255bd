import type { InvoiceDocument } from './document.ts';
import type { PdfLayout, Type } from './pdf-layout.ts';
import { block, contentWidth, flow, lineHeight, makeRoom, page, put } from './pdf-layout.ts';
import { types } from './pdf-looks.ts';
import { tagged } from './pdf-tags.ts';

const left = page.margin;

/** Texts that are no higher than this stay on one page. */
const shortTexts = 180;

/** A paragraph as wide as the page. */
export function putText(layout: PdfLayout, text: string, type: Type): void {
  tagged(layout, 'P', () => flow(layout, text, left, contentWidth, type));
}

/** Sections and the foot below the sums, as they follow one another. */
function textsBelow({ footer, notes, paymentInstructions, words }: InvoiceDocument) {
  const sections = [
    { caption: words.howToPay, text: paymentInstructions },
    { caption: words.notes, text: notes },
  ].flatMap(({ caption, text }) => (text === null ? [] : [{ caption, text }]));
  return { sections, footer };
}

/** How high what stands below the sums is where it is to stay with them, so that no page is for a foot line alone. */
export function heightWithSums(layout: PdfLayout, invoice: InvoiceDocument): number {
  const height = textHeight(layout, invoice);
  return height <= shortTexts ? height : 0;
}

function textHeight(layout: PdfLayout, invoice: InvoiceDocument): number {
  const { footer, sections } = textsBelow(invoice);
  return sections.reduce(
    (height, section) => height + sectionHeight(layout, section.text),
    footHeight(layout, footer),
  );
}

const sectionHeight = (layout: PdfLayout, text: string): number =>
  lineHeight(types.caption) + 17 + block(layout, text, contentWidth, types.body).height;

const footHeight = (layout: PdfLayout, footer: string | null): number =>
  footer === null ? 0 : block(layout, footer, contentWidth, types.small).height;

/** What stands below the sums. */
export function putTexts(layout: PdfLayout, invoice: InvoiceDocument): void {
  const { footer, sections } = textsBelow(invoice);
  for (const [index, { caption, text }] of sections.entries()) {
    const foot = index === sections.length - 1 ? footHeight(layout, footer) : 0;
    putSection(layout, caption, text, foot);
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
function putSection(layout: PdfLayout, caption: string, text: string, foot: number): void {
  const whole = sectionHeight(layout, text) + foot;
  const least = lineHeight(types.caption) + 2 * lineHeight(types.body);
  makeRoom(layout, whole <= shortTexts ? whole : least);
  const at = { x: left, y: layout.y, width: contentWidth };
  tagged(layout, 'H2', () =>
    put(layout, { lines: [caption.toUpperCase()], type: types.caption }, at),
  );
  layout.y += lineHeight(types.caption) + 3;
  putText(layout, text, types.body);
  layout.y += 14;
}
