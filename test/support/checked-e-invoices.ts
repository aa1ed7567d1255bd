import fc from 'fast-check';
import { expect } from 'vitest';
import { findCreditNote } from '../../src/domain/credit-notes/credit-note-view.ts';
import {
  buildCreditNoteEInvoice,
  buildEInvoice,
} from '../../src/domain/e-invoices/build-e-invoice.ts';
import type { EInvoice } from '../../src/domain/e-invoices/e-invoice.ts';
import { writeCii } from '../../src/domain/e-invoices/write-cii.ts';
import { writeUbl } from '../../src/domain/e-invoices/write-ubl.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import examples from '../domain/invoices/en16931-examples.json' with { type: 'json' };
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
 * Checks documents as both the API and the writers make them. Each is valid by `findBroken` in all formats, or has a fault
 * that names one of the broken rules. Both syntaxes have the amounts of the record.
 */
async function createEInvoiceChecker({ ours }: TestApi, findBroken: FindBrokenRules) {
  await mutated(ours, 'updateWorkspace', { input: eInvoiceSeller } as never);
  const counts: CheckedEInvoices = { invoices: 0, creditNotes: 0, valid: 0, rejected: {} };

  const check = async (field: 'creditNote' | 'invoice', id: string, document: EInvoice) => {
    const read = async (selection: string) => {
      const { body } = await ours.gql(`{ record: ${field}(id: "${id}") { total ${selection} } }`);
      expect(body.errors).toBeUndefined();
      return body.data.record;
    };
    const xmlOf = (format: Format) =>
      format.endsWith('UBL') ? writeUbl(document, format) : writeCii(document, format);
    const [ubl, cii] = [readTerms(xmlOf('XRECHNUNG_UBL')), readTerms(xmlOf('XRECHNUNG_CII'))];
    const { amountCurrencies, precedingNumbers } = ubl;
    expect({ ...cii, amountCurrencies, precedingNumbers }).toEqual(ubl);
    const found = await read(
      formats.map((one) => `${one}: eInvoiceFaults(format: ${one}) { rule }`).join(' '),
    );
    expect(new Decimal(ubl.totals.amountDue ?? '')).toEqual(new Decimal(found.total));
    const isValid = (format: Format) => found[format].length === 0;
    const valid = formats.filter(isValid);
    const files = await read(
      valid.map((one) => `${one}: eInvoice(format: ${one}) { dataUrl }`).join(' '),
    );
    for (const format of formats) {
      const faults = found[format].map(({ rule }: { rule: string }) => rule);
      const base64 = files[format]?.dataUrl.split(',')[1];
      const xml = base64 ? Buffer.from(base64, 'base64').toString('utf8') : xmlOf(format);
      const broken = await findBroken(xml);
      if (isValid(format)) {
        expect({ format, xml, broken }).toEqual({ format, xml: xmlOf(format), broken: [] });
        counts.valid += 1;
      } else {
        counts.rejected[faults[0]] = (counts.rejected[faults[0]] ?? 0) + 1;
        const isNamed = broken.length === 0 || broken.some((rule) => faults.includes(rule));
        expect({ format, faults, broken, isNamed }).toMatchObject({ isNamed: true });
      }
    }
  };

  const checkInvoice = async (id: string) => {
    const { invoice, workspace } = await viewInvoice(ours, id);
    counts.invoices += 1;
    await check('invoice', id, buildEInvoice(invoice, workspace));
  };

  const checkCreditNote = async (invoiceId: string, id: string) => {
    const { invoice, workspace } = await viewInvoice(ours, invoiceId);
    const creditNote = await findCreditNote(ours.context, { id, invoiceId });
    if (!creditNote) throw new Error(`there is no credit note ${id}`);
    counts.creditNotes += 1;
    await check('creditNote', id, buildCreditNoteEInvoice(creditNote, invoice, workspace));
  };

  return { checkCreditNote, checkInvoice, counts };
}

/** Issues random invoices, and credits a part of each, then the rest. */
export async function checkRandomEInvoices(
  api: TestApi,
  findBroken: FindBrokenRules,
  parameters: fc.Parameters<[RandomEInvoice]>,
): Promise<CheckedEInvoices> {
  const { ours } = api;
  const { checkCreditNote, checkInvoice, counts } = await createEInvoiceChecker(api, findBroken);
  for (const client of eInvoiceClients) await created(ours, 'clients/create', client);

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

const categories: Record<string, string> = {
  ...{ S: 'STANDARD', Z: 'ZERO', AE: 'REVERSE_CHARGE', O: 'OUTSIDE_SCOPE', K: 'INTRA_COMMUNITY' },
};

const taxOf = (code = '', rate = '') => {
  const taxCategory = categories[code] ?? 'EXEMPT';
  if (code === 'S') return { taxCategory, taxRate: Number(rate) };
  return { taxCategory, ...(taxCategory === 'EXEMPT' && { taxReason: 'Exempt' }) };
};

const amountsOf = (parts: readonly string[][], kind: string) =>
  parts
    .filter((part) => part[0] === kind)
    .map(([, amount, code, rate]) => ({
      amount: Number(amount),
      ...(code && taxOf(code, rate)),
    }));

/** Issues the published examples of EN 16931. */
export async function checkExampleEInvoices(
  api: TestApi,
  findBroken: FindBrokenRules,
): Promise<CheckedEInvoices> {
  const { ours } = api;
  const { checkInvoice, counts } = await createEInvoiceChecker(api, findBroken);
  for (const currency of new Set(examples.map((example) => example.currency)))
    await created(ours, 'clients/create', { ...eInvoiceClients[1], name: currency, currency });
  for (const { adjustments, currency, expect: expected, lines } of examples) {
    const { body, status } = await ours.post('invoices/create', {
      ...{ clientName: currency, supplyDate: '2026-11-01' },
      items: lines.map(([quantity, rate, baseQuantity, code, taxRate, parts]) => ({
        ...{ quantity: Number(quantity), rate: Number(rate), baseQuantity: Number(baseQuantity) },
        ...taxOf(code as string, taxRate as string),
        allowances: amountsOf(parts as string[][], 'ALLOWANCE'),
        charges: amountsOf(parts as string[][], 'CHARGE'),
      })),
      allowances: amountsOf(adjustments, 'ALLOWANCE'),
      charges: amountsOf(adjustments, 'CHARGE'),
      prepaidAmount: Number(expected.prepaid),
      roundingAmount: Number(expected.rounding),
    });
    // Totals of 4 examples are negative.
    if (status !== 200) continue;
    await mutated(ours, 'markInvoiceSent', { id: body.id });
    await checkInvoice(body.id);
  }
  return counts;
}
