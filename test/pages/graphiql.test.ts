import { parse, validate } from 'graphql';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, revokeApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { graphiqlExamples } from '../../src/pages/graphiql-examples/index.ts';
import { schema } from '../../src/schema/index.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, useBrowser } from '../support/browser.ts';
import {
  enterKey,
  graphiqlReady,
  openGraphiql,
  openTab,
  runButton,
} from '../support/graphiql-pages.ts';

const api = useTestApi();
const browser = useBrowser(api);

const names = graphiqlExamples.map(
  ({ query }) => /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '',
);

/** Chromium logs its own message for an error response. The page shows a better one. */
const rejection = expect.stringContaining('401 (Unauthorized)');

const opened = (options: object, key = api.ours.key) => openGraphiql(browser, options, key);

const isOperation = (request: Request) =>
  new URL(request.url()).pathname === '/graphql' &&
  request.method() === 'POST' &&
  // Neither what GraphiQL asks for by itself nor what the head of the page does.
  !/IntrospectionQuery|\{ viewer \{/.test(request.postData() ?? '');

/** What the pane of results shows of its beginning. */
const result = (page: Page) => page.locator('.result-window .view-lines');

/** The key of the tab, and that of the device. */
const storedKeys = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((s) => s.getItem('actiongraph:key')));

/** Runs the open tab. Returns the response of the service. */
async function run(page: Page) {
  const answer = page.waitForResponse((one) => isOperation(one.request()));
  await runButton(page).click();
  return (await answer).json();
}

test.each(graphiqlExamples.map(({ query }, index) => [names[index], query]))(
  'the example %s fits the schema',
  (_, query = '') => {
    expect(validate(schema, parse(query))).toEqual([]);
    expect(Math.max(...query.split('\n').map((line) => line.length))).toBeLessThan(56);
  },
);

/** They are followed until they are stopped. */
const subscriptions = ['Changes', 'OpenInvoices'];

describe('a visitor on a desk', () => {
  let desk: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    desk = await opened(desktop);
  });

  test('enters a key, and runs every example, without a request to anywhere else', async () => {
    const { page, problems } = desk;
    expect(names).toEqual([
      'FirstLook',
      'CreateByNames',
      'InvoiceAndPayment',
      'PageOfProjects',
      'BulkEntry',
      'Changes',
      'OpenInvoices',
      'WhoDidWhat',
    ]);
    for (const name of names.filter((one) => !subscriptions.includes(one))) {
      await openTab(page, name);
      const { data, errors } = await run(page);
      expect(errors, name).toBeUndefined();
      expect(JSON.stringify(data), name).not.toMatch(name === 'BulkEntry' ? /^$/ : /"code"/);
      await result(page).getByText('"data"').waitFor();
    }
    expect(problems).toEqual([]);
    const { body } = await api.ours.get('clients/list');
    expect(body.map((client: { name: string }) => client.name)).toEqual([
      'Ada & Sons',
      'Grace & Daughters',
    ]);
  });

  test('follows changes, and stops', async () => {
    const { page, problems } = desk;
    await openTab(page, 'Changes');
    const following = page.waitForResponse((one) => isOperation(one.request()));
    await runButton(page).click();
    await following;
    await api.ours.post('clients/create', { name: 'Lovelace' });
    await result(page).getByText('"Lovelace"').waitFor();
    await page.getByRole('button', { name: /^Stop query/ }).click();
    await runButton(page).waitFor();
    expect(problems).toEqual([]);
  });

  test('can change the key, and think better of the change', async () => {
    const { page } = desk;
    await openTab(page, 'FirstLook');
    await page.getByRole('button', { name: /^API key/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect((await run(page)).data.workspace.name).toBe('Ours');
    await page.getByRole('button', { name: /^API key/ }).click();
    await enterKey(page, api.theirs.key);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await run(page)).data.workspace.name).toBe('Theirs');
  });

  test('finds tabs and key again after a reload', async () => {
    const { page } = desk;
    expect(await storedKeys(page)).toEqual([api.theirs.key, null]);
    await openTab(page, 'PageOfProjects');
    await page.reload();
    await page.locator('.graphiql-tab-active', { hasText: 'PageOfProjects' }).waitFor();
    await graphiqlReady(page);
    expect((await run(page)).data.projects).toBeDefined();
  });
});

