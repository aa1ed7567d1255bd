import { primaryLanguage } from '../platform/text/language-tags.ts';
import { findCatalogue } from './catalogues.ts';

/** The best available language for an Accept-Language header. Fallback: English. */
export const acceptedLanguage = (acceptLanguage: string | undefined): string =>
  languagesIn(acceptLanguage).find(findCatalogue) ?? 'en';

/** Languages without regions by descending quality. Rejected ones (q=0) are omitted. */
function languagesIn(acceptLanguage = ''): string[] {
  return acceptLanguage
    .slice(0, 1_000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return {
        language: primaryLanguage(tag),
        quality: quality === undefined ? 1 : Number(quality),
      };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
}
