import { isCurrency } from '../money/money.ts';
import type { FieldType } from './fields.ts';
import { orText } from './json-schema.ts';
import { scalarPresentation } from './scalar-type.ts';

export const booleanType: FieldType<boolean> = {
  presentation: scalarPresentation('Boolean'),
  json: orText({ type: 'boolean' }, '[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]'),
  read: (value, report) => {
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
    if (word === 'true' || word === 'false') return word === 'true';
    report('invalid_type', 'must be true or false');
    return undefined;
  },
};

export const currency: FieldType<string> = {
  presentation: scalarPresentation('Currency'),
  json: { type: 'string', pattern: '^\\s*([A-Za-z]{3})?\\s*$', example: 'EUR' },
  read: (value, report) => {
    const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (isCurrency(code)) return code;
    report('invalid_currency', 'must be a currency code of three letters, like EUR');
    return undefined;
  },
};

/** A BCP 47 tag in canonical form. */
export const language: FieldType<string> = {
  presentation: scalarPresentation('String'),
  json: { type: 'string', maxLength: 35, example: 'de-AT' },
  read: (value, report) => {
    try {
      const tag = typeof value === 'string' ? value.trim().replaceAll('_', '-') : '';
      const [canonical] = tag.length <= 35 ? Intl.getCanonicalLocales(tag) : [];
      // Extensions do not identify a language.
      if (canonical !== undefined && !/-[ux]-/.test(canonical)) return canonical;
    } catch {}
    report('invalid_format', 'must be the tag of a language, like de or pt-BR');
    return undefined;
  },
};

const looseMatching = 'Case, spaces, hyphens and underscores are ignored.';

const letters = (value: string) => value.replace(/[^A-Za-z0-9]/g, '').toUpperCase();

/** Ignores case, spaces, hyphens and underscores. `spelling` is the JSON form. */
export function enumOf<const V extends string>(
  name: string,
  values: readonly V[],
  aliases: Readonly<Record<string, V>> = {},
  spelling: Readonly<Record<string, string>> = {},
): FieldType<V> {
  const spelt = values.map((value) => spelling[value] ?? value);
  const known = new Map<string, V>(values.map((value) => [letters(value), value]));
  for (const [alias, value] of Object.entries(aliases)) known.set(letters(alias), value);
  return {
    presentation: { kind: 'enum', name, values },
    json: {
      anyOf: [
        { type: 'string', enum: spelt },
        { type: 'string', maxLength: 100, description: looseMatching },
      ],
    },
    show: (value) => spelling[value] ?? value,
    read: (value, report) => {
      const match =
        typeof value === 'string' && value.length <= 100 ? known.get(letters(value)) : undefined;
      if (match !== undefined) return match;
      report('invalid_choice', `must be one of ${spelt.join(', ')}`);
      return undefined;
    },
  };
}
