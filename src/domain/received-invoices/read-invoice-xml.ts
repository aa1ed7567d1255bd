import { ElementReader } from './element-reader.ts';
import type { FileError } from './file-error.ts';
import { ReceivedFileError } from './file-error.ts';
import { readCii } from './read-cii.ts';
import { readUbl } from './read-ubl.ts';
import type { ReceivedInvoice } from './received-invoice.ts';
import { decodeXml } from './xml-encoding.ts';
import type { XmlElement } from './xml-parser.ts';
import { parseXml } from './xml-parser.ts';

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:';
const cii = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

const accepted = 'Accepted are UBL 2 (Invoice, CreditNote) and CII (CrossIndustryInvoice)';

/** Formats that look like accepted ones, by the name of their root. */
const refusals: Readonly<Record<string, string>> = {
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
  const errors: FileError[] = [];
  const reader = new ElementReader(root, errors);
  const invoice = readByRoot(root, reader);
  reader.throwErrors();
  return invoice;
}

function readByRoot({ name, namespace }: XmlElement, reader: ElementReader): ReceivedInvoice {
  const isUbl = name === 'Invoice' || name === 'CreditNote';
  if (isUbl && namespace === `${ubl}${name}-2`) return readUbl(reader, name);
  if (namespace === cii && name === 'CrossIndustryInvoice') return readCii(reader);
  const refusal = refusals[name];
  if (refusal !== undefined) throw unsupported(refusal);
  const root = `"${name.slice(0, 80)}" of the namespace "${namespace.slice(0, 120)}"`;
  throw unsupported(`is XML, but no invoice of a known format: its root is ${root}. ${accepted}`);
}
