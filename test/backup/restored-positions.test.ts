import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { back, restore, useBackupFiles, useDatabases } from '../support/backups.ts';
import { brought, taken, useExportFiles } from '../support/exports.ts';
import { openRawStream } from '../support/raw-streams.ts';
import { useDataFolder } from '../support/service.ts';
import { startProcess } from '../support/streams.ts';

/** A follower of a workspace that continues where it stopped after the workspace was restored or moved. */

const api = useTestApi();
const databases = useDatabases();
const newBackup = useBackupFiles();
const newExport = useExportFiles();
const folder = useDataFolder();

const made = async (name: string): Promise<string> =>
  (await api.ours.post('clients/create', { name })).body.id;
const endOfLog = async (): Promise<string> =>
  (await api.ours.gql('{ events(after: "now") { place } }')).body.data.events.place;

const query = 'subscription { recordChanged(types: [CLIENT]) { id } }';

/** The events after a position in each of the three ways: the new records, or the error code. */
async function eventsAfter(
  { url }: { url: string },
  key: string,
  after: string,
): Promise<Record<string, unknown>> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const listed = await fetch(
    `${url}/public/action/events/list?types=client&after=${encodeURIComponent(after)}`,
    { headers },
  ).then((response) => response.json());
  const requested = `{ events(after: ${JSON.stringify(after)}, types: ["client"]) { events { recordId } } }`;
  const { data, errors } = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: requested }),
  }).then((response) => response.json());
  const stream = await openRawStream({ url, key, query, lastEventId: after });
  const first = (await stream.next()).data;
  stream.cut();
  return {
    listed: listed.code ?? listed.map(({ recordId }: { recordId: string }) => recordId),
    asked:
      errors?.[0].extensions.code ??
      data.events.events.map(({ recordId }: { recordId: string }) => recordId),
    streamed: first.errors?.[0].extensions.code ?? [first.data.recordChanged.id],
  };
}

const everywhere = (reported: unknown) => ({
  listed: reported,
  asked: reported,
  streamed: reported,
});

test('a follower continues from a position in the backup, and a position after it has expired', async () => {
  const stored = await endOfLog();
  const behind = await made('In the backup');
  const file = newBackup();
  await back(api.databaseUrl, file);
  await made('Lost');
  const lost = await endOfLog();
  const url = await databases.empty();
  await restore(url, file);
  const restored = await folder.serve({ DATABASE_URL: url });
  const { key } = api.ours;
  expect(await eventsAfter(restored, key, stored)).toEqual(everywhere([behind]));
  expect(await eventsAfter(restored, key, lost)).toEqual(everywhere('events_expired'));
  // As many writes as were lost, and more: their numbers are drawn again.
  for (const name of ['Again', 'And again', 'And again and again']) {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const body = JSON.stringify({ name });
    const path = `${restored.url}/public/action/clients/create`;
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
  }
  expect(await eventsAfter(restored, key, lost)).toEqual(everywhere('events_expired'));
  await restored.end('SIGTERM');
});

test('positions of a workspace that was imported elsewhere have expired', async () => {
  await made('Exported');
  const location = await endOfLog();
  const file = newExport();
  await taken(api.databaseUrl, api.ours.accountId, file);
  const url = await databases.migrated();
  const { accountId } = await brought(url, file);
  const workspace = String(accountId);
  const args = ['keys', 'create', '--workspace', workspace, '--name', 'Reader', '--json'];
  const { stdout } = await folder.runHere(args, { DATABASE_URL: url });
  const { key } = JSON.parse(stdout) as { key: string };
  const imported = await startProcess({ ...api, databaseUrl: url });
  expect(await eventsAfter(imported, key, location)).toEqual(everywhere('events_expired'));
  await imported.close();
});
