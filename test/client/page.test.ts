import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/cluster/running-server.ts';
import { readConfig } from '../../src/config/config.ts';
import { packageRoot } from '../../src/config/package-root.ts';
import { markInvoiceSent } from '../../src/domain/invoices/send-invoice.ts';
import { startServer } from '../../src/server.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, useChrome } from '../support/browser.ts';
import { stopListening } from '../support/listening.ts';

/** The page of docs/client.md, on another origin than the service. */
const api = useTestApi();
const visit = useChrome();
const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8');
const page = textOf('examples/open-invoices.html');
let pages: Server;
let origin: string;
let service: RunningServer;
let serviceUrl: string;

beforeAll(async () => {
  pages = createServer(({ url }, response) => {
    const isScript = url === '/client.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? textOf('client/dist/index.js')
        : page
            .replace('https://esm.sh/@actiongraph/client', '/client.js')
            .replace('http://localhost:4000', serviceUrl),
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const settings = { DATABASE_URL: api.databaseUrl, HOST: '127.0.0.1', PORT: '0' };
  service = await startServer(readConfig({ ...settings, CORS_ORIGINS: origin }), {
    log: pino({ level: 'silent' }),
  });
  serviceUrl = service.url.replace('localhost', '127.0.0.1');
});
afterAll(async () => {
  await service?.close();
  await stopListening(pages);
});

async function issue(clientName: string, amount: number) {
  await api.ours.post('clients/create', { name: clientName, currency: 'EUR' });
  const { body } = await api.ours.post('invoices/create', { clientName, amount, taxRate: 0 });
  await markInvoiceSent(api.ours.context, { id: body.id });
}

test('the guide has the page as it is, in 20 lines', () => {
  expect(textOf('docs/client.md')).toContain(`\`\`\`html\n${page}\`\`\``);
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
});

test('the page shows the open invoices, and new ones by itself', async () => {
  await issue('Ada', 100);
  const { page: open, problems } = await visit(origin, '/', { ...desktop, mayAsk: [serviceUrl] });
  await open.getByPlaceholder('API key').fill(api.ours.key);
  await open.getByRole('button').click();
  await open.getByText('INV-00001: 100 EUR').waitFor();
  await issue('Bea', 200);
  await open.getByText('INV-00002: 200 EUR').waitFor();
  expect(problems).toEqual([]);
});