describe('the key', () => {
  test('that is invalid is rejected, and requested again', async () => {
    const { page, problems } = await browser.visit('/graphql', { ...desktop, ownClock: true });
    const alert = page.getByRole('alert');
    await enterKey(page, '');
    await alert.getByText('Enter a key.').waitFor();
    await enterKey(page, api.ours.key.replace(/.$/, '9'));
    await alert.getByText('This API key is invalid').waitFor();
    expect(
      await page
        .getByLabel('API key', { exact: true })
        .evaluate((e) => e === document.activeElement),
    ).toBe(true);
    await enterKey(page, ` ${api.ours.key}\n`);
    await graphiqlReady(page);
    expect(problems).toEqual([rejection]);
  });

  test('is stored on the device by choice, and nowhere else', async () => {
    const { page } = await browser.visit('/graphql', { ...desktop, ownClock: true });
    await page.getByLabel('Remember on this device').check();
    await enterKey(page, api.ours.key);
    await runButton(page).waitFor();
    expect(await storedKeys(page)).toEqual([null, api.ours.key]);
    expect(page.url()).not.toContain(api.ours.key);
  });

  test('that was revoked in between is requested again, and the new one works in every tab', async () => {
    const context = { ...api.ours.context, now: new Date() };
    const { key, record } = await createApiKey(context, { name: 'Soon gone' });
    const { page, problems } = await opened(desktop, key);
    await openTab(page, 'FirstLook');
    await revokeApiKey(context, record.id);
    // The service, which remembers keys, hears of it.
    const status = async () =>
      (await api.request('/public/api/auth', { headers: { 'x-api-key': key } })).status;
    await expect.poll(status).toBe(401);
    await runButton(page).click();
    await page.getByRole('alert').getByText('This API key is invalid').waitFor();
    await enterKey(page, api.ours.key);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    for (const name of ['FirstLook', 'PageOfProjects']) {
      await openTab(page, name);
      expect(await run(page)).not.toHaveProperty('errors');
    }
    expect(problems).toEqual([rejection]);
  });
});

describe('a visitor on a phone', () => {
  let visit: Awaited<ReturnType<typeof opened>>;
  beforeAll(async () => {
    visit = await opened(phone);
  });

  test('sees operation, variables and result below one another, and nothing cut off', async () => {
    const { page, problems } = visit;
    await openTab(page, 'CreateByNames');
    expect(await run(page)).not.toHaveProperty('errors');
    await result(page).getByText('"data"').waitFor();
    const boxes = await page.evaluate(() =>
      ['#page-head', '.graphiql-query-editor', '.graphiql-response', '.graphiql-sidebar'].map(
        (selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return {
            top: box?.top ?? -1,
            left: box?.left ?? -1,
            right: box?.right ?? 999,
            bottom: box?.bottom ?? 999,
          };
        },
      ),
    );
    for (const [index, { top, left, right, bottom }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      expect(bottom).toBeLessThanOrEqual(844);
      expect(top).toBeGreaterThanOrEqual(boxes[index - 1]?.bottom ?? 0);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(problems).toEqual([]);
  });

  test('opens the documentation over the editors, and closes it again', async () => {
    const { page } = visit;
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('CreateApiKeyInput').waitFor();
    const box = await page.locator('.graphiql-plugin').boundingBox();
    expect(box?.width).toBeGreaterThan(380);
    await page.getByRole('button', { name: 'Hide Documentation Explorer' }).click();
    await openTab(page, 'CreateByNames');
  });
});
