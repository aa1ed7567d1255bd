import { deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import {
  closeReceivedFileThread,
  readReceivedFile,
} from '../../../src/documents/request-received-file.ts';
import { ciiFile, pdfFile, ublFile } from '../../support/received-files.ts';

afterAll(closeReceivedFileThread);

const read = (file: string | Buffer) => readReceivedFile(Buffer.from(file), 1);

async function errorsOf(file: string | Buffer) {
  const result = await read(file);
  if (!('errors' in result)) throw new Error('The file was read.');
  return result.errors.map(({ message }) => message).join('; ');
}

const declared = '<?xml version="1.0"?>';
const entity = (value: string) => `${declared}<!DOCTYPE a [<!ENTITY b ${value}>]><a>&b;</a>`;
const nestedEntities = [...'bcdefghi'].map((name, index) => {
  const inner = `&${'abcdefgh'[index]};`;
  return `<!ENTITY ${name} "${inner.repeat(10)}">`;
});

const invalidXml: [name: string, file: string, message: RegExp][] = [
  [
    'nested entities',
    `${declared}<!DOCTYPE a [<!ENTITY a "ha">${nestedEntities.join('')}]><a>&i;</a>`,
    /line 1, column \d+: a document type declaration \(DOCTYPE\) is not allowed/,
  ],
  ['an external entity', entity('SYSTEM "file:///etc/passwd"'), /DOCTYPE\) is not allowed/],
  ['an external parameter entity', `<!DOCTYPE a SYSTEM "http://localhost/x.dtd"><a/>`, /DOCTYPE/],
  ['an unknown entity', `${declared}\n<a>&nbsp;</a>`, /line 2, column 10: undefined entity/],
  ['NUL', `${declared}<a>\0</a>`, /disallowed character/],
  ['a reference to NUL', `${declared}<a>&#0;</a>`, /malformed character entity/],
  ['a truncated document', ublFile().slice(0, 2_000), /line \d+, column \d+: unclosed tag/],
  ['two roots', '<a/><b/>', /only one root/],
  ['1.5 million elements', `<a>${'<b/>'.repeat(1_500_000)}</a>`, /more than 200000 elements/],
  ['elements 200,000 deep', '<a>'.repeat(200_000), /nested more than 40 deep/],
  [
    'a million attributes',
    `<a ${Array.from({ length: 900_000 }, (_, index) => `a${index}=""`).join(' ')}/>`,
    /more than 200 attributes/,
  ],
  ['more than 10 MB', `<a>${'x'.repeat(10_485_760)}</a>`, /more than 10 MB/],
  ['nothing', '', /^must not be empty$/],
  ['an image', '\x89PNG\r\n\x1a\n', /must be an e-invoice: XML/],
];

describe('XML', () => {
  // Starts the thread, which takes longer than any file.
  test('of a vendor is read', async () => {
    expect(await read(ublFile())).toMatchObject({ expense: { number: 'RE 2026-17' } });
  });

  test.each(invalidXml)('with %s is refused', async (_name, file, message) => {
    const before = process.cpuUsage();
    expect(await errorsOf(file)).toMatch(message);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(3_000);
  });

  test.each([
    [
      'UTF-16 with a byte order mark',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(ublFile({ name: 'Bücher' }), 'utf16le'),
      ]),
    ],
    ['UTF-16 without a byte order mark', Buffer.from(ublFile({ name: 'Bücher' }), 'utf16le')],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${ublFile({ name: 'Bücher' })}`)],
    [
      'ISO-8859-1, as it declares',
      Buffer.from(ublFile({ name: 'Bücher' }).replace('UTF-8', 'ISO-8859-1'), 'latin1'),
    ],
  ])('in %s is read', async (_name, file) => {
    expect(await read(file)).toMatchObject({ expense: { seller: { name: 'Bücher' } } });
  });

  test.each([
    [
      ublFile().replace('UTF-8', 'KLINGON-8'),
      'has the unknown encoding "KLINGON-8". Save it in UTF-8',
    ],
    [
      Buffer.from(ublFile({ name: 'Bücher' }), 'latin1'),
      'is not in UTF-8, the encoding that it declares. Save it in UTF-8',
    ],
  ])('of another encoding than declared is refused', async (file, message) => {
    expect(await errorsOf(file)).toBe(message);
  });
});

const other = (root: string, namespace = '') => `<${root} xmlns="${namespace}"/>`;

test.each([
  [other('CrossIndustryDocument', 'urn:ferd:CrossIndustryDocument:invoice:1p0'), /ZUGFeRD 1/],
  [other('FatturaElettronica', 'http://ivaservizi.agenziaentrate.gov.it/docs'), /FatturaPA/],
  [other('SCRDMCCBDACIOMessageStructure'), /Order-X/],
  [other('Invoice', 'urn:other'), /its root is "Invoice" of the namespace "urn:other"/],
])('a document of another format is refused in words: %s', async (file, message) => {
  expect(await errorsOf(file)).toMatch(message);
});

describe('PDF', () => {
  const xml = Buffer.from(ciiFile());

  test.each(['factur-x.xml', 'xrechnung.xml', 'zugferd-invoice.xml', 'ZUGFeRD-invoice.xml'])(
    'with the attachment %s is read',
    async (name) => {
      expect(await read(pdfFile({ 'other.xml': Buffer.from('<a/>'), [name]: xml }))).toMatchObject({
        expense: { number: 'RE 2026-17' },
      });
    },
  );

  test('with several attachments is read by the first name of the list', async () => {
    const other = Buffer.from(ciiFile({ number: 'other' }));
    expect(
      await read(pdfFile({ 'zugferd-invoice.xml': other, 'factur-x.xml': xml })),
    ).toMatchObject({ expense: { number: 'RE 2026-17' } });
  });

  test.each([
    ['without XML', pdfFile({}), /upload the file as its attachment/],
    ['that is damaged', Buffer.from('%PDF-1.7\nnothing'), /cannot be read: it is damaged/],
    [
      'that unpacks to 100 MB',
      pdfFile({ 'factur-x.xml': deflateSync(Buffer.alloc(100_000_000)) }, '/Filter/FlateDecode'),
      /cannot be read|more than 10 MB|too much/,
    ],
  ])('%s is refused', async (_name, file, message) => {
    expect(await errorsOf(file)).toMatch(message);
  });

  test('with a password is refused', async () => {
    const { default: PDFDocument } = await import('pdfkit');
    const pdf = new PDFDocument({ userPassword: 'secret', font: '' });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => pdf.on('end', resolve));
    pdf.end();
    await ended;
    expect(await errorsOf(Buffer.concat(chunks))).toMatch(/encrypted PDF. Remove the password/);
  });
});
