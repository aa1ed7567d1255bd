import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';
import { sampledLooks } from '../support/sampling.ts';
import { totpOf } from '../support/totp.ts';

const api = useTestApi();
const browser = useBrowser(api);
const password = 'correct horse battery';

const looks = [
  ['a desk', desktop, 'light'],
  ['a phone', phone, 'dark'],
] as const;

const main = (page: Page) => page.locator('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const done = (page: Page, text: string) => page.locator('#done', { hasText: text }).waitFor();
const mailed = async (email: string) => (await new TestBrowser(api).mailTo(email)) ?? '';

/** What a camera reads from the QR code on the page. */
async function scanned(page: Page): Promise<string | undefined> {
  const taken = await page.getByRole('img', { name: /^QR code/ }).screenshot();
  const { data, height, width } = PNG.sync.read(taken);
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}

/** From the start page, to which sign-in leads. */
async function openAccount(page: Page) {
  await page.waitForURL('**/start');
  await page.getByRole('link', { name: 'Your account' }).click();
}

async function enteredByCode(options: typeof desktop | typeof phone = desktop, address?: string) {
  const { email } = await addPerson(api, [[api.ours, 'ADMIN']], address);
  const visit = await browser.visit('/sign-in', options);
  const { page } = visit;
  await main(page).getByText('Only invited people can sign in.').waitFor();
  await main(page).getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await main(page).getByLabel('Code from the e-mail').waitFor();
  const [code = ''] = /^\d{4} \d{4}$/m.exec(await mailed(email)) ?? [];
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await openAccount(page);
  await main(page).getByText(`You are signed in as ${email}`).waitFor();
  return { ...visit, email };
}

describe('the sign-in page', () => {
  test('signs a person in by a code, shows the person, and sets a password and a second factor', async () => {
    const { email, problems, page } = await enteredByCode();
    await main(page).getByText('admin of workspace').waitFor();
    await button(page, 'Set a password').click();
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.locator('.fault', { hasText: '12 to 128' }).waitFor();
    await page.getByLabel('New password').fill(password);
    await page.keyboard.press('Enter');
    await done(page, 'The password was saved.');
    await button(page, 'Set up').click();
    await main(page).getByLabel('Your password').fill(password);
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'Open the app on this device' });
    const reported = (await link.getAttribute('href')) ?? '';
    expect(await scanned(page)).toBe(reported);
    const secret = new URL(reported).searchParams.get('secret') ?? '';
    await page.getByLabel('Code that the app shows now').fill(totpOf(secret));
    await page.keyboard.press('Enter');
    await done(page, 'Two-factor authentication is on.');
    await page.getByRole('button', { name: 'Sign out' }).click();

    await main(page).getByLabel('E-mail address').fill(email);
    await button(page, 'Use a password').click();
    await main(page).getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await main(page).getByLabel('Code from your authenticator app').fill(totpOf(secret));
    await page.keyboard.press('Enter');
    await openAccount(page);
    await button(page, 'Turn off').click();
    await main(page).getByLabel('Code from your authenticator app').fill(totpOf(secret));
    await button(page, 'Turn off now').click();
    await done(page, 'Two-factor authentication is off.');
    // The console message for the password that was too short.
    expect(problems.filter((error) => !error.includes('status of 400'))).toEqual([]);
  });

  test.each(sampledLooks(looks))(
    'lists the portals of a contact with its permissions there, on %s',
    async (_, options, colorScheme) => {
      const { email } = await addPortalContact(api.ours);
      await addPortalContact(api.theirs, email);
      const { problems, page } = await browser.visit('/sign-in', {
        ...options,
        colorScheme,
      } as never);
      await main(page).getByLabel('E-mail address').fill(email);
      await page.keyboard.press('Enter');
      await main(page).getByLabel('Code from the e-mail').waitFor();
      const [code = ''] = /^\d{4} \d{4}$/m.exec(await mailed(email)) ?? [];
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      const portals = page.getByRole('region', { name: 'Client portals' });
      await portals.getByText('at Theirs').waitFor();
      expect(await portals.getByRole('listitem').allTextContents()).toEqual([
        expect.stringMatching(/^Client .*at Ours$/),
        expect.stringMatching(/^Client .*at Theirs$/),
      ]);
      await portals.getByText('As a contact of a client, you see the projects').waitFor();
      expect(await main(page).getByText('You are not an active user').count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
      // The head of every page requests the workspace, and gets an error because there are two.
      expect(problems.filter((failure) => !failure.includes('status of 400'))).toEqual([]);
    },
  );

  test.each([
    ['/outbox', '**/outbox'],
    ['https://evil.example/', '**/sign-in'],
  ])('redirects to %s after a second factor only if pages may redirect there', async (next, to) => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const own = new TestBrowser(api);
    await own.signIn(email);
    const { body } = await own.post('/auth/two-factor/enable');
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? '';
    await own.post('/auth/two-factor/verify-totp', { code: totpOf(secret) });
    const requested = new URLSearchParams({ next });
    const { page } = await browser.visit(`/sign-in?${requested}`, desktop);
    await main(page).getByLabel('E-mail address').fill(email);
    await page.keyboard.press('Enter');
    await main(page).getByLabel('Code from the e-mail').waitFor();
    await page.keyboard.type(/^\d{4} \d{4}$/m.exec(await mailed(email))?.[0] ?? '');
    await page.keyboard.press('Enter');
    await main(page)
      .getByLabel('Code from your authenticator app')
      .fill(totpOf(secret, Date.now() + 30_000));
    await page.keyboard.press('Enter');
    await page.waitForURL(to);
    if (to === '**/sign-in') await main(page).getByText('admin of workspace').waitFor();
    expect(new URL(page.url()).hostname).toBe('127.0.0.1');
  });

  test('shows the other sessions of the person, and ends one', async () => {
    const { email, page } = await enteredByCode();
    const other = new TestBrowser(api);
    expect((await other.signIn(email)).status).toBe(200);
    await page.reload();
    await page.getByText('(this browser)').waitFor();
    await page.getByRole('button', { name: /^Sign out An app/ }).click();
    await done(page, 'is signed out');
    expect((await other.gql('{ workspace { name } }')).status).toBe(401);
  });

  test.each([
    ['refused=invitation', 'This invitation was already accepted'],
    ['error=sign_in_refused', 'This link was already used'],
    ['refused=constructor', ''],
    ['refused=<img src=x onerror=alert(1)>', ''],
  ])('shows the outcome of a link: %s', async (sent, words) => {
    const { problems, page } = await browser.visit(`/sign-in?${sent}`, desktop);
    await main(page).getByLabel('E-mail address').waitFor();
    if (words !== '') await page.locator('#problem', { hasText: words }).waitFor();
    else expect(await page.locator('#problem').textContent()).toBe('');
    expect(new URL(page.url()).search).toBe('');
    expect(problems).toEqual([]);
  });

  test.each(sampledLooks(looks))(
    'axe finds nothing on %s, and nothing is too wide',
    async (_, options, colorScheme) => {
      const longest = `${'a'.repeat(60)}.${colorScheme}@${'sub'.repeat(20)}.example`;
      const { page } = await enteredByCode({ ...options, colorScheme } as never, longest);
      for (const name of ['Set a password', 'Set up']) await button(page, name).click();
      await button(page, 'Show QR code').click();
      await page.getByLabel('Code that the app shows now').waitFor();
      const { host, pathname } = new URL((await scanned(page)) ?? '');
      expect([host, pathname]).toEqual(['totp', expect.stringMatching(/^\/Actiongraph:/)]);
      expect(await axeFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await main(page).getByLabel('E-mail address').waitFor();
      expect(await axeFindings(page)).toEqual([]);
    },
  );
});
