import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { expect, test } from 'vitest';
import { scalarsPage, withScalars } from '../../scripts/print-scalars.ts';
import { packageRoot } from '../../src/config/package-root.ts';

const page = readFileSync(scalarsPage, 'utf8');

/** The types of the table, as codegen takes them. */
const documented = Object.fromEntries(
  [...page.matchAll(/^\| `(\w+)` +\| `([^`]+)`(?:, in inputs `([^`]+)`)?/gm)].map(
    ([, name = '', output = '', input = output]) => [
      name,
      { input: input.replaceAll('\\|', '|'), output },
    ],
  ),
);

/** What a frontend would generate with these scalars. */
const generated = (scalars: object) =>
  generate(
    {
      schema: join(packageRoot, 'schema.graphql'),
      documents: join(packageRoot, 'examples/dashboard/src/documents.ts'),
      generates: { 'unwritten/': { preset: 'client' } },
      config: { scalars, strictScalars: true },
      silent: true,
      emitLegacyCommonJSImports: false,
    },
    false,
  );

test('the table of scalars is current: `npm run schema` prints it', () => {
  expect(page).toBe(withScalars(page));
});

test('strictScalars takes the types of the table, and needs each of them', async () => {
  expect(await generated(documented)).not.toHaveLength(0);
  const { Time: _, ...others } = documented;
  await expect(generated(others)).rejects.toThrow('Time');
});
