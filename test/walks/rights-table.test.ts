import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printRights } from '../../scripts/print-rights.ts';
import { packageRoot } from '../../src/config/package-root.ts';

test('the tables of docs/rights.md are true: `npm run rights` prints them', () => {
  const text = readFileSync(join(packageRoot, 'docs', 'rights.md'), 'utf8');
  expect(text.length).toBeGreaterThan(5_000);
  expect(printRights(text)).toBe(text);
});
