import { countryCodes } from '../platform/text/country-codes.ts';
import { catalogues } from './catalogues.ts';

/** Usual names that `Intl.DisplayNames` does not have. */
const shortNames: Readonly<Record<string, string>> = {
  AE: 'UAE|Emirates',
  CD: 'Congo|Kongo|DR Congo|Democratic Republic of the Congo',
  CH: 'Swiss Confederation|Schweizerische Eidgenossenschaft',
  CI: 'Ivory Coast',
  CZ: 'Czech Republic|Tschechische Republik|République tchèque|República Checa|Repubblica Ceca|Tsjechische Republiek',
  DE: 'BRD|Bundesrepublik Deutschland|Federal Republic of Germany',
  GB: 'Great Britain|England|Scotland|Wales|Northern Ireland|Großbritannien|Grande-Bretagne|Gran Bretaña|Gran Bretagna|Groot-Brittannië|Grã-Bretanha|Inglaterra|Inghilterra|Engeland|Angleterre|Schottland|Nordirland',
  IE: 'Republic of Ireland|Éire',
  KR: 'Republic of Korea',
  MK: 'Macedonia',
  MM: 'Burma',
  NL: 'Holland|The Netherlands|Holanda|Hollande|Olanda',
  RU: 'Russian Federation|Russische Föderation',
  SK: 'Slovak Republic|Slowakische Republik',
  SZ: 'Swaziland',
  TR: 'Turkey',
  US: 'U.S.A.|United States of America|Vereinigte Staaten von Amerika|États-Unis d’Amérique|Estados Unidos de América|Stati Uniti d’America|Verenigde Staten van Amerika|Estados Unidos da América',
  VA: 'Vatican|Vatikan',
};

/** Lower case without accents and punctuation. The migration that fills country codes does the same in SQL. */
const countryNameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

let codesByName: ReadonlyMap<string, string | null> | undefined;

/** Codes by {@link countryNameKey}. Null: the name of several countries. */
export function countryNames(): ReadonlyMap<string, string | null> {
  if (codesByName) return codesByName;
  const names = new Map<string, string | null>();
  const add = (name: string | undefined, code: string) => {
    const key = countryNameKey(name ?? '');
    const known = names.get(key);
    if (key !== '') names.set(key, known === undefined || known === code ? code : null);
  };
  for (const locale of Object.keys(catalogues)) {
    for (const style of ['long', 'short'] as const) {
      const displayNames = new Intl.DisplayNames(locale, { type: 'region', style });
      for (const code of countryCodes) add(displayNames.of(code), code);
    }
  }
  for (const [code, more] of Object.entries(shortNames)) {
    for (const name of more.split('|')) add(name, code);
  }
  for (const code of countryCodes) names.set(code.toLowerCase(), code);
  codesByName = names;
  return names;
}

/** The ISO 3166 code of a code or a name in a language of the messages. Null if it is unknown or ambiguous. */
export const countryCodeOf = (country: string | null): string | null =>
  (country !== null && countryNames().get(countryNameKey(country))) || null;

interface Country {
  country: string | null;
  countryCode: string | null;
}

/** Whether the code follows from the country, unless the record has the same country with a code already. */
export const needsStoredCountry = ({ country, countryCode }: Partial<Country>): boolean =>
  (country ?? null) !== null && countryCode === undefined;

/** Adds the code of the country, unless the change names one. */
export function withCountryCode<C extends Partial<Country>>(change: C, stored?: Country): C {
  const { country, countryCode } = change;
  if (country === undefined || (countryCode ?? null) !== null) return change;
  const isKept = stored?.country === country && stored.countryCode !== null;
  if (isKept && needsStoredCountry(change)) return change;
  return { ...change, countryCode: countryCodeOf(country) };
}
