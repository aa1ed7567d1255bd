import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { makeKey } from '../support/api-keys.ts';
import { desktop, phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { openDocs, tryListOfClients } from '../support/docs-pages.ts';
import { startFakeIssuer } from '../support/fake-issuer.ts';
import { enterKey, graphiqlReady, runButton } from '../support/graphiql-pages.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { sampledLooks } from '../support/sampling.ts';

const issuer = await startFakeIssuer();
afterAll(() => issuer.close());

const api = useTestApi({
  openId: {
    issuer: issuer.url,
    clientId: 'actiongraph',
    clientSecret: undefined,
    name: 'Example <Ltd>',
    emailDomains: [],
  },
});
const browser = useBrowser(api);

const changeButton = (page: Page) => page.getByRole('button', { name: /^API key/ });
const forgetButton = (page: Page) => page.getByRole('button', { name: 'Forget key' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter an API key' });

/** Goes to another page by the head of the one that is open. */
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

const visibleMails = (page: Page) => page.getByRole('button', { name: 'Reload' }).waitFor();

/** What the tab and the device keep that has a key in it. */
const remaining = (page: Page) =>
  page.evaluate(() =>
    [sessionStorage, localStorage].map((store) =>
      Object.keys(store).filter((name) => store.getItem(name)?.includes('ag_')),
    ),
  );

/** A page with the key entered on the outbox. */
async function entered(remember: boolean) {
  const visit = await browser.visit('/outbox', desktop);
  if (remember) await visit.page.getByLabel('Remember on this device').check();
  await enterKey(visit.page, api.ours.key);
  await visibleMails(visit.page);
  return visit;
}

describe('one key for all pages', () => {
  test('is entered once, stored in one place and in no URL: all pages use it, and show its workspace', async () => {
    await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
    const { page, problems } = await entered(false);
    await goTo(page, 'REST');
    await openDocs(page);
    await tryListOfClients(page, 'Lovelace Analytics');
    await page.keyboard.press('Escape');
    await goTo(page, 'GraphQL');
    await graphiqlReady(page);
    await page.getByRole('button', { name: 'API key: Ours …' }).waitFor();
    expect(await dialog(page).count()).toBe(0);
    const answer = page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes('FirstLook'),
    );
    await runButton(page).click();
    expect((await answer).request().headers()['x-api-key']).toBe(api.ours.key);
    await page.reload();
    await graphiqlReady(page);
    expect(await remaining(page)).toEqual([['actiongraph:key'], []]);
    expect(page.url()).not.toContain('ag_');
    expect(await page.content()).not.toContain(api.ours.key);
    await goTo(page, 'Outbox');
    await visibleMails(page);
    expect(await dialog(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test.each([
    ['of the device', true],
    ['of the open tabs alone', false],
  ])('that is %s is forgotten in every tab by one button', async (_, remember) => {
    const { page } = await entered(remember);
    const second = await page.context().newPage();
    await second.goto(`${browser.url}/outbox`);
    await visibleMails(second);
    await forgetButton(page).click();
    for (const one of [page, second]) {
      await dialog(one).waitFor();
      expect(await one.getByRole('button', { name: 'Reload' }).isVisible()).toBe(false);
      expect(await forgetButton(one).isVisible()).toBe(false);
      expect(await remaining(one)).toEqual([[], []]);
    }
    await goTo(page, 'GraphQL');
    await dialog(page).waitFor();
  });

  test('with any scopes is accepted, and shown with its type', async () => {
    const { page } = await browser.visit('/docs', desktop);
    for (const [scopes, name] of [
      [['read'], 'API key: Ours …'],
      [['clients:read', 'time:write'], 'API key: Key …'],
      [['time:write'], 'API key …'],
    ] as const) {
      const { key } = await makeKey(api.ours.context, scopes);
      await changeButton(page).click();
      await enterKey(page, key);
      await page.getByRole('button', { name, exact: true }).waitFor();
      expect(await remaining(page)).toEqual([['actiongraph:key'], []]);
      await forgetButton(page).waitFor();
    }
  });

  test('is known in another tab as well, as long as one is open that knows it', async () => {
    const { page } = await entered(false);
    for (const path of ['/outbox', '/graphql']) {
      const other = await page.context().newPage();
      await other.goto(`${browser.url}${path}`);
      await other.getByRole('button', { name: 'API key: Ours …' }).waitFor();
      expect(await dialog(other).count()).toBe(0);
      expect(await remaining(other)).toEqual([['actiongraph:key'], []]);
      await other.close();
    }
    await page.goto('about:blank');
    const later = await page.context().newPage();
    await later.goto(`${browser.url}/outbox`);
    await dialog(later).waitFor();
    expect(await remaining(later)).toEqual([[], []]);
  });

  test('is not requested any more after another tab provides it, however late', async () => {
    const { page } = await browser.visit('/outbox', desktop);
    await dialog(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${browser.url}/health`);
    await other.evaluate((key) => {
      new BroadcastChannel('actiongraph:credentials').postMessage({ key });
    }, api.ours.key);
    await visibleMails(page);
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await remaining(page)).toEqual([['actiongraph:key'], []]);
  });

  test('is requested if a request needs one, and the other pages are reachable without it', async () => {
    const { page } = await browser.visit('/docs', desktop);
    await openDocs(page);
    expect(await dialog(page).count()).toBe(0);
    await tryListOfClients(page, 'invalid_api_key');
    await dialog(page).waitFor();
    const odd = page.getByPlaceholder(/^[A-Za-z0-9]{12,}$/);
    for (const one of await odd.all()) expect(await one.isVisible()).toBe(false);
    // The documentation shows no key without a stored one.
    expect(await page.locator('body').textContent()).not.toMatch(/QUxM/);
    // Closes the dialog, and then the request.
    for (const _ of ['dialog', 'request']) await page.keyboard.press('Escape');
    for (const [name, path] of [
      ['Outbox', '/outbox'],
      ['GraphQL', '/graphql'],
    ] as const) {
      await goTo(page, name);
      await page.waitForURL(`${browser.url}${path}`);
      await dialog(page).waitFor();
      const focused = page.getByLabel('API key', { exact: true });
      await expect.poll(() => focused.evaluate((e) => e === document.activeElement)).toBe(true);
    }
    await changeButton(page).waitFor();
  });
});

const looks = [
  ['desk', 'light', desktop],
  ['phone', 'dark', phone],
] as const;

test.each(sampledLooks(looks))(
  'axe finds nothing in the outbox on a %s in the %s, and nothing is cut off',
  async (_, colorScheme, options) => {
    const { page } = await browser.visit('/outbox', { ...options, colorScheme });
    await dialog(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await enterKey(page, api.ours.key);
    await visibleMails(page);
    expect(await axeFindings(page)).toEqual([]);
    await changeButton(page).click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  },
);

describe('a signed-in user', () => {
  test('on one page is known by all of them, and signed out of all by one button', async () => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const { page } = await browser.visit('/admin', desktop);
    await page.getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code from the e-mail').fill('1111 1111');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('That code is wrong or has expired').waitFor();
    const [code = ''] =
      /^\d{4} \d{4}$/m.exec((await new TestBrowser(api).mailTo(email)) ?? '') ?? [];
    await page.getByLabel('Code from the e-mail').fill(code);
    await page.keyboard.press('Enter');
    await page.getByLabel('Trading name').waitFor();
    await expect.poll(() => page.getByLabel('Trading name').inputValue()).toBe('Ours');
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await goTo(page, 'Outbox');
    await visibleMails(page);
    const other = await page.context().newPage();
    await other.goto(`${browser.url}/admin`);
    await other.getByLabel('Trading name').waitFor();
    await goTo(page, 'REST');
    await openDocs(page);
    await tryListOfClients(page, '"clientType"');
    await page.goto(`${browser.url}/outbox`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await dialog(page).waitFor();
    await dialog(other).waitFor();
    expect(await other.getByLabel('Trading name').isVisible()).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('the dialog links to the OpenID Connect provider, and reports if that is unavailable', async () => {
  const { page, problems } = await browser.visit('/admin', { ...phone, mayAsk: [issuer.url] });
  const button = dialog(page).getByRole('button', { name: 'Sign in with Example <Ltd>' });
  await button.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  const sent = '**/auth/sign-in/openid';
  const json = { code: 'issuer_unavailable', message: 'It cannot be reached.' };
  await page.route(sent, (route) => route.fulfill({ status: 503, json }));
  await button.click();
  await dialog(page).getByText('It cannot be reached.').waitFor();
  expect(problems).toEqual([expect.stringContaining('503')]);
  await page.unroute(sent);
  await button.click();
  await page.waitForURL(`${issuer.url}/authorize?response_type=code&**`);
});
