/**
 * Takes the pictures of docs/pictures from a fresh demo workspace, so that they show what the program shows:
 * `npm run pictures`. It runs the built program on a data folder and a port of its own, and leaves nothing running.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import type { Browser, Page } from 'playwright-core';
import { chromium as playwright } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { build, preview } from 'vite';
import { packageRoot } from '../src/config/package-root.ts';

const pictures = join(packageRoot, 'docs/pictures');
const viewport = { width: 1280, height: 800 };

interface Demo {
  url: string;
  key: string;
  stop(): Promise<unknown>;
}

/** The demo lets a page of the dashboard's origin call it. */
async function startDemo(dataDir: string, origin: string): Promise<Demo> {
  const child = spawn(process.execPath, [join(packageRoot, 'dist/cli.js'), 'serve', '--json'], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      CORS_ORIGINS: origin,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error('The service ended before it was ready.'))),
  ]);
  const { url, key } = JSON.parse(String(line)) as { url: string; key: string };
  return {
    url,
    key,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The page of the newest invoice that a client has been sent and still has to pay. */
async function openInvoice({ url, key }: Demo): Promise<string> {
  const query = `{ invoices(first: 1, where: { status: { equals: SENT } }) { edges { node { viewOnlineUrl } } } }`;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  const { data } = await answer.json();
  return data.invoices.edges[0].node.viewOnlineUrl;
}

async function takeGraphiql(page: Page, demo: Demo): Promise<void> {
  await page.clock.install();
  await page.goto(`${demo.url}/graphql`);
  await page.getByLabel('API key', { exact: true }).fill(demo.key);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.result-window .monaco-editor').waitFor();
  await page.getByRole('button', { name: 'FirstLook', exact: true }).click();
  await page.clock.runFor(2_000);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await page.locator('.result-window .view-lines').getByText('"data"').waitFor();
}

async function startDashboard(demo: Demo, folder: string, port: number): Promise<PreviewServer> {
  const root = join(packageRoot, 'examples/dashboard');
  const outDir = join(folder, 'dashboard');
  const define = { 'import.meta.env.ACTIONGRAPH_URL': JSON.stringify(demo.url) };
  await build({ root, logLevel: 'silent', define, build: { outDir } });
  return preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port, strictPort: true },
  });
}

async function takeDashboard(page: Page, demo: Demo, url: string): Promise<void> {
  await page.goto(url);
  await page.getByText('Use an API key instead').click();
  await page.getByLabel('API key').fill(demo.key);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('#dashboard').waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
}

async function take(
  browser: Browser,
  demo: Demo,
  folder: string,
  dashboard: number,
): Promise<void> {
  const shot = async (name: string, arrange: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ viewport, locale: 'en-US', colorScheme: 'light' });
    const page = await context.newPage();
    await arrange(page);
    await page.screenshot({ path: join(pictures, `${name}.png`) });
    await context.close();
    process.stdout.write(`docs/pictures/${name}.png\n`);
  };
  await shot('graphiql', (page) => takeGraphiql(page, demo));
  await shot('docs', async (page) => {
    await page.goto(`${demo.url}/docs`);
    await page.getByRole('heading', { name: 'Actiongraph' }).first().waitFor();
  });
  const invoice = new URL(await openInvoice(demo));
  await shot('invoice', async (page) => {
    await page.goto(`${demo.url}${invoice.pathname}${invoice.search}`, {
      waitUntil: 'networkidle',
    });
  });
  const server = await startDashboard(demo, folder, dashboard);
  await shot('dashboard', (page) => takeDashboard(page, demo, originOf(dashboard)));
  await server.close();
}

/** A port of this machine's on which nobody listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The dashboard has an origin of its own, which the service has to name before either is there. */
const originOf = (port: number) => `http://127.0.0.1:${port}`;

const folder = mkdtempSync(join(tmpdir(), 'actiongraph-pictures-'));
chmodSync(folder, 0o755);
mkdirSync(pictures, { recursive: true });
const dashboard = await freePort();
const demo = await startDemo(folder, originOf(dashboard));
chromium.setGraphicsMode = false;
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  await take(browser, demo, folder, dashboard);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true });
}
