import type { EInvoiceFormat } from '../../generated/prisma/enums.ts';
import type { Services } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { findCreditNote } from '../credit-notes/credit-note-view.ts';
import type { CreditNoteRecord } from '../credit-notes/fields.ts';
import type { EInvoiceRow } from '../invoices/e-invoice-services.ts';
import type { ClientInfo } from '../invoices/invoice-record.ts';
import { completeClientInfo, eInvoiceInclude, eInvoiceOf } from './e-invoice-source.ts';
import type { EInvoiceFault } from './fault.ts';
import { describeFaults } from './fault.ts';
import { findEInvoiceFaults } from './find-faults.ts';
import { xmlFormatOf } from './formats.ts';
import { insertEInvoice } from './stored-e-invoices.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl } from './write-ubl.ts';

function eInvoiceIncompleteError(faults: readonly EInvoiceFault[]): ActionError {
  const errors = faults.map(({ path, rule, message }) => ({ path, code: rule, message }));
  return new ActionError('e_invoice_incomplete', describeFaults(faults), { errors });
}

/** @throws ActionError e_invoice_incomplete */
export function makeXml(
  row: EInvoiceRow,
  format: EInvoiceFormat,
  creditNote?: CreditNoteRecord | null,
): string {
  const eInvoice = eInvoiceOf(row, creditNote);
  const faults = findEInvoiceFaults(eInvoice, format);
  if (faults.length > 0) throw eInvoiceIncompleteError(faults);
  const xmlFormat = xmlFormatOf(format);
  const write = xmlFormat.endsWith('_UBL') ? writeUbl : writeCii;
  return write(eInvoice, xmlFormat);
}

/** Null if a fault prevents it. */
function tryMakeXml(...input: Parameters<typeof makeXml>): string | null {
  try {
    return makeXml(...input);
  } catch (error) {
    if (error instanceof ActionError) return null;
    throw error;
  }
}

const clientHasFormat = { client: { eInvoiceFormat: { not: null } } };

export const prepareEInvoice: Services['prepareEInvoice'] = async (tx, { id }, isRequired) => {
  const { accountId, db } = tx;
  const query = { where: { accountId, id, ...clientHasFormat }, include: eInvoiceInclude };
  const row = await db.invoice.findFirst(query);
  const format = row?.client.eInvoiceFormat;
  if (!row || !format) return null;
  if (isRequired) makeXml(row, format);
  const before = row.clientInfo as Record<string, unknown>;
  const clientInfo = completeClientInfo(row.clientInfo as ClientInfo, row.client);
  const isChanged = Object.entries(clientInfo).some(
    ([name, value]) => (value ?? null) !== (before[name] ?? null),
  );
  return {
    change: row.sellerInfo === null && isChanged ? { clientInfo } : {},
    store: (issued) => {
      const xml = tryMakeXml({ ...row, ...issued }, format);
      const number = row.invoiceNumberFormatted;
      if (xml !== null)
        insertEInvoice(tx, { invoiceId: id }, { format: xmlFormatOf(format), number, xml });
    },
  };
};

export const storeCreditNoteEInvoice: Services['storeCreditNoteEInvoice'] = async (tx, key) => {
  const { accountId, db } = tx;
  const { creditNoteId, invoiceId } = key;
  const query = {
    where: { accountId, id: invoiceId, ...clientHasFormat },
    include: eInvoiceInclude,
  };
  const row = await db.invoice.findFirst(query);
  const format = row?.client.eInvoiceFormat;
  if (!row || !format) return;
  const note = await findCreditNote(tx, { id: creditNoteId, invoiceId });
  const xml = note && tryMakeXml(row, format, note);
  if (!xml) return;
  const number = note.numberFormatted;
  insertEInvoice(tx, key, { format: xmlFormatOf(format), number, xml });
};
