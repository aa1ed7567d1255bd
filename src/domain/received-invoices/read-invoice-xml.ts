import { ElementReader } from './element-reader.ts';
import { ReceivedFileError } from './file-error.ts';
import type { ReceivedInvoice } from './read-invoice.ts';
import { readInvoice } from './read-invoice.ts';
import { decodeXml } from './xml-encoding.ts';
import type { XmlElement } from './xml-parser.ts';
import { parseXml } from './xml-parser.ts';

/** Namespaces by the name of the root element. */
const namespaces: Readonly<Record<string, string>> = {
  Invoice: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  CreditNote: 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2',
  CrossIndustryInvoice: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
};

const accepted = 'Accepted are UBL 2 (Invoice, CreditNote) and CII (CrossIndustryInvoice)';

const messagesByRejectedRoot: Readonly<Record<string, string>> = {
  CrossIndustryDocument: `is an invoice of ZUGFeRD 1, which is no longer valid. Ask the vendor for ZUGFeRD 2 or later. ${accepted}`,
  FatturaElettronica: `is an Italian FatturaPA. ${accepted}`,
  SCRDMCCBDACIOMessageStructure: `is an Order-X document, an order instead of an invoice. ${accepted}`,
};

const unsupported = (message: string) =>
  new ReceivedFileError({ code: 'unsupported_format', message });

const maxReceivedMegabytes = 10;

/** @throws ReceivedFileError */
export function readInvoiceXml(file: Uint8Array): ReceivedInvoice {
  if (file.byteLength > maxReceivedMegabytes * 1_048_576) {
    const message = `contains XML of more than ${maxReceivedMegabytes} MB`;
    throw new ReceivedFileError({ code: 'too_large', message });
  }
  const root = parseXml(decodeXml(file));
  requireKnownFormat(root);
  const reader = new ElementReader(root, []);
  const invoice = readInvoice(reader, root.name === 'CreditNote');
  reader.throwErrors();
  return invoice;
}

function requireKnownFormat({ name, namespace }: XmlElement): void {
  if (namespaces[name] === namespace) return;
  const message = messagesByRejectedRoot[name];
  if (typeof message === 'string') throw unsupported(message);
  const root = `"${name.slice(0, 80)}" of the namespace "${namespace.slice(0, 120)}"`;
  throw unsupported(`is XML, but no invoice of a known format: its root is ${root}. ${accepted}`);
}
