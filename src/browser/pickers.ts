/** Languages of invoices, and regions with different formats. */
const languages = [
  'en',
  'en-US',
  'en-GB',
  'de',
  'de-AT',
  'de-CH',
  'fr',
  'fr-CA',
  'fr-CH',
  'es',
  'es-MX',
  'it',
  'nl',
  'pt',
  'pt-BR',
];

const exampleDay = new Date(Date.UTC(2027, 0, 31));

export const currencyOptions = (): string[] => Intl.supportedValuesOf('currency');

export const timeZoneOptions = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Each language with an example date. Includes an unlisted current value. */
export function languageChoices(current: string | null): (readonly [string, string])[] {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const known =
    current === null || languages.includes(current) ? languages : [current, ...languages];
  return [
    ['', 'Default (English)'],
    ...known.map((tag) => {
      const day = exampleDay.toLocaleDateString(tag, { dateStyle: 'medium', timeZone: 'UTC' });
      return [tag, `${names.of(tag) ?? tag} – ${day}`] as const;
    }),
  ];
}
