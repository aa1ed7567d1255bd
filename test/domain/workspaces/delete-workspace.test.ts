import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { readConfig } from '../../../src/config/config.ts';
import { auditLogStagingTable } from '../../../src/database/statements/audit-log-tables.ts';
import { listWorkspacesOfPerson } from '../../../src/domain/identities/person-workspaces.ts';
import { reauthenticateUsers } from '../../../src/domain/identities/signed-in-callers.ts';
import { listWorkspaces } from '../../../src/domain/workspaces/list.ts';
import { purgeDeletedWorkspaces } from '../../../src/domain/workspaces/purge-deleted-workspaces.ts';
import { seedWorkspace } from '../../../src/seed/index.ts';
import { createTestApp, useTestApi } from '../../support/api.ts';
import { keyWorks, makeKey } from '../../support/api-keys.ts';
import { byNature, isDistributedHere, isWaiting } from '../../support/citus.ts';
import { openTestDatabase, patient } from '../../support/database.ts';
import { conflict, mutate } from '../../support/mutations.ts';
import { personDoors } from '../../support/people.ts';
import { insertOneOfEach } from '../../support/sample-records.ts';
import { snapshot } from '../../support/snapshot.ts';

const api = useTestApi({ sendsMail: true });
const doors = personDoors(api);

