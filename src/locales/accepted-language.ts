import { pickByLanguage, primaryLanguage } from '../platform/text/language-tags.ts';

/** The language of a table of texts that a browser wants most, as the header Accept-Language says it; English where it wants none of them. */
export const acceptedLanguage = (
  texts: Readonly<Record<string, unknown>>,
  accepted: string | undefined,
): string => languagesIn(accepted).find((one) => pickByLanguage(texts, one)) ?? 'en';

/** Languages without their regions, what is wanted most first; what is wanted not at all is left out. */
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
