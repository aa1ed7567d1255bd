import type { PdfLayout } from './pdf-page-types.ts';

/** Elements of a document's structure, as PDF names them. */
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
  /** What a picture shows. */
  alt?: string;
  bbox?: [number, number, number, number];
  placement?: string;
  /** What a heading of a table is the heading of. */
  scope?: 'Column' | 'Row';
  /** How many columns of its table it takes; one where nothing is said. */
  columns?: number;
}

/** What pdfkit writes of a document's properties, and lets nobody change otherwise. */
interface Inside {
  _addInfo: () => void;
  _addPdfaMetadata: () => void;
  appendXML: (xml: string, newline?: boolean) => void;
  info: { Author: string; CreationDate: Date; Creator: string; Producer: string; Title: string };
}

type Element = PDFKit.PDFStructureElement;

/**
 * Makes what is drawn meanwhile an element of the document's structure, below the one that is being made: programs read it
 * aloud, and copy it, in the order of the elements.
 */
export function drawTagged(layout: PdfLayout, tag: Tag, draw: () => void, options?: Options): void {
  const own = openElement(layout, tag, options);
  drawInElement(layout, own, draw);
  own.end();
}

/** An element below the one that is being made, for what is drawn by and by; whoever opens it ends it. */
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

/** Makes what is drawn meanwhile a part of that element. */
export function drawInElement(layout: PdfLayout, element: Element, draw: () => void): void {
  const before = layout.element;
  layout.element = element;
  draw();
  layout.element = before;
}

/** Draws something that belongs to the element that is being made. */
export function drawContent(layout: PdfLayout, draw: () => void): void {
  if (layout.isArtifact) draw();
  else layout.element.add(draw);
}

/** Draws what is no part of what the document says: rules, grounds, and what every page repeats. */
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

/** The structure of a new document. */
export function createDocumentStructure(pdf: PDFKit.PDFDocument): PDFKit.PDFStructureElement {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return root;
}

/**
 * Has the document's properties written as XMP with every character in its place, which pdfkit forgets, and without the
 * claim that the file keeps to a standard: it is made to the rules of PDF/A-3b and PDF/UA-1, but nobody has checked it.
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
