import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildInvoiceDocument } from '../../src/documents/build-invoice-document.ts';
import { buildCreditNoteDocument } from '../../src/documents/credit-note-document.ts';
import type { InvoiceDocument } from '../../src/documents/invoice-document.ts';
import { renderInvoicePdf } from '../../src/documents/request-pdf.ts';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import { useTestApi } from '../support/api.ts';
import { textOfPdf, viewInvoice } from '../support/documents.ts';
import { jpegSegment } from '../support/images.ts';
import { created, invoiceOf } from '../support/invoices.ts';
import { mutated } from '../support/mutations.ts';

const api = useTestApi();
const xml =
  '<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice>Žluť</rsm:CrossIndustryInvoice>\n';
let invoice: InvoiceDocument;
let creditNote: InvoiceDocument;

beforeAll(async () => {
  await created(api.ours, 'clients/create', { name: 'Lovelace & <Sons>', currency: 'EUR' });
  const { id } = await invoiceOf(api.ours, 'Lovelace & <Sons>', 50);
  await mutated(api.ours, 'markInvoiceSent', { id });
  const note = await mutated(api.ours, 'createCreditNote', { input: { invoiceId: id } }, 'id');
  const view = await viewInvoice(api.ours, id);
  const record = await findCreditNote(api.ours.context, { id: note.id, invoiceId: id });
  if (!record) throw new Error('there is no credit note');
  invoice = buildInvoiceDocument(view);
  creditNote = buildCreditNoteDocument(view, record);
});

/** The object that a reference of the raw file names: `12 0 R`. */
function objectOf(file: string, reference: string | undefined): string {
  const number = reference?.match(/^(\d+) 0 R$/)?.[1];
  return file.match(new RegExp(`\\n${number} 0 obj\\n([\\s\\S]*?)\\nendobj`))?.[1] ?? '';
}

const entryOf = (dictionary: string, key: string) =>
  dictionary.match(new RegExp(`/${key} (\\d+ 0 R|\\S+)`))?.[1];

/** The metadata's elements with text, by their names. */
function readXmp(file: string): Map<string, string[]> {
  const source = Buffer.from(file.match(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/)?.[0] ?? '', 'latin1');
  const texts = new Map<string, string[]>();
  const names: string[] = [];
  // With namespaces, so that a prefix without a declaration is an error.
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name }) => names.push(name));
  parser.on('closetag', () => names.pop());
  parser.on('text', (text) => {
    const name = names.at(-1) ?? '';
    if (text.trim()) texts.set(name, [...(texts.get(name) ?? []), text]);
  });
  parser.write(source.toString('utf8')).close();
  return texts;
}

