import fc from 'fast-check';
import { expect } from 'vitest';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import {
  buildCreditNoteEInvoice,
  buildEInvoice,
} from '../../src/domain/e-invoices/build-e-invoice.ts';
import type { EInvoice } from '../../src/domain/e-invoices/e-invoice.ts';
import { findEInvoiceFaults } from '../../src/domain/e-invoices/find-faults.ts';
import { writeCii } from '../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../src/domain/e-invoices/write-ubl.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import type { RandomEInvoice } from './any-e-invoice.ts';
import { anyEInvoice, eInvoiceClients, eInvoiceSeller } from './any-e-invoice.ts';
import type { TestApi } from './api.ts';
import { viewInvoice } from './documents.ts';
import { brokenRules, readTerms } from './en16931/check-document.ts';
import { created } from './invoices.ts';
import { mutated } from './mutations.ts';

const formats = ['PEPPOL_UBL', 'XRECHNUNG_UBL', 'XRECHNUNG_CII', 'EN16931_CII'] as const;

type Format = (typeof formats)[number];

/** Returns the ids of the fatal rules that the XML breaks. */
export type FindBrokenRules = (xml: string) => Promise<string[]>;

export const findBrokenRules: FindBrokenRules = async (xml) => brokenRules(readTerms(xml));

export interface CheckedEInvoices {
  invoices: number;
  creditNotes: number;
  valid: number;
  /** By the first rule. */
  rejected: Record<string, number>;
}

/**
 * Issues and credits random invoices. Each is valid by `findBroken` in all formats, or has a fault that names one of the
 * broken rules. Both syntaxes have the amounts of the record.
 */
export async function checkRandomEInvoices(
  { ours }: TestApi,
  findBroken: FindBrokenRules,
  parameters: fc.Parameters<[RandomEInvoice]>,
): Promise<CheckedEInvoices> {
  await mutated(ours, 'updateWorkspace', { input: eInvoiceSeller } as never);
  for (const client of eInvoiceClients) await created(ours, 'clients/create', client);
  const counts: CheckedEInvoices = { invoices: 0, creditNotes: 0, valid: 0, rejected: {} };

  const check = async (document: EInvoice, total: Decimal) => {
    const xmlOf = (format: Format) =>
      format.endsWith('UBL') ? writeUbl(document, format) : writeCii(document, format);
    const [ubl, cii] = [readTerms(xmlOf('XRECHNUNG_UBL')), readTerms(xmlOf('XRECHNUNG_CII'))];
    const { amountCurrencies, precedingNumbers } = ubl;
    expect({ ...cii, amountCurrencies, precedingNumbers }).toEqual(ubl);
    expect(new Decimal(ubl.totals.amountDue ?? '').toFixed()).toBe(total.toFixed());
    for (const format of formats) {
      const faults = findEInvoiceFaults(document, format).map(({ rule }) => rule);
      const broken = await findBroken(xmlOf(format));
      const [first] = faults;
      if (first === undefined) {
        expect(broken, `${format} of ${document.number}`).toEqual([]);
        counts.valid += 1;
      } else {
        counts.rejected[first] = (counts.rejected[first] ?? 0) + 1;
        if (broken.length > 0) expect(faults.some((rule) => broken.includes(rule))).toBe(true);
      }
    }
  };

  const checkInvoice = async (id: string) => {
    const { invoice, workspace } = await viewInvoice(ours, id);
    counts.invoices += 1;
    await check(buildEInvoice(invoice, workspace), invoice.total);
  };

  const checkCreditNote = async (invoiceId: string, id: string) => {
    const { invoice, workspace } = await viewInvoice(ours, invoiceId);
    const creditNote = await findCreditNote(ours.context, { id, invoiceId });
    if (!creditNote) throw new Error(`there is no credit note ${id}`);
    counts.creditNotes += 1;
    await check(buildCreditNoteEInvoice(creditNote, invoice, workspace), creditNote.total);
  };

  const payDeposit = async (fields: object) => {
    const body = { ...fields, invoiceType: 'DEPOSIT' };
    const { id, invoiceNumberFormatted, total } = await created(ours, 'invoices/create', body);
    const payment = { invoiceNumber: invoiceNumberFormatted, amount: total };
    await created(ours, 'payment/create', payment);
    await checkInvoice(id);
    return id;
  };

  await fc.assert(
    fc.asyncProperty(anyEInvoice, async ({ creditedShare, depositTax, deposits, invoice }) => {
      const { clientName } = invoice;
      const depositIds: string[] = [];
      for (const rate of deposits)
        depositIds.push(await payDeposit({ clientName, items: [{ rate, ...depositTax }] }));
      const { body, status } = await ours.post('invoices/create', { ...invoice, depositIds });
      // The total may be negative.
      if (status !== 200) return;
      await mutated(ours, 'markInvoiceSent', { id: body.id });
      await checkInvoice(body.id);
      const [line] = body.lineItems.filter(
        ({ quantity, role }: { quantity: number; role: string }) => role === 'ITEM' && quantity > 0,
      );
      const quantity = Number(((line?.quantity ?? 0) * creditedShare).toFixed(6));
      const part = line ? [{ lines: [{ lineId: line.id, quantity }], reason: 'Retoure <b>' }] : [];
      for (const input of [...part, {}]) {
        const note = await ours.post('creditNotes/create', { invoiceId: body.id, ...input });
        if (note.status === 200) await checkCreditNote(body.id, note.body.id);
      }
    }),
    parameters,
  );
  return counts;
}
