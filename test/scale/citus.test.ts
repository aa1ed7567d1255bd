import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { distributeTables } from '../../src/database/migrations/citus-distribution.ts';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { applyMigrations } from '../../src/database/migrations/migrations.ts';
import { newId } from '../../src/platform/ids/record-ids.ts';
import type { TestWorkspace } from '../support/api.ts';
import { useTestApi } from '../support/api.ts';
import type { Arranged } from '../support/arranged-records.ts';
import { arrange, validBody } from '../support/arranged-records.ts';
import { citusUrl, openCitusDatabase } from '../support/database.ts';
import { ask, everythingOf, rootLists } from '../support/graphql.ts';
import { mutated } from '../support/mutations.ts';
import { byOperation, callRoute, routes } from '../support/routes.ts';
import { recordChanges, startProcess, useStreams } from '../support/streams.ts';

// TEST_CITUS_URL names a database of a coordinator, with the extension Citus and its workers (docs/scaling.md): there is none to begin with.
describe.skipIf(citusUrl === '')('tables that are spread by workspace', () => {
  const api = useTestApi({ sendsMail: true, openDatabase: openCitusDatabase });
  const subscribe = useStreams();
  const world = {} as Arranged;
  let own: TestWorkspace;

  beforeAll(async () => {
    own = await api.addWorkspace();
    Object.assign(world, await arrange(api, own, 'Lovelace'));
  });

  test.each(byOperation(routes))('%s', async (_operation, route) => {
    const input = validBody(route, world);
    const texts = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, String(value)]),
    );
    const sent = route.input.from === 'body' ? { body: input } : { query: texts };
    const parameters = { ...texts, accountId: String(own.accountId) };
    const answer = await callRoute(api, route, { key: own.key, parameters, ...sent });
    // Ids of examples name nothing here.
    expect([200, 404], answer.text).toContain(answer.status);
  });

  test.each(rootLists().map((list) => ({ name: list.field.name, ...list })))(
    'the list $name',
    async ({ field }) => {
      const source = `{ ${field.name}(first: 2) ${everythingOf(field.type as never, 1)} }`;
      expect((await ask(own.context, source)).errors).toBeUndefined();
    },
  );

  test('a distributed table is not distributed again, and no server has a trigger', async () => {
    expect(await distributeTables(citusUrl)).toEqual({ spread: [], copied: [], moved: 0 });
    const { rows } = await api.owner.query(`SELECT tgname FROM pg_trigger t
      JOIN pg_dist_partition p ON p.logicalrelid = t.tgrelid WHERE NOT tgisinternal`);
    expect(rows).toEqual([]);
  });

  test('a migration blocks no statements while it waits for locks on another server', async () => {
    const sql = 'ALTER TABLE "Workspace" ALTER COLUMN name SET NOT NULL;';
    const made = { name: '99991231000000_made_up', sql, checksum: 'made up' };
    const migrations = [...(await readMigrations()), made];
    const writer = await api.owner.connect();
    let applied: Promise<string[]> | undefined;
    try {
      await writer.query('BEGIN');
      const vendor = `INSERT INTO "Vendor" ("accountId", id, name) VALUES ($1, 'ven_migrated', 'Migrated')`;
      await writer.query(vendor, [own.accountId]);
      applied = applyMigrations(api.databaseUrl, { migrations });
      const read = 'SELECT name FROM "Workspace" WHERE "accountId" = $1';
      for (const end = Date.now() + 3_000; Date.now() < end; ) {
        const returned = api.owner.query(read, [own.accountId]);
        expect(await Promise.race([returned, sleep(2_500, 'waits')])).not.toBe('waits');
      }
      await writer.query('COMMIT');
      expect(await applied).toEqual([made.name]);
    } finally {
      await writer.query('ROLLBACK');
      writer.release();
      await applied?.catch(() => undefined);
      await api.owner.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [
        made.name,
      ]);
    }
  });

  test('a record is created once with the id of its caller', async () => {
    const argument = { name: 'Given', newId: newId('Client') };
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(await own.post('clients/create', argument));
    for (const { body, status, text } of answers) {
      expect(status, text).toBe(200);
      expect(body.id).toBe(argument.newId);
    }
  });

  test('sixty simultaneous payments are exact', async () => {
    const { name: clientName } = world.made.createClient;
    const made = await own.post('invoices/create', { clientName, items: [{ rate: 100 }] });
    expect(made.status, made.text).toBe(200);
    const { invoiceNumberFormatted: invoiceNumber } = made.body;
    const payment = { invoiceNumber, amount: 2, date: '2026-01-05', paymentType: 'CASH' };
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => own.post('payment/create', payment)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    const where = { id: String(made.body.id) };
    const paid = await api.database.prisma.invoice.findFirst({ where });
    expect(paid?.status).toBe('PAID');
  });

  test('forty simultaneous invoices of two services have numbers without a gap', async () => {
    const numbered = await api.addWorkspace();
    await numbered.post('clients/create', { name: 'Same Analytics' });
    const other = await startProcess(api);
    try {
      const body = { clientName: 'Same Analytics', items: [{ rate: 1 }] };
      const headers = { 'x-api-key': numbered.key, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const there = async () =>
        await (await fetch(`${other.url}/public/action/invoices/create`, init)).json();
      const here = async () => (await numbered.post('invoices/create', body)).body;
      const made = await Promise.all(
        Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? here() : there())),
      );
      const numbers = made.map(({ invoiceNumber }) => Number(invoiceNumber)).sort((a, b) => a - b);
      const [first = Number.NaN] = numbers;
      expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => first + index));
    } finally {
      await other.close();
    }
  });

  const countServers = async (workspaces: readonly TestWorkspace[]): Promise<number> => {
    const { rows } = await api.owner.query<{ servers: number }>(
      `SELECT count(DISTINCT (nodename, nodeport))::int AS servers FROM citus_shards WHERE shardid IN (
         SELECT get_shard_id_for_distribution_column('"Workspace"', id) FROM unnest($1::int[]) AS id)`,
      [workspaces.map(({ accountId }) => accountId)],
    );
    return rows[0]?.servers ?? 0;
  };

  test('streams of another service get everything once, in order, from whichever server writes it', async () => {
    const other = await startProcess(api);
    try {
      // More workspaces than servers: each has its own part of the log, next to its rows. Only their numbers determine
      // the server, and in a new database the first ones may all be on one server.
      const workspaces: TestWorkspace[] = [];
      let servers = 0;
      while (workspaces.length < 6 || (servers < 2 && workspaces.length < 40)) {
        workspaces.push(await api.addWorkspace());
        servers = await countServers(workspaces);
      }
      expect(servers).toBeGreaterThan(1);
      await Promise.all(
        workspaces.map(async (workspace) => {
          const stream = await subscribe(other, workspace, recordChanges, { types: ['VENDOR'] });
          const { body } = await workspace.gql('{ events(after: "now") { place } }');
          const made = await Promise.all(
            Array.from({ length: 8 }, (_, index) =>
              mutated(workspace, 'createVendor', { name: `Told ${index}` }),
            ),
          );
          const reported = [];
          for (const _ of made) reported.push(await stream.nextChange());
          const ids = reported.map(({ id }) => id as string);
          expect(new Set(ids)).toEqual(new Set(made.map(({ id }) => id)));
          for (const id of ids) await mutated(workspace, 'deleteVendor', { id });
          for (const _ of ids) reported.push(await stream.nextChange());
          const as = (kind: string) => ids.map((id) => ({ type: 'VENDOR', id, kind }));
          expect(reported).toEqual([...as('CREATED'), ...as('DELETED')]);
          const polled = await workspace.gql(
            `{ events(after: "${body.data.events.place}", types: ["vendor.created", "vendor.deleted"], first: 100) {
              events { type recordId } } }`,
          );
          expect(polled.body.data?.events.events, polled.text).toEqual([
            ...ids.map((recordId) => ({ type: 'vendor.created', recordId })),
            ...ids.map((recordId) => ({ type: 'vendor.deleted', recordId })),
          ]);
        }),
      );
    } finally {
      await other.close();
    }
  });

  test('the two APIs do the same: an invoice that is paid is the same through both', async () => {
    const { name: clientName } = world.made.createClient;
    const outcomes = [];
    for (const endpoint of ['rest', 'graphql']) {
      const { body } = await own.post('invoices/create', { clientName, items: [{ rate: 100 }] });
      const payment = { invoiceNumber: body.invoiceNumberFormatted, amount: '40' };
      if (endpoint === 'rest') {
        const more = { date: '2026-01-05', paymentType: 'CASH' };
        expect((await own.post('payment/create', { ...payment, amount: 40, ...more })).status).toBe(
          200,
        );
      } else {
        const more = { date: '2026-01-05', paymentType: 'CASH' };
        await mutated(own, 'recordPayment', { ...payment, ...more });
      }
      const row = await api.database.prisma.invoice.findFirstOrThrow({
        where: { accountId: own.accountId, id: String(body.id) },
        include: { payments: true },
      });
      const { amountDue, dateIssued, paymentTotal, payments, status } = row;
      const [{ amount, date, paymentType } = {}] = payments;
      outcomes.push({ amountDue, dateIssued, paymentTotal, status, amount, date, paymentType });
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[0]).toMatchObject({ status: 'PARTIAL', dateIssued: expect.any(Date) });
  });
});
