import { unprintableCharactersOf } from '../documents/font-coverage.ts';
import { visibleText } from '../documents/text-formatting.ts';
import { ActionError } from '../platform/errors/action-error.ts';

/**
 * Rejects names of sender and recipient that no PDF font can print. Other unprintable characters
 * are only listed in the document.
 * @throws ActionError conflicting_state
 */
export function requirePrintableNames(seller: string, client: string): void {
  for (const [what, name] of [
    ['The workspace’s name', seller],
    ['The client’s name', client],
  ] as const) {
    const lacking = unprintableCharactersOf(visibleText(name));
    if (lacking.length === 0) continue;
    throw new ActionError(
      'conflicting_state',
      `${what} has letters that no font of the PDF has: ${lacking.join(' ')}. A document on which it cannot be read is not sent: write it in other letters as well, or mark the invoice as sent.`,
    );
  }
}
