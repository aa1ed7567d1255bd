import { createHash } from 'node:crypto';
import type { InvoiceDocument } from './invoice-document.ts';
import type { PdfInternals } from './pdf-tags.ts';

const fileName = 'factur-x.xml';
const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** Credit notes have the same document type. */
const properties = [
  { name: 'DocumentFileName', value: fileName, text: 'name of the embedded XML invoice file' },
  { name: 'DocumentType', value: 'INVOICE', text: 'INVOICE' },
  { name: 'Version', value: '1.0', text: 'version of the XML schema of the invoice' },
  { name: 'ConformanceLevel', value: 'EN 16931', text: 'profile of the XML invoice' },
];

/** Embeds the XML and claims PDF/A-3b, which allows no CMYK image with the RGB output intent. */
export function toFacturX(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument): InvoiceDocument {
  const { logo, writtenAt, xml = '' } = invoice;
  const internals = pdf as unknown as PdfInternals;
  const data = Buffer.from(xml);
  // pdfkit's `file` writes the checksum as text, and no `EF/UF`.
  const stream = internals.ref({
    Type: 'EmbeddedFile',
    Subtype: 'text#2Fxml',
    Params: {
      ModDate: writtenAt,
      CheckSum: createHash('md5').update(data).digest(),
      Size: data.length,
    },
  });
  stream.end(data);
  const specification = internals.ref({
    Type: 'Filespec',
    AFRelationship: 'Alternative',
    F: new String(fileName),
    UF: new String(fileName),
    EF: { F: stream, UF: stream },
    Desc: new String('Factur-X invoice'),
  });
  specification.end();
  internals.addNamedEmbeddedFile(fileName, specification);
  internals._root.data.AF = [specification];
  internals._addPdfaMetadata = () => internals.appendXML(facturXMetadata);
  const image = logo && internals.openImage(Buffer.from(logo.bytes));
  return image?.colorSpace === 'DeviceCMYK' ? { ...invoice, logo: null } : invoice;
}

/** PDF/A requires a schema of custom properties. */
const facturXMetadata = `
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${properties
  .map(
    ({ name, text }) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${text}</pdfaProperty:description>
</rdf:li>`,
  )
  .join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${namespace}">
${properties.map(({ name, value }) => `<fx:${name}>${value}</fx:${name}>`).join('\n')}
</rdf:Description>
`;
