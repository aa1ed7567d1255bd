import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { isCitusConnection } from './citus-distribution.ts';
import type { Migration } from './migration-files.ts';
import { MigrationError } from './migration-history.ts';
import { describeSchema, schemaDifferences } from './schema-description.ts';

/** Leftovers of development versions. */
const removeLeftovers = `
  DROP FUNCTION IF EXISTS "move_log"(int), "flushed"(), "erase_log"(int, text[], text[]), "log_place"(int, bigint);
  DO $$
  BEGIN
    IF to_regclass('"actiongraph_log"."NewLogEntry"') IS NOT NULL THEN
      DROP TRIGGER IF EXISTS number_staged_entry ON "actiongraph_log"."NewLogEntry";
    END IF;
  END
  $$;
  DROP FUNCTION IF EXISTS "number_staged_entry"()`;

const shownDifferences = 5;

/**
 * Records the baseline without applying it, for a schema of development versions. Needs an open transaction.
 * @throws MigrationError if the schema differs
 */
export async function adoptBaseline(client: pg.Client, baseline: Migration): Promise<void> {
  await client.query(removeLeftovers);
  const { rows } = await client.query<{ schema: string; path: string }>(
    `SELECT current_schema() AS schema, current_setting('search_path') AS path`,
  );
  const { schema = '', path = '' } = rows[0] ?? {};
  const [actual, expected] = [
    await describeSchema(client, schema),
    await describeBaseline(client, baseline, path),
  ];
  const isDistributed = await isCitusConnection(client);
  const differences = schemaDifferences(actual, expected).filter(
    (key) => !(isDistributed && distributedDiffers.test(key)),
  );
  if (differences.length > 0) {
    const shown = differences.slice(0, shownDifferences).join(', ');
    throw new MigrationError(
      `The schema of this database differs from that of the baseline: ${shown}` +
        `${differences.length > shownDifferences ? ` and ${differences.length - shownDifferences} more` : ''}. ` +
        'Nothing was changed. Export the workspaces and import them into a new database.',
    );
  }
  await client.query('DELETE FROM _prisma_migrations');
}

/** Objects that Citus distribution drops or changes. */
const distributedDiffers = /^(?:trigger|function) /;

/** Creates a copy of the baseline's schema and removes it. */
async function describeBaseline(client: pg.Client, baseline: Migration, path: string) {
  const schema = `actiongraph_baseline_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(`SELECT set_config('search_path', $1, true)`, [`${schema}, ${path}`]);
  await client.query(baseline.sql);
  const description = await describeSchema(client, schema);
  await client.query(`SELECT set_config('search_path', $1, true)`, [path]);
  await client.query(`DROP SCHEMA ${schema} CASCADE`);
  return description;
}
