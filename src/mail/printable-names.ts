import { unprintableCharactersOf } from '../documents/font-coverage.ts';
import { visibleText } from '../documents/text-formatting.ts';
import { ActionError } from '../platform/errors/action-error.ts';

/**
 * The document lists other unprintable characters.
 * @throws ActionError conflicting_state
 */
export function requirePrintableNames(seller: string, client: string): void {
  for (const [label, name] of [
    ['The workspace’s name', seller],
    ['The client’s name', client],
  ] as const) {
    const unprintable = unprintableCharactersOf(visibleText(name));
    if (unprintable.length === 0) continue;
    throw new ActionError(
      'conflicting_state',
      `${label} has letters that no font of the PDF has: ${unprintable.join(' ')}. A document on which it cannot be read is not sent: write it in other letters as well, or mark the invoice as sent.`,
    );
  }
}
