import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/database/client/client.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import {
  ensureServiceRole,
  findServiceRole,
  serviceRoleName,
} from '../../src/database/roles/service-role.ts';
import { auditLogStagingTable } from '../../src/database/statements/audit-log-tables.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startServer } from '../../src/server.ts';
import { useTestApi } from '../support/api.ts';
import { hasNewEntries } from '../support/citus.ts';
import { createEmptyDatabase, createTestDatabase, dropDatabase } from '../support/database.ts';

const api = useTestApi();

// A server that is given for the tests need not let them make roles.
const { role: standard } = inject('databaseServer');

const nameOf = (url: string) => new URL(url).pathname.slice(1);

describe.runIf(standard)('the service', () => {
  test('uses a separate role in the database, which RESET ROLE does not leave', async () => {
    const { rows } = await api.database.pool
      .query('RESET ROLE; SELECT current_user AS speaks')
      .then((results) => (results as unknown as pg.QueryResult[])[1] as pg.QueryResult);
    expect(rows).toEqual([{ speaks: standard }]);
  });

  test('appends to the audit log and reads it, and can neither change nor remove entries', async () => {
    const { pool, prisma } = api.database;
    const { body } = await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
    const where = { recordId: body.id, kind: 'CREATED' } as const;
    expect(await prisma.logEntry.count({ where })).toBe(1);
    const rejected = [
      `UPDATE "LogEntry" SET "actorName" = 'Nobody'`,
      'UPDATE "LogEntry" SET "createdAt" = "createdAt" WHERE false',
      'DELETE FROM "LogEntry" WHERE false',
      'TRUNCATE "LogEntry"',
      ...((await hasNewEntries(pool))
        ? [
            `UPDATE ${auditLogStagingTable} SET "actorName" = 'Nobody'`,
            `DELETE FROM ${auditLogStagingTable} WHERE false`,
            `TRUNCATE ${auditLogStagingTable}`,
            `ALTER TABLE ${auditLogStagingTable} NO INHERIT "LogEntry"`,
            'CREATE TABLE actiongraph_log.other (id int)',
          ]
        : []),
      'SELECT 1 FROM "LogEntry" FOR UPDATE',
      'ALTER TABLE "LogEntry" DROP COLUMN after',
      'ALTER TABLE "LogEntry" DISABLE TRIGGER ALL',
      'ALTER TABLE "LogEntry" OWNER TO CURRENT_USER',
      'DROP TABLE "LogEntry"',
      'CREATE TRIGGER quiet BEFORE INSERT ON "LogEntry" FOR EACH ROW EXECUTE FUNCTION raise_version()',
      'CREATE OR REPLACE FUNCTION delete_expired_audit_entries(until timestamptz, most int) RETURNS bigint LANGUAGE sql AS $$ SELECT 1 $$',
      `SET session_replication_role = 'replica'`,
      `UPDATE _prisma_migrations SET checksum = 'x'`,
    ];
    for (const statement of rejected) {
      await expect(pool.query(statement), statement).rejects.toThrow(
        /permission denied|must be owner|must be able to SET ROLE|must be superuser/,
      );
    }
    expect(await prisma.logEntry.count({ where })).toBe(1);
  });
});

