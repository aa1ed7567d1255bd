import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createWebhookEndpoint } from '../../src/domain/webhooks/create-endpoint.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import type { Prisma } from '../../src/generated/prisma/client.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { sampledLooks } from '../support/sampling.ts';
import { startDelivery, useReceiver } from '../support/webhooks.ts';

const api = useTestApi();
const browser = useBrowser(api);
const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

async function opened(
  options: typeof desktop | typeof phone = desktop,
  key = api.ours.key,
  section = 'webhooks',
) {
  const visit = await browser.visit(`/admin#${section}`, options);
  const { page } = visit;
  page.on('dialog', (dialog) => dialog.accept());
  await page.fill('#key', key);
  await page.click('#key-submit');
  await page.locator('#content').waitFor();
  return visit;
}

const item = (page: Page, text: string) =>
  page.locator('#webhooks > div > ul > li', { hasText: text });
const printed = (page: Page, text: string) => page.locator('#done', { hasText: text }).waitFor();
const add = async (url: string, data: Partial<Prisma.WebhookEndpointUncheckedUpdateInput> = {}) => {
  const input = { url, types: ['client', 'invoice.paid'], description: `Shop ${hostile}` };
  const { record } = await createWebhookEndpoint(api.ours.context, input);
  const { accountId } = api.ours;
  await api.database.prisma.webhookEndpoint.update({
    where: { accountId_id: { accountId, id: record.id } },
    data,
  });
  return record.id;
};

const addDelivery = (
  endpointId: string,
  data: Partial<Prisma.WebhookDeliveryUncheckedCreateInput>,
) =>
  api.database.prisma.webhookDelivery.create({
    data: {
      ...{
        accountId: api.ours.accountId,
        endpointId,
        id: `whd_${Math.random()}`,
        type: 'invoice.paid',
      },
      ...{
        status: 'FAILED',
        attempts: 3,
        statusCode: 500,
        durationMs: 84,
        requestedAt: new Date(),
      },
      ...{ error: `The response has the status 500. ${hostile}`, responseExcerpt: hostile },
      ...data,
    },
  });

const stored = (id: string) => api.database.prisma.webhookEndpoint.findFirst({ where: { id } });

