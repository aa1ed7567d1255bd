import type { Model } from './state.ts';
import { require } from './state.ts';

/** Numbers of invoices in the model. */

const formatted = (number: number) => `INV-${String(number).padStart(5, '0')}`;

/** The number that is asked for; digits alone are written by the pattern, and text that is written by it has a number. */
function askedNumber(asked: string) {
  if (/^\d+$/.test(asked)) {
    return { invoiceNumber: Number(asked), invoiceNumberFormatted: formatted(Number(asked)) };
  }
  const digits = /^INV-(\d+)$/.exec(asked)?.[1];
  const invoiceNumber = digits === undefined ? null : Number(digits);
  return { invoiceNumber, invoiceNumberFormatted: asked };
}

/** The next number that no invoice has. */
export function nextNumber(model: Model) {
  const isTaken = (number: number) =>
    model.find(
      'Invoice',
      (one) => one.invoiceNumber === number || one.invoiceNumberFormatted === formatted(number),
    );
  let number = model.nextNumber;
  while (isTaken(number)) number += 1;
  model.nextNumber = number + 1;
  return { invoiceNumber: number, invoiceNumberFormatted: formatted(number) };
}

export function numberOf(model: Model, asked: string | undefined) {
  if (asked === undefined) return nextNumber(model);
  const number = askedNumber(asked);
  const isTaken = model.find(
    'Invoice',
    (one) => one.invoiceNumberFormatted === number.invoiceNumberFormatted,
  );
  require(!isTaken, 'number_taken');
  return number;
}
