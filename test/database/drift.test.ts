import { expect, inject, test } from 'vitest';
import { missingMigration } from '../../scripts/schema-engine.ts';
import { readPrismaSchemaFiles } from '../../src/config/package-root.ts';

const { url } = inject('databaseServer');

test('the migrations build exactly the Prisma schema', async () => {
  expect(await missingMigration(url, readPrismaSchemaFiles())).toBe(
    '-- This is an empty migration.\n',
  );
});

test('a column and an index that no migration makes are noticed', async () => {
  const changed = readPrismaSchemaFiles().map(({ path, content }) => ({
    path,
    content: content.replace(
      'model Vendor {',
      'model Vendor {\n  rating Int?\n  @@index([accountId, rating])',
    ),
  }));
  const missing = await missingMigration(url, changed);
  expect(missing).toContain('ADD COLUMN     "rating" INTEGER');
  expect(missing).toContain('CREATE INDEX "Vendor_accountId_rating_idx"');
});
