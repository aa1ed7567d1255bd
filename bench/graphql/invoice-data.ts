import { computeTotals } from '../../src/domain/invoices/invoice-totals.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import { Decimal } from '../../src/platform/money/money.ts';
import type { SeededRandom } from '../../src/seed/random.ts';
import type { SeedRows } from '../../src/seed/rows.ts';

/** A record that invoices speak of. */
export interface Named {
  id: string;
  name: string;
}

const linesPerInvoice = 3;

const components = [
  { name: 'GST', rate: new Decimal(5), order: 1, compound: false, compoundOnOrder: null },
  { name: 'PST', rate: new Decimal(7), order: 2, compound: false, compoundOnOrder: null },
];

/** Some day of 2026. */
export const day = (chance: SeededRandom) =>
  `2026-${String(chance.int(1, 12)).padStart(2, '0')}-${String(chance.int(1, 28)).padStart(2, '0')}`;

/** Adds an invoice of which half was paid in two payments. */
export function addInvoice(
  rows: SeedRows,
  { accountId, chance }: { accountId: number; chance: SeededRandom },
  client: Named,
  project: Named,
  number: number,
): string {
  const lines = Array.from({ length: linesPerInvoice }, (_, index) => ({
    quantity: new Decimal(chance.int(1, 40)),
    unitPrice: new Decimal(chance.int(5_000, 20_000)).dividedBy(100),
    taxable: index > 0,
  }));
  const totals = computeTotals({ currency: 'CAD', lines, discountPercent: '0', components });
  const paid = totals.total.dividedBy(2).toDecimalPlaces(2);
  const id = newId('Invoice');
  const date = day(chance);
  rows.add('Invoice', {
    accountId,
    id,
    invoiceNumber: number,
    invoiceNumberFormatted: `INV-${String(number).padStart(6, '0')}`,
    clientId: client.id,
    status: 'PARTIAL',
    currency: 'CAD',
    subTotal: totals.subTotal,
    tax: totals.tax,
    total: totals.total,
    paymentTotal: paid,
    amountDue: totals.total.minus(paid),
    dateCreated: date,
    dueDate: date,
    clientInfo: { id: client.id, name: client.name },
    viewToken: id,
  });
  lines.forEach((line, index) => {
    rows.add('InvoiceLine', {
      accountId,
      id: newId('InvoiceLine'),
      invoiceId: id,
      position: index + 1,
      description: `${project.name}: hours`,
      ...line,
      lineTotal: totals.lines[index]?.lineTotal,
      type: 'PROJECT',
      projectId: project.id,
      projectName: project.name,
    });
  });
  for (const line of totals.taxLines) {
    rows.add('InvoiceTaxLine', {
      accountId,
      id: newId('InvoiceTaxLine'),
      invoiceId: id,
      name: line.name,
      rate: line.rate,
      order: line.order,
      compound: line.compound,
      taxableAmount: line.taxableAmount,
      amount: line.amount,
    });
  }
  const first = paid.dividedBy(2).toDecimalPlaces(2);
  for (const amount of [first, paid.minus(first)]) {
    rows.add('Payment', {
      accountId,
      id: newId('Payment'),
      invoiceId: id,
      amount,
      date: day(chance),
      paymentType: 'BANK_TRANSFER',
      referenceNumber: `R-${number}`,
    });
  }
  return id;
}
