import type { TaxCategory } from '../../generated/prisma/enums.ts';

/** UNTDID 5305. The codes L (Canary Islands), M (Ceuta and Melilla) and B (split payment) have rates like STANDARD. */
const categoryByCode: Readonly<Record<string, TaxCategory>> = {
  ...{ S: 'STANDARD', H: 'STANDARD', L: 'STANDARD', M: 'STANDARD', B: 'STANDARD' },
  ...{ AA: 'REDUCED', Z: 'ZERO', E: 'EXEMPT', AE: 'REVERSE_CHARGE' },
  ...{ K: 'INTRA_COMMUNITY', G: 'EXPORT', O: 'OUTSIDE_SCOPE' },
};

export const taxCategoryOf = (code: string | null): TaxCategory | null =>
  categoryByCode[code ?? ''] ?? null;

/** Codes of UNTDID 1001 that are credit notes in EN 16931. */
const creditNoteCodes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420']);
for (const code of ['458', '502', '503', '532']) creditNoteCodes.add(code);

export const isCreditNoteCode = (code: string | null): boolean => creditNoteCodes.has(code ?? '');

export const compactId = (text: string | null): string | null =>
  text?.replaceAll(/\s/g, '').toUpperCase() || null;

export const ibanOf = (text: string | null): string | null => {
  const iban = compactId(text);
  return iban !== null && /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/.test(iban) ? iban : null;
};
