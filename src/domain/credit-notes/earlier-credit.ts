import type { Context } from '../../platform/context/context.ts';
import { sumByKey } from '../../platform/money/money.ts';
import { sumAmounts } from '../invoices/tax-components.ts';
import { creditOf, sumCredits } from './remaining-items.ts';

export type EarlierCredit = Awaited<ReturnType<typeof sumEarlierCreditNotes>>;

/** The invoice is locked. */
export async function sumEarlierCreditNotes({ accountId, db }: Context, invoiceId: string) {
  const creditNotes = await db.creditNote.findMany({
    where: { accountId, invoiceId },
    include: { lineItems: true, taxBreakdown: true },
  });
  const sumOf = (key: 'discountAmount' | 'subTotal' | 'tax') =>
    sumAmounts(creditNotes.map((creditNote) => creditNote[key]));
  const creditsIn = (notes: typeof creditNotes) =>
    sumCredits(
      notes
        .flatMap(({ lineItems }) => lineItems)
        .map(({ amount, invoiceLineId, quantity }) => [invoiceLineId, creditOf(quantity, amount)]),
    );
  const lines = creditNotes.flatMap(({ lineItems }) => lineItems);
  const taxes = creditNotes.flatMap(({ taxBreakdown }) => taxBreakdown);
  const taxAmounts = (key: 'amount' | 'taxableAmount') =>
    sumByKey(taxes.map((tax) => [tax.order, tax[key]]));
  const withAdjustments = creditNotes.filter((note) => note.includeDocumentAdjustments);
  return {
    ...{ subTotal: sumOf('subTotal'), discountAmount: sumOf('discountAmount'), tax: sumOf('tax') },
    credits: { all: creditsIn(creditNotes), withAdjustments: creditsIn(withAdjustments) },
    lineTotals: sumByKey(lines.map(({ invoiceLineId, lineTotal }) => [invoiceLineId, lineTotal])),
    /** By the order of the tax. */
    taxes: { amount: taxAmounts('amount'), taxableAmount: taxAmounts('taxableAmount') },
  };
}