/** How many rows a workspace has in each table that there is. */
async function rowsOf(accountId: number): Promise<Record<string, number>> {
  const { pool } = api.database;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'accountId' ORDER BY 1`,
  );
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await pool.query(
      `SELECT count(*)::int AS count FROM "${name}" WHERE "accountId" = $1`,
      [accountId],
    );
    if (counted.rows[0].count > 0) found[name] = counted.rows[0].count;
  }
  return found;
}

async function addPerson(email: string, ...accountIds: number[]): Promise<void> {
  const { prisma } = api.database;
  const id = randomUUID();
  await prisma.person.create({ data: { id, email } });
  for (const accountId of accountIds) {
    await prisma.user.create({ data: { accountId, email, personId: id } });
  }
}

const persons = async () =>
  (await api.database.prisma.person.findMany({ orderBy: { email: 'asc' } })).map(
    ({ email }) => email,
  );

const question = '{ workspaceDeletion { name records { recordType count } } }';

describe('deleting a workspace', () => {
  let before: Record<string, string>;
  /** The page of an invoice, as its customer has it. */
  let page: string;
  beforeAll(async () => {
    const { database, ours, theirs } = api;
    await seedWorkspace(database.prisma, ours.context, { clients: 3, months: 2 });
    await database.pool.query(
      `INSERT INTO "Vendor" ("accountId", id, name) SELECT $1, 'ven_' || n, 'Vendor ' || n FROM generate_series(1, 4500) n`,
      [ours.accountId],
    );
    await database.pool.query(
      `SELECT graphile_worker.add_job('send_mail', '{}', job_key => account || '/mai_1') FROM unnest($1::int[]) AS account`,
      [[ours.accountId, theirs.accountId]],
    );
    const { viewToken } = await database.prisma.invoice.findFirstOrThrow({
      where: { accountId: ours.accountId, viewToken: { not: null } },
    });
    page = `/invoices/view/${ours.accountId}-${viewToken}`;
    await addPerson('both@ours.example', ours.accountId, theirs.accountId);
    await addPerson('alone@ours.example', ours.accountId);
    before = await snapshot(database.pool, theirs.accountId);
  });

  test('has a preview, for owners only, and requires confirmation', async () => {
    const whole = await snapshot(api.database.pool);
    const { body } = await api.ours.gql(question);
    const { name, records } = body.data.workspaceDeletion;
    expect(name).toBe('Ours');
    const reported = Object.fromEntries(
      records.map(({ count, recordType }: { count: number; recordType: string }) => [
        recordType,
        count,
      ]),
    );
    expect(reported).toEqual(await rowsOf(api.ours.accountId));
    const admin = doors({ role: 'ADMIN' });
    const requested = mutate(admin, 'deleteWorkspace', { confirmName: 'Ours' });
    await expect(requested).rejects.toThrow('not_for_role');
    const input = { confirmName: 'ours' };
    expect(await mutate(api.ours, 'deleteWorkspace', input)).toMatchObject({ path: 'confirmName' });
    expect(await snapshot(api.database.pool)).toEqual(whole);
  });

  test('ends keys, sign-ins and mail immediately, and deletes persons of no other workspace', async () => {
    const { accountId } = api.ours;
    expect((await api.request(page)).status).toBe(200);
    const done = await mutate(api.ours, 'deleteWorkspace', { confirmName: 'Ours' });
    expect(done).toMatchObject({ deletedId: `wsp_${accountId}` });
    expect((await api.ours.get('clients/list')).status).toBe(401);
    expect(await persons()).toEqual(['both@ours.example']);
    const { rows } = await api.database.pool.query('SELECT key FROM graphile_worker.jobs');
    expect(rows).toEqual([{ key: `${api.theirs.accountId}/mai_1` }]);
    expect(await listWorkspaces(api.database.prisma)).toHaveLength(1);
  });

  test('ends the links of its invoices immediately, also those that a running request creates', async () => {
    const { accountId, context } = api.ours;
    for (const path of [page, `${page}/invoice.pdf`, `${page}/logo`]) {
      expect((await api.request(path)).status, path).toBe(404);
    }
    const { key } = await makeKey(context, ['read']);
    expect(await keyWorks(api, key)).toBe(false);
    const { prisma } = api.database;
    const { id: personId } = await prisma.person.findUniqueOrThrow({
      where: { email: 'both@ours.example' },
    });
    const data = { accountId, email: 'late@ours.example', personId };
    const { id: userId, role } = await prisma.user.create({ data });
    const opened = (await listWorkspacesOfPerson(prisma, { personId })).map((one) => one.accountId);
    expect(opened).toEqual([api.theirs.accountId]);
    const { workspace } = context;
    const person = { personId, userId, role, name: 'Late' };
    const caller = { accountId, keyId: null, keyName: null, scopes: [], workspace, person };
    expect((await reauthenticateUsers(prisma, [caller], new Date()))(caller)).toBeUndefined();
  });

  test('removes every row of every table in batches, and nothing of others', async () => {
    const { accountId } = api.ours;
    const batches: number[] = [];
    const expected = Object.values(await rowsOf(accountId)).reduce((sum, count) => sum + count, 0);
    expect(await purgeDeletedWorkspaces(api.database.prisma, (rows) => batches.push(rows))).toEqual(
      [accountId],
    );
    expect(await rowsOf(accountId)).toEqual({});
    expect(Math.max(...batches)).toBeLessThanOrEqual(2_000);
    expect(expected).toBeGreaterThan(4_500);
    expect(await snapshot(api.database.pool, api.theirs.accountId)).toEqual(before);
    expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([]);
  });

  test('while two services write into it loses no acknowledged write, accepts no later caller and leaves nothing', async () => {
    const workspace = await api.addWorkspace({ name: 'Busy' });
    const { accountId } = workspace;
    const client = {
      name: 'Lovelace',
      contacts: [{ firstName: 'Ada', email: 'ada@busy.example' }],
    };
    await workspace.post('clients/create', client);
    const { id } = await api.database.prisma.contact.findFirstOrThrow({ where: { accountId } });
    await mutate(workspace, 'updateContact', { id, portalAccess: true });
    const other = openTestDatabase({ url: api.databaseUrl, limits: patient });
    api.others.push(createTestApp(other));
    const names = async () =>
      (await api.database.prisma.client.findMany({ where: { accountId } })).map(({ name }) => name);
    const wave = (turn: number) => [
      workspace.post('bulk', {
        operation: 'createClient',
        items: Array.from({ length: 20 }, (_, n) => ({ name: `C ${turn}.${n}` })),
      }),
      workspace.gql(
        `mutation { updateContact(input: { id: "${id}", title: "T ${turn}" }) { __typename } }`,
      ),
    ];
    const before = [0, 1, 2].flatMap(wave);
    const deleted = mutate(workspace, 'deleteWorkspace', { confirmName: 'Busy' });
    const answers = await Promise.all([...before, ...[3, 4, 5].flatMap(wave)]);
    expect(await deleted).toMatchObject({ deletedId: `wsp_${accountId}` });
    for (const { status } of answers) expect([200, 401]).toContain(status);
    const made = answers.flatMap(({ body }) => body.results ?? []).map(({ record }) => record.name);
    expect((await names()).filter((name) => name.startsWith('C ')).sort()).toEqual(made.sort());
    expect((await workspace.get('clients/list')).status).toBe(401);
    expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([accountId]);
    expect(await rowsOf(accountId)).toEqual({});
    api.others.length = 0;
    await other.close();
  });

  test('removes writes that began before it and are committed during it', async () => {
    const workspace = await api.addWorkspace({ name: 'Late' });
    const { accountId } = workspace;
    const writer = await api.owner.connect();
    await writer.query('BEGIN');
    await writer.query(
      `INSERT INTO "Vendor" ("accountId", id, name) VALUES ($1, 'ven_late', 'Late')`,
      [accountId],
    );
    await mutate(workspace, 'deleteWorkspace', { confirmName: 'Late' });
    const removed = purgeDeletedWorkspaces(api.database.prisma);
    await Promise.race([removed, expect.poll(() => isWaiting(api.owner)).toBe(true)]);
    await writer.query('COMMIT');
    writer.release();
    expect(await removed).toEqual([accountId]);
    expect(await rowsOf(accountId)).toEqual({});
  });

  test.runIf(!isDistributedHere)(
    'removes an entry that is committed afterwards with the next publication',
    async () => {
      const workspace = await api.addWorkspace({ name: 'Logged late' });
      const { accountId } = workspace;
      await mutate(workspace, 'deleteWorkspace', { confirmName: 'Logged late' });
      const writer = await api.owner.connect();
      try {
        await writer.query('BEGIN');
        await writer.query(
          `INSERT INTO ${auditLogStagingTable} ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
         VALUES ($1, 'EXPORTED', 'Workspace', 'wsp_1', 'SERVICE', 'test', 'test')`,
          [accountId],
        );
        expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([accountId]);
        await writer.query('COMMIT');
        expect(Object.keys(await rowsOf(accountId))).toEqual(['LogEntry']);
        await writer.query('SELECT "publish_log_entries"(1000)');
        expect(await rowsOf(accountId)).toEqual({});
      } finally {
        writer.release();
      }
    },
  );

  test.runIf(isDistributedHere)(
    'is left to the next run while another session writes its log, and then accepts no writes',
    async () => {
      const workspace = await api.addWorkspace({ name: 'Logged' });
      const { accountId } = workspace;
      await mutate(workspace, 'deleteWorkspace', { confirmName: 'Logged' });
      const writer = await api.owner.connect();
      try {
        const write = `INSERT INTO "LogEntry" ("accountId", place, kind, "recordType", "recordId", "actorKind", operation, "requestId")
        VALUES ($1, "assign_log_position"($1), 'EXPORTED', 'Workspace', 'wsp_1', 'SERVICE', 'test', 'test')`;
        await writer.query('BEGIN');
        await writer.query(write, [accountId]);
        expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([]);
        await writer.query('COMMIT');
        expect(Object.keys(await rowsOf(accountId))).toEqual(['LogEntry', 'Workspace']);
        if (byNature.keepsLogs) {
          const remove = writer.query('DELETE FROM "Workspace" WHERE "accountId" = $1', [
            accountId,
          ]);
          await expect(remove).rejects.toMatchObject({ code: '23503' });
        }
        expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([accountId]);
        expect(await rowsOf(accountId)).toEqual({});
        await expect(writer.query(write, [accountId])).rejects.toMatchObject({ code: '23503' });
      } finally {
        writer.release();
      }
    },
  );

  test('can run twice at the same time', async () => {
    const workspaces = [];
    for (const name of ['Twice', 'Again', 'Once more']) {
      const workspace = await api.addWorkspace({ name });
      workspaces.push(workspace.accountId);
      await api.owner.query(
        `INSERT INTO "LogEntry" ("accountId", kind, "recordType", "recordId", "actorKind", operation, "requestId")
         SELECT $1, 'EXPORTED', 'Workspace', 'wsp_1', 'SERVICE', 'test', 'test' FROM generate_series(1, 6000)`,
        [workspace.accountId],
      );
      await mutate(workspace, 'deleteWorkspace', { confirmName: name });
    }
    const other = openTestDatabase({ url: api.databaseUrl, limits: patient });
    const both = [api.database, other].map(({ prisma }) => purgeDeletedWorkspaces(prisma));
    const removed = (await Promise.all(both)).flat();
    expect([...new Set(removed)].sort()).toEqual(workspaces.sort());
    for (const accountId of workspaces) expect(await rowsOf(accountId)).toEqual({});
    await other.close();
  });

  test('is rejected for the only workspace', async () => {
    expect(await mutate(api.theirs, 'deleteWorkspace', { confirmName: 'Theirs' })).toMatchObject(
      conflict,
    );
    expect((await api.theirs.get('clients/list')).status).toBe(200);
  });

  test('works on the command line, for one that has a row in every table', async () => {
    const accountId = await insertOneOfEach(api.database.pool);
    await api.database.pool.query(
      `UPDATE "User" SET role = 'OWNER', "personId" = NULL WHERE "accountId" = $1`,
      [accountId],
    );
    expect(Object.keys(await rowsOf(accountId)).length).toBeGreaterThan(30);
    const run = async (...more: string[]) => {
      let said = '';
      const write = (text: string) => {
        said += text;
      };
      const config = () => readConfig({ DATABASE_URL: api.databaseUrl });
      const args = ['workspace', 'delete', '--workspace', String(accountId), ...more];
      return { code: await runProgram(args, { config, write, writeError: write }), said };
    };
    expect((await run()).said).toMatch(
      /Deleting workspace \d+ \(Studio\) would remove the following\. Nothing was changed\..*Client +1\n/s,
    );
    expect(await run('--confirm-name', 'Other')).toMatchObject({ code: 1 });
    expect(Object.keys(await rowsOf(accountId)).length).toBeGreaterThan(30);
    const writer = await api.owner.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('SELECT "assign_log_position"($1)', [accountId]);
      const { code, said } = await run('--confirm-name', 'Studio');
      expect([code, said]).toEqual([0, expect.stringMatching(/removes the rest within an hour/)]);
    } finally {
      await writer.query('ROLLBACK');
      writer.release();
    }
    expect(Object.keys(await rowsOf(accountId))).toEqual(['Workspace']);
    expect(await purgeDeletedWorkspaces(api.database.prisma)).toEqual([accountId]);
    expect(await rowsOf(accountId)).toEqual({});
    const other = await api.addWorkspace({ name: 'Unheld' });
    const held = ['workspace', 'delete', '--workspace', String(other.accountId)];
    let printed = '';
    const code = await runProgram([...held, '--confirm-name', 'Unheld', '--json'], {
      config: () => readConfig({ DATABASE_URL: api.databaseUrl }),
      write: (text) => {
        printed += text;
      },
      writeError: () => undefined,
    });
    expect([code, JSON.parse(printed)]).toMatchObject([0, { done: true, isGone: true }]);
  });
});
