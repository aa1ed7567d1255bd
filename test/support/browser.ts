import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium as playwright } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { packageRoot } from '../../src/config/package-root.ts';
import { waitForFileLock } from '../../src/database/embedded/file-lock.ts';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import type { TestApi } from './api.ts';
import { listen, stopListening } from './listening.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** The width of the window does not work: on a phone it grows with its content. */
export const scrollsSideways = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });

/** Controls that are less than 24 px wide or high, outside of text. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, button, input, select, summary, textarea')].flatMap((one) => {
      const { height, width } = (one.closest('label') ?? one).getBoundingClientRect();
      const isVisible = height > 0 && width > 0;
      const isInText = one.matches('p a, li a, dd a') && !one.closest('nav');
      if (!isVisible || isInText || (height >= 24 && width >= 24)) return [];
      return [`${one.tagName} ${one.textContent?.trim().slice(0, 30)} ${width} × ${height}`];
    }),
  );

/** A name of this machine that to the browser is another site than 127.0.0.1. */
export const otherSite = 'app.elsewhere.example';

/** A page of a visitor, with everything that went wrong on it. */
interface Visit {
  page: Page;
  /** Requests to anywhere but the service, and whatever the console called an error. */
  problems: string[];
}

export interface VisitOptions extends BrowserContextOptions {
  /** `page.clock.runFor` advances the timers of the page, so tests need not wait for them. */
  ownClock?: boolean;
  /** Servers besides its own that the page may ask. */
  mayAsk?: readonly string[];
}

export interface TestBrowser {
  /** Where the service listens. */
  url: string;
  visit(path: string, options?: VisitOptions): Promise<Visit>;
}

/** A real browser that can reach the service under test and nothing else. */
export function useBrowser(api: TestApi): TestBrowser {
  const browser = {} as TestBrowser;
  const visit = useChrome();
  let server: Server;
  let sequencer: ReturnType<typeof startAuditLogSequencer>;
  beforeAll(async () => {
    ({ server, url: browser.url } = await listen(api.app));
    sequencer = startAuditLogSequencer(api.database, pino({ level: 'silent' }));
    browser.visit = (path, options) => visit(browser.url, path, options);
  });
  afterAll(async () => {
    if (server) await stopListening(server);
    await sequencer?.close();
  });
  return browser;
}

/**
 * Unpacks the browser once per machine and returns the path of its program. The package unpacks to its final place, where
 * another process finds half a program: here the whole folder is renamed, and processes take turns.
 */
async function unpackChrome(): Promise<string> {
  const manifest = join(packageRoot, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(tmpdir(), `actiongraph-chromium-${version}-${userInfo().username}`);
  const lock = await waitForFileLock(`${folder}.lock`, 300_000);
  try {
    if (!existsSync(folder)) {
      const unfinished = `${folder}.unfinished`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished);
      const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
      await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
        cwd: packageRoot,
        env: { TMPDIR: unfinished },
      });
      renameSync(unfinished, folder);
    }
    return join(folder, 'chromium');
  } finally {
    lock?.release();
  }
}

let launched: Promise<Browser> | undefined;

/** All files of a worker process share one browser, because its start takes two seconds of the processor. */
async function sharedChrome(): Promise<Browser> {
  const chrome = await launched;
  if (chrome?.isConnected()) return chrome;
  launched = playwright.launch({
    executablePath: await unpackChrome(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      `--host-resolver-rules=MAP ${otherSite} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    ],
  });
  return launched;
}

/**
 * A browser that reaches only this machine, and on each visit one server unless the options name others. Visits share no
 * cookies, storage or cache. They end
 * after their test, or after the file if a hook opened them.
 */
export function useChrome(): (
  base: string,
  path: string,
  options?: VisitOptions,
) => Promise<Visit> {
  const visits: Visit[] = [];
  const close = (opened: Visit[]) => Promise.all(opened.map(({ page }) => page.context().close()));
  let chrome: Browser;
  let openBefore = 0;
  beforeAll(async () => {
    chrome = await sharedChrome();
  });
  beforeEach(() => {
    openBefore = visits.length;
  });
  afterEach(() => close(visits.splice(openBefore)));
  afterAll(() => close(visits));
  return async (base, path, options) => {
    const opened = await visit(chrome, base, path, options);
    visits.push(opened);
    return opened;
  };
}

async function visit(
  chrome: Browser,
  base: string,
  path: string,
  { ownClock = false, mayAsk = [], ...options }: VisitOptions = {},
): Promise<Visit> {
  const context = await chrome.newContext(options);
  if (ownClock) await context.clock.install();
  const problems: string[] = [];
  const servers = [base, ...mayAsk];
  const isOurs = (url: string) =>
    servers.some((server) => url.startsWith(`${server}/`)) || /^(data|blob):/.test(url);
  // Noticed, not intercepted: an interception turns the browser's cache off. No name but this machine's is resolved.
  context.on('request', (request) => {
    if (!isOurs(request.url())) problems.push(`asked for ${request.url()}`);
  });
  context.setDefaultTimeout(50_000);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
  return { page, problems };
}
