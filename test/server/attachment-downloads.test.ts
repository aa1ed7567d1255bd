import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createWorkspace } from '../../src/domain/workspaces/create.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { startServer } from '../../src/server.ts';
import { pdfUrl } from '../support/attachments.ts';
import { createTestDatabase } from '../support/database.ts';
import { createScratchFolder } from '../support/scratch-folder.ts';

test('a file is not fetched from the internal hosts that webhooks can reach', async () => {
  const { database, drop, url } = await createTestDatabase();
  onTestFinished(drop);
  const folder = await createScratchFolder();
  onTestFinished(() => folder.remove());
  const settings = { name: 'Inside', ownerEmail: 'owner@inside.example' };
  const { key } = await createWorkspace(database.prisma, settings, new Date());
  const config = readConfig({
    ...{ PORT: '0', DATABASE_URL: url, DATA_DIR: folder.path },
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  });
  const log = createLogger('silent', { write: () => undefined });
  const service = await startServer(config, { log });
  onTestFinished(() => service.close());
  const post = async (path: string, body: object) => {
    const response = await fetch(`${service.url}/public/action/${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const { body: client } = await post('clients/create', { name: 'Ada Ltd' });
  const source = { id: client.id, type: 'CLIENT', fileUrl: await pdfUrl() };
  expect(await post('attachments/createFromUrl', source)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'fileUrl', code: 'invalid_url' }] },
  });
  const endpoint = { url: source.fileUrl, types: ['client'] };
  expect((await post('webhooks/create', endpoint)).status).toBe(200);
});
