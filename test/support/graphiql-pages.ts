import type { Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';

/** Enters a key in the dialog that is open. */
export async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Before all of its editors are there, GraphiQL runs nothing. */
export const graphiqlReady = (page: Page) =>
  page.locator('.result-window .monaco-editor').waitFor();

/** A page of GraphiQL with the key entered and the schema loaded. */
export async function openGraphiql(browser: TestBrowser, options: object, key: string) {
  const visit = await browser.visit('/graphql', { ...options, ownClock: true });
  const introspected = visit.page.waitForResponse((answer) =>
    (answer.request().postData() ?? '').includes('IntrospectionQuery'),
  );
  await enterKey(visit.page, key);
  await introspected;
  await graphiqlReady(visit.page);
  return visit;
}

/** What GraphiQL puts off, such as finding out which operation it would run or writing its tabs down, is done now. */
export const settle = (page: Page) => page.clock.runFor(2_000);

/** Opens the tab of an operation by its name. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('.graphiql-tab-active', { hasText: name }).waitFor();
  await settle(page);
}

export const runButton = (page: Page) => page.getByRole('button', { name: /^Execute query/ });

/** Whether the focus is in the editor of the operation. */
export const isEditing = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('.graphiql-query-editor') != null);
