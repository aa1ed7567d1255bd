import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { countryNames } from '../../src/locales/country-names.ts';

const migration = readFileSync(
  join(packageRoot, 'prisma/migrations/20261129123000_e_invoice_fields/migration.sql'),
  'utf8',
);

test('the migration fills country codes from the same names as the service', () => {
  const [, json = ''] = /"names" JSONB := '(\{.*?\})'/s.exec(migration) ?? [];
  const names = JSON.parse(json) as Record<string, string[]>;
  const codes = Object.entries(names).flatMap(([code, list]) =>
    [code.toLowerCase(), ...list].map((name) => [name, code] as const),
  );
  const unambiguous = [...countryNames()].filter(([, code]) => code !== null);
  expect(new Map(codes)).toEqual(new Map(unambiguous as [string, string][]));
  expect(codes.length).toBeGreaterThan(900);
});
