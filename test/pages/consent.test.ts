import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import type { VisitOptions } from '../support/browser.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { stopListening } from '../support/listening.ts';
import { RawApp } from '../support/oauth.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi({ sendsMail: true });
const browser = useBrowser(api);

/** Where the app waits for the decision. */
let redirect_uri: string;
const appServer = createServer((_, response) => response.end('Back in the app'));
beforeAll(async () => {
  await once(appServer.listen(0, '127.0.0.1'), 'listening');
  redirect_uri = `http://127.0.0.1:${(appServer.address() as AddressInfo).port}/callback`;
});
afterAll(() => stopListening(appServer));

/** Opens the authorization request of an app, and signs in on the way. */
async function openConsentPage(workspaces: Parameters<typeof addPerson>[1], options: VisitOptions) {
  const { email } = await addPerson(api, workspaces);
  const app = await RawApp.register(api, { client_name: 'Notes assistant' });
  const url = app.authorizationUrl({ redirect_uri });
  const mayAsk = [new URL(redirect_uri).origin];
  const visit = await browser.visit(url, { ...options, mayAsk });
  const { page } = visit;
  await page.locator('input[name=email]').fill(email);
  await page.keyboard.press('Enter');
  await page.locator('input[name=otp]').waitFor();
  const mail = (await new TestBrowser(api).mailTo(email)) ?? '';
  await page.keyboard.type(/^\d{4} \d{4}$/m.exec(mail)?.[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/auth/oauth2/authorize?**');
  return { ...visit, app, email, url };
}

/** Clicks, and returns the parameters that the app gets. */
async function answer(page: Page, button: string): Promise<URLSearchParams> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL(`${redirect_uri}**`);
  return new URL(page.url()).searchParams;
}

test('a person signs in, chooses the workspace, and allows reading only, on a phone', async () => {
  const { app, email, page, problems } = await openConsentPage(
    [
      [api.ours, 'OWNER'],
      [api.theirs, 'MANAGER'],
    ],
    phone,
  );
  await page.getByRole('heading', { name: 'Give Notes assistant access?' }).waitFor();
  await page.getByText('Nobody has verified the name').waitFor();
  await page.getByText('a program on this device').waitFor();
  await page.getByText(`You are signed in as ${email}`).waitFor();
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByLabel('Workspace').selectOption({ label: `Theirs (${api.theirs.accountId})` });
  const code = (await answer(page, 'Allow')).get('code') ?? '';
  const { body } = await app.exchange(code, { redirect_uri });
  expect(body.scope).toBe('read offline_access');
  const grant = await api.database.prisma.oAuthGrant.findFirst({ orderBy: { id: 'desc' } });
  expect(grant?.onlyIn).toBe(api.theirs.accountId);
  // The page of sign-in asks for the workspace, of which there are two.
  expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
});

test('a person denies in another language, and later sees and disconnects an app', async () => {
  const { app, page, url } = await openConsentPage([[api.ours, 'ADMIN']], {
    ...desktop,
    ...{ locale: 'de-DE', colorScheme: 'dark' },
  });
  await page.getByRole('heading', { name: 'Notes assistant Zugriff geben?' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect((await answer(page, 'Ablehnen')).get('error')).toBe('access_denied');

  await page.goto(`${browser.url}${url}`);
  await page.getByRole('checkbox').check();
  const code = (await answer(page, 'Erlauben')).get('code') ?? '';
  await app.exchange(code, { redirect_uri });
  await page.goto(`${browser.url}/sign-in`);
  const apps = page.getByRole('region', { name: 'Verbundene Apps' });
  await apps.getByText('liest und schreibt im Arbeitsbereich').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await apps.getByRole('button', { name: 'Notes assistant trennen' }).click();
  await page.locator('#done', { hasText: 'Notes assistant hat keinen Zugriff mehr.' }).waitFor();
  expect(await apps.count()).toBe(0);
});

test('an app that is not registered leads to a message', async () => {
  const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
  const own = new TestBrowser(api);
  await own.signIn(email);
  const { headers } = await own.get('/auth/oauth2/authorize?client_id=unknown&response_type=code');
  const { pathname, search } = new URL(headers.get('location') ?? '');
  const { text } = await api.request(pathname + search);
  expect(text).toContain('The app that sent you here is not registered');
});