describe.runIf(standard)('the role of a database', () => {
  let url: string;
  /** A role that may create databases, but no roles. */
  let login: string;

  async function asAdministrator(...statements: string[]) {
    const client = new pg.Client(inject('databaseServer').url);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    login = `actiongraph_login_${randomUUID().slice(0, 8)}`;
    url = await createEmptyDatabase();
    await asAdministrator(
      `CREATE ROLE ${login} LOGIN PASSWORD 'own'`,
      `ALTER DATABASE ${nameOf(url)} OWNER TO ${login}`,
    );
  });
  afterAll(async () => {
    await dropDatabase(url);
    await asAdministrator(`DROP ROLE ${login}`);
  });

  const as = (user: string) => {
    const own = new URL(url);
    own.username = user;
    own.password = 'own';
    return own.href;
  };

  /** The log of a service whose URL has that user. */
  async function servedTo(user: string): Promise<string> {
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line) => lines.push(line) });
    const config = readConfig({ PORT: '0', DATABASE_URL: as(user) });
    const service = await startServer(config, { log, drainTimeoutMs: 50 });
    const ready = await fetch(`${service.url}/ready`);
    await service.close();
    expect(ready.status).toBe(200);
    return lines.join('');
  }

  test('is left out if the server does not allow it: the migration reports what an administrator has to do, and the service starts with a warning', async () => {
    const applied = await applyMigrations(as(login));
    expect(applied).not.toEqual([]);
    const role = serviceRoleName(nameOf(url));
    const { role: none, problem } = await ensureServiceRole(as(login));
    expect(none).toBeUndefined();
    expect(problem).toContain(`CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO "${login}";`);
    expect(problem).toMatch(/permission denied to create role/);
    const warning = await servedTo(login);
    expect(warning).toContain(`has no role ${role}`);
    expect(warning).toContain(
      `connects to the database as ${login}, which can also change and delete`,
    );
    expect(warning).toMatch(/actiongraph(?: --)? migrate/);
  });

  test('that an administrator created gets its privileges from the migration, also after each later one', async () => {
    const role = serviceRoleName(nameOf(url));
    await asAdministrator(`CREATE ROLE "${role}" NOLOGIN; GRANT "${role}" TO "${login}"`);
    expect(await ensureServiceRole(as(login))).toEqual({ role, problem: undefined });
    expect(await servedTo(login)).toBe('');
    const owner = openDatabase({ url: as(login) });
    await owner.pool.query('CREATE TABLE "Later" (id integer)');
    expect((await findServiceRole(as(login))).problem).toContain(
      '(SELECT ON Later, INSERT ON Later',
    );
    expect(await ensureServiceRole(as(login))).toEqual({ role, problem: undefined });
    await owner.pool.query(`DROP TABLE "Later"; GRANT DELETE ON "LogEntry" TO "${role}"`);
    expect((await findServiceRole(as(login))).problem).toContain('can change audit entries');
    expect(await ensureServiceRole(as(login))).toEqual({ role, problem: undefined });
    await owner.close();
  });

  test('can be granted to a user that connects without being the owner', async () => {
    const [role, user] = [serviceRoleName(nameOf(url)), `${login}_app`];
    await asAdministrator(`CREATE ROLE ${user} LOGIN PASSWORD 'own' IN ROLE "${role}"`);
    expect(await servedTo(user)).toBe('');
    const database = openDatabase({ url: as(user) });
    const change = database.pool.query('UPDATE "LogEntry" SET before = NULL');
    await expect(change).rejects.toThrow(/permission denied/);
    await database.close();
    await asAdministrator(`DROP ROLE ${user}`);
  });

  test('gets no privileges in a copy of the database, where the migration creates another role', async () => {
    const copy = await createTestDatabase({ role: undefined });
    const own = serviceRoleName(nameOf(copy.url));
    expect((await findServiceRole(copy.url)).problem).toContain(`has no role ${own}`);
    expect(await ensureServiceRole(copy.url)).toEqual({ role: own, problem: undefined });
    const { rows } = await copy.owner.query(
      `SELECT has_table_privilege($1, '"Client"', 'SELECT') AS former, has_table_privilege($2, '"Client"', 'SELECT') AS own`,
      [standard, own],
    );
    expect(rows).toEqual([{ former: false, own: true }]);
    await copy.drop();
  });

  test('finds nothing staged in a copy without a staging table, as on Citus', async () => {
    const copy = await createTestDatabase({ role: undefined });
    await copy.owner.query(`DROP TABLE IF EXISTS ${auditLogStagingTable}`);
    const { role } = await ensureServiceRole(copy.url);
    const database = openDatabase({ url: copy.url, role });
    const { rows } = await database.pool.query('SELECT * FROM "staged_log_entries"(1)');
    expect(rows).toEqual([{ first: null, last: null }]);
    await database.close();
    await copy.drop();
  });
});

test('roles of databases have names of their own, which the server keeps whole', () => {
  const names = ['actiongraph', 'Action Graph', 'action-graph', 'a"b', 'é', 'x'.repeat(63)];
  const roles = names.map(serviceRoleName);
  expect(roles[0]).toBe('actiongraph_service_actiongraph');
  expect(new Set(roles).size).toBe(names.length);
  for (const role of roles) expect(role).toMatch(/^[a-z0-9_]{21,63}$/);
});
