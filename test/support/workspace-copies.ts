import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { fullAccessScopes } from '../../src/platform/permissions/permissions.ts';
import type { TestApi, TestWorkspace } from './api.ts';
import { workspaceOf } from './api.ts';
import type { Arranged } from './arranged-records.ts';
import { isDistributedHere } from './citus.ts';

/** The differences of a copied workspace: its key, and the processes that listen to its changes. */
const ownTables = ['ApiKey', 'ChangeListener', 'Workspace'];

/** The tables of workspaces, each with its columns but for the workspace's number. */
async function tablesOf({ database }: TestApi): Promise<[name: string, columns: string][]> {
  const { rows } = await database.pool.query<{ name: string; columns: string }>(
    `SELECT c.relname::text AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname <> 'accountId'
       AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'accountId')
     GROUP BY c.relname`,
  );
  return rows.map(({ name, columns }) => [name, columns]);
}

/**
 * Creates workspaces with the current rows and ids of another one, and a new key, in a tenth of the time of creating
 * the records.
 */
export function copierOf(api: TestApi, source: TestWorkspace) {
  let tables: Promise<[name: string, columns: string][]> | undefined;

  return async (): Promise<TestWorkspace> => {
    tables ??= tablesOf(api);
    const all = await tables;
    const client = await api.owner.connect();
    try {
      // Rows are right as they are: neither triggers nor references have to look at them.
      await client.query('BEGIN');
      if (isDistributedHere) await client.query("SET LOCAL citus.propagate_set_commands = 'local'");
      await client.query("SET LOCAL session_replication_role = 'replica'");
      const own = new Map(all).get('Workspace');
      const { rows } = await client.query<{ accountId: number }>(
        `INSERT INTO "Workspace" (${own}) SELECT ${own} FROM "Workspace" WHERE "accountId" = $1 RETURNING "accountId"`,
        [source.accountId],
      );
      const accountId = Number(rows[0]?.accountId);
      const copies = all
        .filter(([name]) => !ownTables.includes(name))
        .map(
          ([name, columns]) =>
            `INSERT INTO "${name}" ("accountId", ${columns}) SELECT ${accountId}, ${columns} FROM "${name}" WHERE "accountId" = ${source.accountId}`,
        );
      await client.query(`${copies.join(';')}; COMMIT`);
      const context = { ...source.context, accountId };
      const { key } = await createApiKey(
        { ...context, now: new Date() },
        { name: 'First key', scopes: [...fullAccessScopes] },
      );
      return workspaceOf(api, context, key);
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };
}

/** What a copy of an arranged workspace has: the same, under its own number. */
export function arrangedIn(arranged: Arranged, from: TestWorkspace, to: TestWorkspace): Arranged {
  const text = JSON.stringify(arranged)
    .replaceAll(`"accountId":${from.accountId},`, `"accountId":${to.accountId},`)
    .replaceAll(`/invoices/view/${from.accountId}-`, `/invoices/view/${to.accountId}-`);
  return JSON.parse(text);
}
