import { z } from 'zod';
import { setting } from './setting-table.ts';
import { integerSetting } from './value-parsers.ts';

/** `replaces` names the former variable that had this number alone. */
type NumberEntry = readonly [
  defaultValue: number,
  range: readonly [min: number, max: number],
  replaces: string | null,
  description: string,
];

/** The entries of a text like `depth=10,cost=5000`. */
export const parseEntries = (text: string): [name: string, value: string][] =>
  text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', ...value] = entry.split('=');
      return [name.trim(), value.join('=').trim()];
    });

/** A setting of several numbers. Numbers without an entry keep their defaults. */
export function numbersSetting<N extends string>(
  description: string,
  numbers: Readonly<Record<N, NumberEntry>>,
) {
  const rows = Object.entries<NumberEntry>(numbers);
  const names = rows.map(([name]) => name);
  const shape = Object.fromEntries(
    rows.map(([name, [defaultValue, range]]) => [
      name,
      integerSetting(...range).prefault(String(defaultValue)),
    ]),
  );
  const value = z
    .string()
    .transform(parseEntries)
    .refine(
      (entries) => new Set(entries.map(([name]) => name)).size === entries.length,
      'must have each entry once',
    )
    .transform((entries): Record<string, string | undefined> => Object.fromEntries(entries))
    .pipe(z.strictObject(shape, `must be entries of ${names.join(', ')}, like ${names[0]}=1,…`));
  const lines = rows.map(
    ([name, [defaultValue, , , meaning]]) => `${name} (${defaultValue}): ${meaning}`,
  );
  return setting(
    rows.map(([name, [defaultValue]]) => `${name}=${defaultValue}`).join(','),
    [`${description} Entries that you omit keep their defaults.`, ...lines].join('\n'),
    value as unknown as z.ZodType<Record<N, number>, string>,
    Object.fromEntries(
      rows.flatMap(([name, [, , replaced]]) => (replaced === null ? [] : [[replaced, name]])),
    ),
  );
}
