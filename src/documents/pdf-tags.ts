import type { PdfLayout } from './pdf-page-types.ts';

type Tag =
  | 'Document'
  | 'Figure'
  | 'H1'
  | 'H2'
  | 'Link'
  | 'P'
  | 'Sect'
  | 'Span'
  | 'Table'
  | 'TBody'
  | 'TD'
  | 'TH'
  | 'THead'
  | 'TR';

interface Options {
  alt?: string;
  bbox?: [number, number, number, number];
  placement?: string;
  scope?: 'Column' | 'Row';
  columns?: number;
}

interface PdfReference {
  end(data?: Uint8Array): void;
}

/** Internals of pdfkit that write document properties and attachments. */
export interface PdfInternals {
  _addInfo: () => void;
  _addPdfaMetadata: () => void;
  _root: { data: Record<string, unknown> };
  addNamedEmbeddedFile(name: string, file: PdfReference): void;
  appendXML: (xml: string, newline?: boolean) => void;
  openImage(file: Buffer): { colorSpace?: string };
  ref(data: object): PdfReference;
  info: { Author: string; CreationDate: Date; Creator: string; Producer: string; Title: string };
}

type Element = PDFKit.PDFStructureElement;

/** Screen readers and copied text follow the order of structure elements. */
export function drawTagged(layout: PdfLayout, tag: Tag, draw: () => void, options?: Options): void {
  const child = openElement(layout, tag, options);
  drawInElement(layout, child, draw);
  child.end();
}

/** Opens an element for later drawing. The caller ends it. */
export function openElement(
  layout: PdfLayout,
  tag: Tag,
  { columns, ...options }: Options = {},
): Element {
  const child = layout.pdf.struct(tag, options as object);
  if (columns !== undefined) {
    const { dictionary } = child as unknown as { dictionary: { data: { A?: object } } };
    dictionary.data.A = { ...dictionary.data.A, O: 'Table', ColSpan: columns };
  }
  layout.element.add(child);
  return child;
}

export function drawInElement(layout: PdfLayout, element: Element, draw: () => void): void {
  const parent = layout.element;
  layout.element = element;
  draw();
  layout.element = parent;
}

/** Adds a drawing to the current element. */
export function drawContent(layout: PdfLayout, draw: () => void): void {
  if (layout.isArtifact) draw();
  else layout.element.add(draw);
}

/** Draws decoration: rules, backgrounds, and repeated headers. */
export function drawArtifact(
  layout: PdfLayout,
  draw: () => void,
  type: 'Layout' | 'Pagination' = 'Layout',
): void {
  if (layout.isArtifact) {
    draw();
    return;
  }
  layout.isArtifact = true;
  layout.pdf.markContent('Artifact', { type });
  draw();
  layout.pdf.endMarkedContent();
  layout.isArtifact = false;
}

export function createDocumentStructure(pdf: PDFKit.PDFDocument): PDFKit.PDFStructureElement {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return root;
}

/**
 * Escapes texts, which pdfkit omits. It does not claim conformance to PDF/A-3b or PDF/UA-1, which
 * is not verified.
 */
export function writeXmpMetadata(pdf: PDFKit.PDFDocument, lang: string): void {
  const internals = pdf as unknown as PdfInternals;
  internals._addPdfaMetadata = () => undefined;
  internals._addInfo = () => {
    const { Author, CreationDate, Creator, Producer, Title } = internals.info;
    const date = `${CreationDate.toISOString().slice(0, 19)}Z`;
    internals.appendXML(`
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:CreatorTool>${escapeXml(Creator)}</xmp:CreatorTool>
<pdf:Producer>${escapeXml(Producer)}</pdf:Producer>
<dc:format>application/pdf</dc:format>
<dc:language><rdf:Bag><rdf:li>${lang}</rdf:li></rdf:Bag></dc:language>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(Title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(Author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
`);
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
