import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, useBrowser } from '../support/browser.ts';
import {
  enterKey,
  isEditing,
  openGraphiql,
  openTab,
  runButton,
  settle,
} from '../support/graphiql-pages.ts';
import { sampledLooks } from '../support/sampling.ts';

const api = useTestApi();
const browser = useBrowser(api);

const opened = (options: object) => openGraphiql(browser, options, api.ours.key);

/** A page with a new tab and the open explorer. */
async function exploring(options: object) {
  const visit = await opened(options);
  const { page } = visit;
  await page.getByRole('button', { name: 'New tab' }).click();
  await settle(page);
  await openExplorer(page);
  return visit;
}

async function openExplorer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show GraphiQL Explorer' }).click();
  // Its fields are drawn when the schema is read, and can be reached once they have their roles.
  await page.locator('.graphiql-explorer-root').getByRole('checkbox').first().waitFor();
}

const box = (page: Page, name: string) =>
  page.locator('.graphiql-explorer-root').getByRole('checkbox', { name, exact: true });

/** The operation as the editor will show it, which draws what was done in its own time; without its spaces. */
const written = (page: Page) =>
  expect.poll(async () => {
    const lines = await page.locator('.graphiql-query-editor .view-line').allInnerTexts();
    return lines.join('').replace(/\s/g, '');
  });

/** Runs the built operation by keyboard. Returns the response of the service. */
async function run(page: Page) {
  await settle(page);
  const answer = page.waitForResponse((one) => (one.request().postData() ?? '').includes('Query'));
  await page.keyboard.press('Control+Enter');
  return (await answer).json();
}

/** The element that will have the focus: rendering takes it back. */
const focused = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent));

const isChecked = (page: Page, name: string) =>
  expect.poll(() => box(page, name).first().isChecked());

test('an operation is built by clicking, and runs', async () => {
  await api.ours.post('clients/create', { name: 'Ada & Sons' });
  const { page, problems } = await exploring(desktop);
  for (const name of ['clients', 'edges', 'node', 'name']) await box(page, name).first().click();
  await box(page, 'first:').first().click();
  await page.getByRole('textbox', { name: 'first' }).fill('7');
  await isChecked(page, 'name').toBe(true);
  await written(page).toMatch(/clients\([^)]*first:7\)\{edges\{node\{name/);
  const { data } = await run(page);
  expect(data.clients.edges).toEqual([{ node: { name: 'Ada & Sons' } }]);
  await box(page, 'clients').first().click();
  await written(page).not.toContain('clients');
  expect(problems).toEqual([]);
});

test('the same is done by keyboard alone: one stop of Tab, arrows, space and enter', async () => {
  const { page, problems } = await exploring(desktop);
  await page.getByRole('textbox', { name: 'Name of the operation' }).focus();
  await page.keyboard.press('Tab');
  await focused(page).toBe('apiKey');
  await page.keyboard.press('ArrowDown');
  await focused(page).toBe('apiKeys');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('End');
  await focused(page).toBe('workspaceDeletion');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await focused(page).toBe('workspace');
  await isChecked(page, 'workspace').toBe(true);
  await box(page, 'currency').focus();
  await page.keyboard.press('Space');
  await written(page).toContain('workspace{');
  await written(page).toContain('currency');
  expect((await run(page)).data.workspace.currency).toBe('USD');
  expect(problems).toEqual([]);
});

test('the explorer starts at its top, and opening an entry keeps the focus', async () => {
  const { page } = await opened(desktop);
  await openTab(page, 'FirstLook');
  await openExplorer(page);
  await box(page, 'apiKey').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toContain('GraphiQL Explorer');
  const panel = await page.locator('.graphiql-plugin').boundingBox();
  const title = page.locator('.graphiql-plugin').getByText('Explorer', { exact: true });
  await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThan(panel?.y ?? 0);
});

test('the focus is in the editor after the key, a run and each dialog, so that its keys run an operation', async () => {
  const { page } = await opened(desktop);
  await isEditing(page);
  await settle(page);
  const answer = page.waitForResponse((one) =>
    (one.request().postData() ?? '').includes('FirstLook'),
  );
  await page.keyboard.press('Control+Enter');
  expect((await (await answer).json()).data.workspace.name).toBe('Ours');
  // While the operation runs, it is the button that stops it.
  await runButton(page).click();
  await isEditing(page);
  await runButton(page).waitFor();
  for (const [name, leave] of [
    [/^API key/, 'Cancel'],
    [/^Open short keys/, ''],
    [/^Open settings/, ''],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    if (leave) await page.getByRole('button', { name: leave }).click();
    else await page.keyboard.press('Escape');
    await settle(page);
    await isEditing(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  }
});

const looks = [
  ['desk', 'light', desktop],
  ['desk', 'dark', desktop],
  ['phone', 'light', phone],
  ['phone', 'dark', phone],
] as const;

test.each(sampledLooks(looks))(
  'axe finds nothing on a %s in the %s, before, in and next to the editor',
  async (_, colorScheme, options) => {
    const { page } = await browser.visit('/graphql', { ...options, colorScheme });
    expect(await axeFindings(page)).toEqual([]);
    await enterKey(page, api.ours.key);
    await page.locator('.result-window .monaco-editor').waitFor();
    await page.locator('.view-line span[class^=mtk]').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await openExplorer(page);
    await box(page, 'accountId').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  },
);
