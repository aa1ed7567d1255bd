import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../src/database/client/client.ts';
import type { CreditNoteRecord } from '../../src/domain/credit-notes/fields.ts';
import { eInvoiceInclude, eInvoiceOf } from '../../src/domain/e-invoices/e-invoice-source.ts';
import { findEInvoiceFaults } from '../../src/domain/e-invoices/find-faults.ts';
import { writeCii } from '../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../src/domain/e-invoices/write-ubl.ts';
import type { EInvoiceRow } from '../../src/domain/invoices/e-invoice-services.ts';
import { eInvoiceClients, eInvoiceSeller } from './any-e-invoice.ts';

const formats = ['PEPPOL_UBL', 'XRECHNUNG_UBL', 'XRECHNUNG_CII', 'EN16931_CII'] as const;

/** Fills in the values that a record lacks. Most tests name no addresses and tax numbers. */
const fill = <R>(record: R, defaults: object): R => {
  const given = Object.entries((record ?? {}) as object).filter(([, value]) => value !== null);
  return { ...(record as object), ...defaults, ...Object.fromEntries(given) } as R;
};

const filled = (row: EInvoiceRow): EInvoiceRow => ({
  ...row,
  clientInfo: fill(row.clientInfo, eInvoiceClients[0]),
  client: fill(row.client, eInvoiceClients[0]),
  sellerInfo: row.sellerInfo && fill(row.sellerInfo, eInvoiceSeller),
  workspace: fill(row.workspace, eInvoiceSeller),
});

/**
 * Writes all issued invoices and credit notes of a database into the folder of the environment variable `E_INVOICES`, in
 * all formats. The name of a file has the rules that our own validation finds broken.
 */
export async function writeEInvoices({ prisma }: Database, name: string): Promise<void> {
  const folder = inject('eInvoiceFolder');
  if (folder === '') return;
  mkdirSync(folder, { recursive: true });
  const include = {
    ...eInvoiceInclude,
    creditNotes: {
      include: { lineItems: { orderBy: { position: 'asc' } }, taxBreakdown: true },
    },
  } as const;
  const where = { dateIssued: { not: null }, erasedAt: null };
  for (const { creditNotes, ...row } of await prisma.invoice.findMany({ where, include })) {
    for (const creditNote of [null, ...creditNotes]) {
      writeFormats(join(folder, `${name}-${creditNote?.id ?? row.id}`), row, creditNote);
    }
  }
}

function writeFormats(path: string, row: EInvoiceRow, creditNote: CreditNoteRecord | null): void {
  const document = eInvoiceOf(filled(row), creditNote);
  for (const format of formats) {
    const rules = new Set(findEInvoiceFaults(document, format).map(({ rule }) => rule));
    const xml = format.endsWith('UBL') ? writeUbl(document, format) : writeCii(document, format);
    writeFileSync(`${path}.${format}.${[...rules].join('+') || 'valid'}.xml`, xml);
  }
}
