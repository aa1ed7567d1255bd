import { visibleOrNull, visibleText } from './texts.ts';
import type { Words } from './words/index.ts';
import { filled } from './words/index.ts';

/** Somebody whom a document names. */
export interface Party {
  name: string;
  /** Address, tax number and the like, line by line. */
  lines: string[];
}

type Addressed = Record<
  'address1' | 'address2' | 'city' | 'country' | 'locality' | 'postal' | 'taxId',
  string | null
> & { name: string };

/** Somebody whom a document names, with address and tax number, as they are shown. */
export function party(
  who: Addressed,
  taxLabel: string | null,
  words: Words,
  more: (string | null)[] = [],
): Party {
  const place = [who.postal, who.city].filter(Boolean).join(' ');
  const taxNumber = visibleOrNull(who.taxId);
  const lines = [
    who.address1,
    who.address2,
    [place, who.locality].filter(Boolean).join(', '),
    who.country,
    taxNumber && `${taxNumberLabel(visibleOrNull(taxLabel), words)} ${taxNumber}`,
    ...more,
  ];
  return {
    name: visibleText(who.name),
    lines: lines.flatMap((line) => visibleOrNull(line) ?? []),
  };
}

/** "VAT no.", and "USt-IdNr:" where the label says itself that it is a number. */
function taxNumberLabel(taxLabel: string | null, words: Words): string {
  if (taxLabel === null) return words.taxNumber;
  const isOfNumber = /(no|nr|number|nummer|id)\.?$/i.test(taxLabel);
  return isOfNumber ? `${taxLabel}:` : filled(words.taxNumberOf, { label: taxLabel });
}
