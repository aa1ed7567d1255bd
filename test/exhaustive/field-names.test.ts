import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printFieldNames } from '../../scripts/print-field-names.ts';
import { packageRoot } from '../../src/config/package-root.ts';

test('docs/field-names.md is current: `npm run field-names` prints it', () => {
  expect(readFileSync(join(packageRoot, 'docs', 'field-names.md'), 'utf8')).toBe(printFieldNames());
});

test('it has the names that differ', () => {
  const cells = printFieldNames()
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/[|`]/g, '').trim().replaceAll(/\s+/g, ' '));
  const differing = [
    ...['archive archived', 'timezone timeZone', 'paidDate datePaid', 'items lineItems'],
    ...['items.rate lineItems.unitPrice', 'taxRate taxPercentage', 'first firstName'],
  ];
  expect(cells).toEqual(expect.arrayContaining(differing));
});
