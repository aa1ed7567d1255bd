import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until the documentation is there. */
export const openDocs = (page: Page) => page.getByText('as JSON over HTTP').first().waitFor();

/** Tries the list of clients in the documentation, which shows a text of the answer; it is drawn after the answer's status. */
export async function tryListOfClients(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Clients' }).first().click();
  await page.getByText('List clients').first().click();
  await page.getByRole('button', { name: /Test Request.*clients\/list/ }).click();
  await send(page, text);
}

/** Sends the request that is open there. */
async function send(page: Page, text: string): Promise<void> {
  const client = page.getByRole('dialog', { name: 'API Client' });
  const returned = page.waitForResponse((one) => one.url().endsWith('/clients/list'));
  await client.getByRole('button', { name: /Send/ }).first().click();
  const answer = await returned;
  await client
    .getByText(answer.ok() ? '200 OK' : '401')
    .first()
    .waitFor();
  await expect.poll(() => client.textContent()).toContain(text);
}
