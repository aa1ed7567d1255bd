import PDFDocument from 'pdfkit';
import type { PageSize } from '../generated/prisma/enums.ts';
import type { HanFamily } from './font-coverage.ts';
import type { PdfLayout } from './pdf-page-types.ts';
import { pageMargin } from './pdf-page-types.ts';
import { createDocumentStructure, drawArtifact, writeXmpMetadata } from './pdf-tags.ts';

/** In points. */
const pageSizes = {
  A4: { width: 595.28, height: 841.89 },
  LETTER: { width: 612, height: 792 },
} as const satisfies Record<PageSize, object>;

const bottomMargin = 64;

/** `info` becomes the document's properties. */
export function createPdfLayout(
  info: { title: string; author: string; date: Date; language: string },
  han: HanFamily,
  size: PageSize,
): PdfLayout {
  const page = pageSizes[size];
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    font: '',
    lang: info.language,
    displayTitle: true,
    // Embeds fonts and colour profile.
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    tagged: true,
    info: {
      Title: info.title,
      Author: info.author,
      CreationDate: info.date,
      Creator: 'Actiongraph',
      Producer: 'PDFKit',
    },
  });
  writeXmpMetadata(pdf, info.language);
  // The tab order follows the structure.
  pdf.on('pageAdded', () => followStructure(pdf));
  followStructure(pdf);
  return {
    pdf,
    page,
    contentWidth: page.width - 2 * pageMargin,
    y: pageMargin,
    heading: null,
    han,
    lacksCharacters: false,
    element: createDocumentStructure(pdf),
    isArtifact: false,
  };
}

function followStructure({ page: { dictionary } }: PDFKit.PDFDocument): void {
  (dictionary as unknown as { data: Record<string, unknown> }).data.Tabs = 'S';
}

export function fitsOnPage(layout: PdfLayout, height: number): boolean {
  return layout.y + height <= pageBottom(layout);
}

/** Maximum height below a page's heading. */
export const usableHeight = (layout: PdfLayout): number => pageBottom(layout) - pageMargin - 60;

export const pageBottom = ({ page }: PdfLayout) => page.height - bottomMargin;

export function startNextPage(layout: PdfLayout): void {
  layout.pdf.addPage();
  layout.y = pageMargin;
  const { heading } = layout;
  if (heading) drawArtifact(layout, heading, 'Pagination');
}

export function ensureRoomOnPage(layout: PdfLayout, height: number): void {
  if (!fitsOnPage(layout, height)) startNextPage(layout);
}

export function drawRule(layout: PdfLayout, color: string, from = 0): void {
  const { page, pdf, y } = layout;
  drawArtifact(layout, () =>
    pdf
      .moveTo(pageMargin + from, y)
      .lineTo(page.width - pageMargin, y)
      .lineWidth(0.6)
      .strokeColor(color)
      .stroke(),
  );
}

export async function finishPdf({ element, pdf }: PdfLayout): Promise<Buffer> {
  element.end();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