describe('a Factur-X PDF', () => {
  test.each([
    ['an invoice', () => invoice],
    ['a credit note', () => creditNote],
  ])('of %s contains the XML byte for byte, and the same pages', async (_, document) => {
    const file = await renderInvoicePdf({ ...document(), xml });
    const pdf = await getDocumentProxy(new Uint8Array(file));
    const attachments = Object.values((await pdf.getAttachments()) ?? {}) as {
      filename: string;
      content: Uint8Array;
    }[];
    expect(attachments.map(({ filename }) => filename)).toEqual(['factur-x.xml']);
    expect(Buffer.from(attachments[0]?.content ?? []).toString('utf8')).toBe(xml);
    expect(await textOfPdf(file)).toEqual(await textOfPdf(await renderInvoicePdf(document())));
  });

  test('names the attachment in the catalogue and in the names, as an alternative', async () => {
    const file = (await renderInvoicePdf({ ...invoice, xml })).toString('latin1');
    const catalogue = objectOf(file, file.match(/\/Root (\d+ 0 R)/)?.[1]);
    const associated = catalogue.match(/\/AF \[(\d+ 0 R)\]/)?.[1];
    const names = objectOf(file, entryOf(catalogue, 'Names'));
    expect(names).toContain(`(factur-x.xml) ${associated}`);
    const specification = objectOf(file, associated);
    expect(specification).toContain('/Type /Filespec');
    expect(specification).toContain('/AFRelationship /Alternative');
    expect(specification).toContain('/F (factur-x.xml)\n/UF (factur-x.xml)');
    const [, embedded, unicode] = specification.match(/<<\n\/F (\d+ 0 R)\n\/UF (.*)\n>>/) ?? [];
    expect(unicode).toBe(embedded);
    const stream = objectOf(file, embedded);
    expect(stream).toContain('/Type /EmbeddedFile\n/Subtype /text#2Fxml');
    const data = inflateSync(Buffer.from(stream.split('stream\n')[1] ?? '', 'latin1'));
    expect(data.toString('utf8')).toBe(xml);
    expect(stream).toContain(`/CheckSum <${createHash('md5').update(xml).digest('hex')}>`);
    expect(stream).toContain(`/Size ${Buffer.byteLength(xml)}\n`);
    const date = invoice.writtenAt.toISOString().slice(0, 19).replace(/\D/g, '');
    expect(stream).toContain(`/ModDate (D:${date}Z)`);
  });

  test('claims PDF/A-3b and Factur-X, and declares the properties of Factur-X', async () => {
    const xmp = readXmp((await renderInvoicePdf({ ...invoice, xml })).toString('latin1'));
    const names = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel'];
    expect(Object.fromEntries(xmp)).toMatchObject({
      'pdfaid:part': ['3'],
      'pdfaid:conformance': ['B'],
      'fx:DocumentFileName': ['factur-x.xml'],
      'fx:DocumentType': ['INVOICE'],
      'fx:Version': ['1.0'],
      'fx:ConformanceLevel': ['EN 16931'],
      'pdfaSchema:namespaceURI': ['urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'],
      'pdfaSchema:prefix': ['fx'],
      'pdfaProperty:name': names,
      'pdfaProperty:valueType': names.map(() => 'Text'),
      'pdfaProperty:category': names.map(() => 'external'),
    });
  });

  test('has the same title, author and dates in metadata and properties', async () => {
    const seller = { name: 'Müller & <Söhne>', lines: [] };
    const file = await renderInvoicePdf({ ...invoice, seller, xml });
    const { info } = await (await getDocumentProxy(new Uint8Array(file))).getMetadata();
    const xmp = readXmp(file.toString('latin1'));
    const { Author, CreationDate, Creator, Producer, Title } = info as Record<string, string>;
    expect(xmp.get('rdf:li')).toEqual(['en', Title, Author]);
    expect(Author).toBe(seller.name);
    expect(xmp.get('xmp:CreatorTool')).toEqual([Creator]);
    expect(xmp.get('pdf:Producer')).toEqual([Producer]);
    const [date = ''] = xmp.get('xmp:CreateDate') ?? [];
    expect(`D:${date.replace(/[-:T]/g, '')}`).toBe(CreationDate);
  });

  test('meets the rules of PDF/A-3b for files: no encryption, scripts, CMYK, or fonts outside', async () => {
    // Header and end of a JPEG with four colours.
    const frame = '\x08\x00\x10\x00\x18\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00';
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      jpegSegment(0xc0, frame),
      Buffer.from([0xff, 0xd9]),
    ]);
    const logo = { bytes, key: '1', mediaType: 'image/jpeg', width: 24, height: 16 } as const;
    const ordinary = (await renderInvoicePdf({ ...invoice, logo })).toString('latin1');
    expect(ordinary).toContain('/DeviceCMYK');
    const file = (await renderInvoicePdf({ ...invoice, logo, xml })).toString('latin1');
    for (const key of ['Encrypt', 'JavaScript', 'DeviceCMYK', 'LZWDecode', 'AA'])
      expect(file).not.toMatch(new RegExp(`/${key}\\b`));
    expect(file.slice(0, 9)).toBe('%PDF-1.7\n');
    expect(file.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(file).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    expect(file).toContain('/S /GTS_PDFA1');
    const fonts = file.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(file.match(/\/FontFile2 /g)).toHaveLength(fonts.length);
    for (const link of file.match(/\/Subtype \/Link[\s\S]*?>>/g) ?? [])
      expect(link).toMatch(/\/F 4\b/);
  });

  test('has the same bytes for the same document, and leaves others without XML as they were', async () => {
    const ordinary = await renderInvoicePdf(invoice);
    const first = await renderInvoicePdf({ ...invoice, xml });
    expect((await renderInvoicePdf({ ...invoice, xml })).equals(first)).toBe(true);
    expect((await renderInvoicePdf(invoice)).equals(ordinary)).toBe(true);
    for (const part of ['pdfaid', 'factur-x', '/AF ', 'EmbeddedFile'])
      expect(ordinary.toString('latin1')).not.toContain(part);
  });
});
