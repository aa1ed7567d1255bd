import { pickByLanguage, primaryLanguage } from '../platform/text/language-tags.ts';

/** The best available language for an Accept-Language header. Fallback: English. */
export const acceptedLanguage = (
  texts: Readonly<Record<string, unknown>>,
  accepted: string | undefined,
): string => languagesIn(accepted).find((one) => pickByLanguage(texts, one)) ?? 'en';

/** Languages without regions by descending quality. Rejected ones (q=0) are omitted. */
function languagesIn(accepted = ''): string[] {
  return accepted
    .slice(0, 1_000)
    .split(',')
    .map((one) => {
      const [tag = '', ...parameters] = one.split(';').map((part) => part.trim());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return { language: primaryLanguage(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ language }) => language);
}
