import type { Model } from './state.ts';
import { require } from './state.ts';

/** Numbers of invoices in the model. */

const formatted = (number: number) => `INV-${String(number).padStart(5, '0')}`;

/** The number that is asked for; digits alone are written by the pattern, and text that is written by it has a number. */
function requestedNumber(requested: string) {
  if (/^\d+$/.test(requested)) {
    return {
      invoiceNumber: Number(requested),
      invoiceNumberFormatted: formatted(Number(requested)),
    };
  }
  const digits = /^INV-(\d+)$/.exec(requested)?.[1];
  const invoiceNumber = digits === undefined ? null : Number(digits);
  return { invoiceNumber, invoiceNumberFormatted: requested };
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

export function numberOf(model: Model, sent: string | undefined) {
  if (sent === undefined) return nextNumber(model);
  const number = requestedNumber(sent);
  const isTaken = model.find(
    'Invoice',
    (one) => one.invoiceNumberFormatted === number.invoiceNumberFormatted,
  );
  require(!isTaken, 'number_taken');
  return number;
}
