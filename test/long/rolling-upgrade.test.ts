import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendTo, startBoth } from '../support/both-releases.ts';
import { createEmptyDatabase, dropDatabase } from '../support/database.ts';
import { buildCommit, commitBeforeNewestMigrations } from '../support/earlier-build.ts';
import { recordVersions } from '../support/logged-changes.ts';
import { clientsMadeBehind, followCut } from '../support/raw-streams.ts';
import { type Service, useDataFolder } from '../support/service.ts';
import { patientSettings } from '../support/two-services.ts';

/** The earlier program may know the limits by these names only. */
const formerLimits = {
  RATE_LIMIT_PER_MINUTE: '0',
  GRAPHQL_COST_PER_MINUTE: '0',
  UNKNOWN_KEYS_PER_MINUTE: '0',
  GRAPHQL_TIME_LIMIT_MS: '300000',
};

/** The program before the newest migrations, built from its sources, and the present one on one database. */

const { commit, missing } = commitBeforeNewestMigrations();
const folder = useDataFolder();
const query = 'subscription { recordChanged(types: [CLIENT]) { id kind } }';
let earlier: ReturnType<typeof buildCommit> | undefined;
let url: string;
let pool: pg.Pool;

beforeAll(async () => {
  if (!commit) return;
  earlier = buildCommit(commit);
  url = await createEmptyDatabase();
  pool = new pg.Pool({ connectionString: url });
}, 1_800_000);

afterAll(async () => {
  earlier?.remove();
  if (!pool) return;
  await pool.end();
  await dropDatabase(url);
});

const client = (service: Service, key: string) => async (requested: string) =>
  (await sendTo(service, key, '/graphql', { query: requested })).body;

/** Follows new clients at one process alone. */
function follow(service: Service, key: string, from: string, awaited: Promise<number>) {
  const how = { awaited, from, mostTold: 40, random: Math.random };
  return followCut(() => [service], { key, query }, how);
}

/** Versions in the log, by record. Deleted records are not in the tables any more. */
async function loggedVersions(accountId: number): Promise<Map<string, number[]>> {
  const { rows } = await pool.query<{ name: string; kind: string; version: number }>(
    `SELECT "recordType" || ' ' || "recordId" AS name, kind, "recordVersion" AS version
     FROM "LogEntry" WHERE "accountId" = $1 AND "recordType" <> 'ApiKey' ORDER BY place < 0, place`,
    [accountId],
  );
  const versions = new Map<string, number[]>();
  for (const { kind, name, version } of rows) {
    if (kind === 'DELETED') versions.delete(name);
    else versions.set(name, [...(versions.get(name) ?? []), version]);
  }
  return versions;
}

test.skipIf(missing !== undefined)(
  `an earlier release works next to this one, whose migrations were applied under its load${missing ? `: skipped, ${missing}` : ''}`,
  async () => {
    const before = folder.builtIn(earlier?.root ?? '');
    const settings = { ...patientSettings, ...formerLimits, DATABASE_URL: url };
    expect(await before.run(['migrate'], settings)).toMatchObject({ code: 0 });
    const args = ['workspace', 'create', '--name', 'Ours', '--owner-email', 'o@ours.example'];
    type Made = { key: string; accountId: number };
    const { accountId, key } = await before.json<Made>(args, settings);
    const old = await before.serve(settings);
    const { data } = await client(old, key)('{ events(after: "now") { place } }');
    const from = data.events.place as string;
    let count: (awaited: number) => void = () => undefined;
    const awaited = new Promise<number>((resolve) => {
      count = resolve;
    });
    const streams = [follow(old, key, from, awaited)];

    const during = startBoth(key, [old, old]);
    await during.reached(20);
    const { code, stdout, stderr } = await folder.run(['migrate'], settings);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout + stderr).toContain('Applied ');
    const made = [...(await during.stop()).clients];
    const present = await folder.serve(settings);
    streams.push(follow(present, key, from, awaited));
    const beside = startBoth(key, [old, present]);
    await beside.reached(400);
    made.push(...(await beside.stop()).clients);

    // Each process publishes the written records once, in one order.
    const reported = await clientsMadeBehind(client(old, key), from);
    expect(reported.toSorted()).toEqual(made.toSorted());
    expect(await clientsMadeBehind(client(present, key), from)).toEqual(reported);
    count(reported.length);
    for (const stream of streams) expect(await stream).toEqual(reported);

    // The log has each version of each record once, and the tables have the last.
    const logged = await loggedVersions(accountId);
    const uneven = [...logged].filter(([, all]) => all.some((one, at) => one !== at + 1));
    expect(uneven).toEqual([]);
    const last = Object.fromEntries([...logged].map(([name, all]) => [name, all.at(-1)]));
    expect(await recordVersions(pool, accountId)).toEqual(last);
    for (const service of [old, present]) {
      const ended = await service.end('SIGTERM');
      expect(ended).toMatchObject({ code: 0 });
      expect(
        ended.stderr.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line)),
      ).toEqual([]);
    }
  },
);
