import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldAccess, printPermissions, restAccess } from '../../scripts/print-permissions.ts';
import { packageRoot } from '../../src/config/package-root.ts';

const page = () => readFileSync(join(packageRoot, 'docs', 'permissions.md'), 'utf8');

test('docs/permissions.md is current: `npm run permissions` prints its lists', () => {
  expect(printPermissions(page())).toBe(page());
});

test('docs/permissions.md names every operation and every field with its own permissions', () => {
  const text = page();
  expect(text.length).toBeLessThan(40_000);
  for (const { operation } of restAccess())
    expect(text).toContain(`\`${operation.replace('/public/action/', '')}\``);
  for (const { fields } of fieldAccess())
    for (const field of fields) expect(text).toContain(`\`${field}\``);
});
