import type { Page } from 'playwright-core';

/** Waits until the documentation is there. */
export const openDocs = (page: Page) => page.getByText('as JSON over HTTP').first().waitFor();

/** Tries the list of clients in the documentation; answers what is shown of the answer. */
export async function tryListOfClients(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Clients' }).first().click();
  await page.getByText('List clients').first().click();
  await page.getByRole('button', { name: /Test Request.*clients\/list/ }).click();
  return send(page);
}

/** Sends the request that is open there. */
async function send(page: Page): Promise<string> {
  const client = page.getByRole('dialog', { name: 'API Client' });
  const answered = page.waitForResponse((one) => one.url().endsWith('/clients/list'));
  await client.getByRole('button', { name: /Send/ }).first().click();
  const answer = await answered;
  await client
    .getByText(answer.ok() ? '200 OK' : '401')
    .first()
    .waitFor();
  return (await client.textContent()) ?? '';
}
