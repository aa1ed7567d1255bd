import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { callTool, toolNames } from '../support/mcp-client.ts';
import { decide, OfficialApp, oauthPublicUrl, signedIn } from '../support/oauth.ts';
import { useDataFolder } from '../support/service.ts';
import { patientSettings } from '../support/two-services.ts';

const api = useTestApi({ publicUrl: oauthPublicUrl, sendsMail: true });
const folder = useDataFolder();

test('an assistant signs in to the program with two workers, and writes', async () => {
  const { browser } = await signedIn(api);
  const { url } = await folder.serve({
    ...patientSettings,
    ...{ DATABASE_URL: api.databaseUrl, PUBLIC_URL: oauthPublicUrl, WORKERS: '2' },
  });
  api.processes.push(url);
  const app = new OfficialApp((to, init) => fetch(to.replace(oauthPublicUrl, url), init));
  await app.finish(await decide(api, browser, await app.begin(), { writes: true }));
  const client = await app.open();
  expect(await toolNames(client)).toContain('create_record');
  for (let n = 0; n < 6; n += 1) {
    const input = { type: 'Client', data: { name: `Client ${n}` } };
    expect(await callTool(client, 'create_record', input)).toMatchObject({ isError: false });
  }
});
