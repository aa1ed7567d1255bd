import type { InvoiceDocument } from './invoice-document.ts';

/** All user-written texts of a document. */
export function authoredTextOf(invoice: InvoiceDocument): string {
  const { client, description, footer, lines, notes, number, paymentInstructions, seller } =
    invoice;
  return [
    number,
    ...[seller, client].flatMap((party) => [party.name, ...party.lines]),
    description,
    ...lines.flatMap((line) => [line.description, line.detail, line.quantity]),
    ...invoice.taxes.map(({ label }) => label),
    ...invoice.settlements.map(({ label }) => label),
    ...invoice.dates.map(({ value }) => value),
    ...invoice.payments.map(({ label }) => label),
    notes,
    paymentInstructions,
    footer,
  ]
    .filter((text) => text !== null)
    .join('\n');
}