describe('the webhooks of the administration page', () => {
  test('creates an endpoint, shows its secret once, tests, disables, enables, rotates and deletes it', async () => {
    const receiver = await useReceiver();
    const { page, problems } = await opened();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.locator('#webhooks').getByLabel('URL').fill('http://192.168.1.1/');
    await page.locator('#webhooks').getByLabel('Events').fill('invoice.paid, clients');
    await page.keyboard.press('Enter');
    await page.locator('#webhooks .fault').first().waitFor();
    expect(await page.locator('#webhooks [aria-invalid]').count()).toBe(2);
    await page.locator('#webhooks').getByLabel('URL').fill(receiver.url);
    await page.locator('#webhooks').getByLabel('Events').fill('invoice.paid, client');
    await page.keyboard.press('Enter');
    const secret = page.locator('.secret code');
    const first = await secret.textContent();
    expect(first).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(first);
    const endpoint = item(page, receiver.url);
    await endpoint.getByText('invoice.paid, client').waitFor();
    await endpoint.getByText('no attempt yet').waitFor();

    await endpoint.getByRole('button', { name: 'Send test' }).click();
    await printed(page, 'accepted the test: status 200');
    await endpoint.getByText('status 200').waitFor();
    receiver.respond = (response) => response.writeHead(500).end();
    await endpoint.getByRole('button', { name: 'Send test' }).click();
    await page.locator('#problem', { hasText: 'has the status 500' }).waitFor();

    await endpoint.getByRole('button', { name: 'Disable' }).click();
    await printed(page, 'is disabled');
    await endpoint.getByText('Someone disabled it.').waitFor();
    await endpoint.getByRole('button', { name: 'Enable' }).click();
    await printed(page, 'is enabled');
    await endpoint.getByRole('button', { name: 'Rotate secret' }).click();
    await secret.waitFor();
    expect(await secret.textContent()).not.toBe(first);
    await endpoint.getByRole('button', { name: 'Delete' }).click();
    await printed(page, 'was deleted');
    expect(await endpoint.count()).toBe(0);
    expect(problems.filter((problem) => !problem.includes('192.168'))).toEqual([]);
  });

  test('shows the response of a receiver as text, the request of a delivery, and retries it', async () => {
    const receiver = await useReceiver((response) => response.writeHead(500).end());
    const id = await add(receiver.url);
    const { close } = startDelivery(api, { schedule: () => 3_600_000 });
    await api.ours.post('clients/create', { name: `Client ${hostile}` });
    const { accountId } = api.ours;
    const failed = () =>
      api.database.prisma.webhookDelivery.findFirst({ where: { accountId, endpointId: id } });
    await expect.poll(failed).toMatchObject({ status: 'RETRYING' });
    await close();
    await api.database.prisma.webhookDelivery.updateMany({
      where: { accountId, endpointId: id },
      data: { responseExcerpt: hostile, error: hostile },
    });
    await addDelivery(id, { type: 'webhook.test' });
    const { page, problems } = await opened();
    const endpoint = item(page, receiver.url);
    await endpoint.getByText(hostile).first().waitFor();
    await endpoint.getByText('Deliveries', { exact: true }).click();
    const delivery = endpoint.locator('li', { hasText: 'client.created' });
    await delivery.getByText('status 500').waitFor();
    await delivery.getByRole('button', { name: 'Response' }).click();
    expect(await delivery.locator('pre').textContent()).toBe(hostile);
    await delivery.getByRole('button', { name: 'Response' }).click();
    await delivery.getByRole('button', { name: 'Request' }).click();
    const request = delivery.locator('pre', { hasText: 'webhook-id: evt_' });
    await request.waitFor();
    expect(await request.textContent()).toContain(JSON.stringify(`Client ${hostile}`));
    const ofTest = endpoint.locator('li', { hasText: 'webhook.test' });
    expect(await ofTest.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await delivery.getByRole('button', { name: 'Retry' }).click();
    await printed(page, 'client.created is sent again');
    expect(await page.title()).toContain('Workspace settings');
    expect(await page.locator('main img').count()).toBe(0);
    expect(problems).toEqual([]);
    await api.database.prisma.webhookEndpoint.delete({
      where: { accountId_id: { accountId, id } },
    });
  });

  test('explains each state, also above the other sections, and continues with new events when the others expired', async () => {
    const { accountId } = api.ours;
    const failing = await add('https://failing.example/', { state: 'FAILING' });
    await api.database.prisma.webhookCursor.updateMany({
      where: { accountId, endpointId: failing },
      data: {
        firstFailureAt: new Date(Date.now() - 7_200_000),
        nextAttemptAt: new Date(),
        position: '0',
      },
    });
    await add('https://manual.example/', { state: 'DISABLED', stateReason: 'MANUAL' });
    const { page } = await opened(desktop, api.ours.key, 'company');
    await page.locator('#notice', { hasText: 'A webhook endpoint does not get events.' }).waitFor();
    const expired = await add('https://expired.example/', {
      ...{ state: 'DISABLED', stateReason: 'EVENTS_EXPIRED' },
    });
    await api.database.prisma.webhookCursor.updateMany({
      where: { accountId, endpointId: expired },
      data: { position: '1-zzz' },
    });
    const next = await opened(desktop, api.ours.key, 'company');
    await next.page
      .locator('#notice', { hasText: '2 webhook endpoints do not get events.' })
      .waitFor();
    await next.page.getByRole('link', { name: 'Show webhooks' }).click();
    const failingItem = item(next.page, 'failing.example');
    await failingItem.getByText('Deliveries have failed since').waitFor();
    await failingItem.getByText('Next attempt').waitFor();
    await failingItem.getByText('are not delivered yet').waitFor();
    const manualItem = item(next.page, 'manual.example');
    await manualItem.getByText('Someone disabled it.').waitFor();
    const expiredItem = item(next.page, 'expired.example');
    await expiredItem.getByText('are no longer stored').waitFor();
    await expiredItem.getByRole('button', { name: 'Enable' }).click();
    await printed(next.page, 'is enabled');
    expect(await stored(expired)).toMatchObject({ state: 'ACTIVE', stateReason: null });
    await next.page.locator('#notice', { hasText: 'A webhook endpoint' }).waitFor();
    await failingItem.getByRole('button', { name: 'Retry now' }).click();
    await printed(next.page, 'gets its events again now');
    await next.page.locator('#notice').waitFor({ state: 'hidden' });
  });

  test('names the missing scope, and rejects changes of a caller that may only read', async () => {
    const { context } = api.ours;
    const none = await createApiKey(context, { name: 'None', scopes: ['settings:read'] });
    const { page } = await opened(desktop, none.key);
    await page.locator('#webhooks', { hasText: 'webhooks:read' }).waitFor();
    expect(await page.locator('#notice').isVisible()).toBe(false);
    const reader = await createApiKey(context, {
      name: 'Reader',
      scopes: ['webhooks:read', 'clients:write'],
    });
    const id = await add('https://read.example/');
    const { page: readers } = await opened(desktop, reader.key);
    await item(readers, 'read.example').getByRole('button', { name: 'Delete' }).click();
    await readers.locator('#problem', { hasText: 'webhooks:write' }).waitFor();
    expect(await stored(id)).not.toBeNull();
  });
});

describe('the layout', () => {
  beforeAll(async () => {
    await api.database.prisma.webhookEndpoint.deleteMany({
      where: { accountId: api.ours.accountId },
    });
    const id = await add(`https://hooks.example/a-very-long-path/${'x'.repeat(120)}`, {
      state: 'FAILING',
    });
    await add('https://gone.example/', { state: 'DISABLED', stateReason: 'GONE' });
    await add('https://shop.example/hooks', { description: 'Shop' });
    await addDelivery(id, { position: '1-a', responseExcerpt: 'word '.repeat(200) });
    await addDelivery(id, {
      position: '2-b',
      status: 'DELIVERED',
      statusCode: 200,
      error: null,
      attempts: 1,
    });
    await addDelivery(id, {
      position: '3-c',
      status: 'RETRYING',
      statusCode: null,
      durationMs: 15_000,
      error: 'No response within 15 s.',
      responseExcerpt: null,
    });
  });

  const looks = [
    ['desk', 'light', desktop],
    ['desk', 'dark', desktop],
    ['phone', 'light', phone],
    ['phone', 'dark', phone],
  ] as const;

  test.each(sampledLooks(looks))(
    'has no axe findings on a %s in the %s, and nothing is too wide',
    async (_name, colorScheme, options) => {
      const { page } = await opened({ ...options, colorScheme } as never);
      const check = async () => {
        expect(await axeFindings(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
        expect(await smallTargets(page)).toEqual([]);
      };
      await check();
      const endpoint = item(page, 'hooks.example/a-very');
      await endpoint.locator('summary').press('Enter');
      await endpoint.locator('li').first().waitFor();
      await endpoint.getByRole('button', { name: 'Response' }).first().press('Enter');
      await page.getByRole('button', { name: 'Create endpoint' }).press('Enter');
      await check();
    },
  );
});
