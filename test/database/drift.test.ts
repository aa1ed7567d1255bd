import { expect, inject, test } from 'vitest';
import { readMigrations } from '../../src/database/migrations.ts';
import { readSchemaFiles } from '../../src/database/package-root.ts';
import { wholeDatabase, withSchemaEngine } from '../../src/database/schema-engine.ts';

type SchemaFiles = ReturnType<typeof readSchemaFiles>;

/** What the official engine would write to bring a database with every migration to this schema. */
async function missingMigration(files: SchemaFiles): Promise<string | null> {
  const migrations = await readMigrations();
  const { stdout } = await withSchemaEngine(inject('databaseServer').url, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: wholeDatabase,
    }),
  );
  return stdout;
}

test('the migrations build exactly the Prisma schema', async () => {
  expect(await missingMigration(readSchemaFiles())).toBe('-- This is an empty migration.\n');
});

test('a column and an index that no migration makes are noticed', async () => {
  const changed = readSchemaFiles().map(({ path, content }) => ({
    path,
    content: content.replace(
      'model Vendor {',
      'model Vendor {\n  rating Int?\n  @@index([accountId, rating])',
    ),
  }));
  const missing = await missingMigration(changed);
  expect(missing).toContain('ADD COLUMN     "rating" INTEGER');
  expect(missing).toContain('CREATE INDEX "Vendor_accountId_rating_idx"');
});
