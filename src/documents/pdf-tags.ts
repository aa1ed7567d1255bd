import type { PdfLayout } from './pdf-page-types.ts';

/** PDF structure types. */
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
  /** Column span. */
  columns?: number;
}

/** Internals of pdfkit that write document properties. */
interface Inside {
  _addInfo: () => void;
  _addPdfaMetadata: () => void;
  appendXML: (xml: string, newline?: boolean) => void;
  info: { Author: string; CreationDate: Date; Creator: string; Producer: string; Title: string };
}

type Element = PDFKit.PDFStructureElement;

/**
 * Wraps the drawing in a structure element. Screen readers and copied text follow the order of
 * these elements.
 */
export function drawTagged(layout: PdfLayout, tag: Tag, draw: () => void, options?: Options): void {
  const own = openElement(layout, tag, options);
  drawInElement(layout, own, draw);
  own.end();
}

/** Opens an element for later drawing. The caller ends it. */
export function openElement(
  layout: PdfLayout,
  tag: Tag,
  { columns, ...options }: Options = {},
): Element {
  const own = layout.pdf.struct(tag, options as object);
  if (columns !== undefined) {
    const { dictionary } = own as unknown as { dictionary: { data: { A?: object } } };
    dictionary.data.A = { ...dictionary.data.A, O: 'Table', ColSpan: columns };
  }
  layout.element.add(own);
  return own;
}

export function drawInElement(layout: PdfLayout, element: Element, draw: () => void): void {
  const before = layout.element;
  layout.element = element;
  draw();
  layout.element = before;
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
 * Writes XMP with correct escapes, which pdfkit omits. It does not claim conformance to PDF/A-3b or
 * PDF/UA-1, which is not verified.
 */
export function writeXmpMetadata(pdf: PDFKit.PDFDocument, lang: string): void {
  const inside = pdf as unknown as Inside;
  inside._addPdfaMetadata = () => undefined;
  inside._addInfo = () => {
    const { Author, CreationDate, Creator, Producer, Title } = inside.info;
    const date = `${CreationDate.toISOString().slice(0, 19)}Z`;
    inside.appendXML(`
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:CreatorTool>${inXml(Creator)}</xmp:CreatorTool>
<pdf:Producer>${inXml(Producer)}</pdf:Producer>
<dc:format>application/pdf</dc:format>
<dc:language><rdf:Bag><rdf:li>${lang}</rdf:li></rdf:Bag></dc:language>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(Title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${inXml(Author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
`);
  };
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
