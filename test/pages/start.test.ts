import { expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';

const api = useTestApi();
const browser = useBrowser(api);

async function signedIn(email: string, options: object = desktop) {
  const visit = await browser.visit('/sign-in', options);
  const { page } = visit;
  const main = page.locator('main');
  await main.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await main.getByLabel(/^Code/).waitFor();
  const mail = (await new TestBrowser(api).mailTo(email)) ?? '';
  await page.keyboard.type(/^\d{4} \d{4}$/m.exec(mail)?.[0] ?? '');
  await page.keyboard.press('Enter');
  return visit;
}

test.each([
  ['a desk', desktop, 'light'],
  ['a phone', phone, 'dark'],
] as const)(
  'sign-in leads to a start page with next steps, on %s',
  async (_, options, colorScheme) => {
    const { email } = await addPerson(api, [[api.ours, 'ADMIN']]);
    const { problems, page } = await signedIn(email, { ...options, colorScheme });
    await page.waitForURL('**/start');
    await page.getByText(`Signed in as ${email} (admin).`).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Ours');
    const step = (name: string) => page.locator('li', { hasText: name });
    expect(await step('Invite your team').textContent()).toContain('Done');
    expect(await step('Create your first invoice').textContent()).not.toContain('Done');
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await smallTargets(page)).toEqual([]);
    for (const href of await page
      .locator('main a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))) {
      const { status } = await api.request(href, { headers: { accept: 'text/html' } });
      expect([href, status]).toEqual([href, 200]);
    }
    await page.goto(`${browser.url}/`);
    await page.getByText('You are signed in to Ours.').waitFor();
    expect(await page.getByRole('navigation').getByRole('link').first().textContent()).toContain(
      'Open your workspace',
    );
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${browser.url}/sign-in`);
    await page.getByText(`You are signed in as ${email}`).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1);
    expect(problems).toEqual([]);
  },
);

test('without a session the start page leads to sign-in, and with a key it shows the workspace of the key', async () => {
  const { page } = await browser.visit('/start', desktop);
  await page.waitForURL('**/sign-in');
  await page.getByLabel('E-mail address').waitFor();
  const { key } = await createApiKey(api.ours.context, { name: 'Reader', scopes: ['time:read'] });
  await page.evaluate((value) => sessionStorage.setItem('actiongraph:key', value), key);
  await page.goto(`${browser.url}/start`);
  await page.getByText('API key: Reader.').waitFor();
  expect(
    await page.locator('li', { hasText: 'Add your first client' }).textContent(),
  ).not.toContain('Done');
});

test('after another key was entered the start page shows its workspace, without steps that are all done', async () => {
  const { page } = await browser.visit('/sign-in', desktop);
  await page.evaluate(() => sessionStorage.setItem('actiongraph:key', 'ag_1_revoked'));
  await page.goto(`${browser.url}/start`);
  await page.getByText('API key is invalid').first().waitFor();
  await page.fill('#key', api.ours.key);
  await page.click('#key-submit');
  await page.getByRole('heading', { name: 'Ours', level: 1 }).waitFor();
  const steps = page.getByRole('heading', { name: 'Next steps' });
  expect(await steps.isVisible()).toBe(true);
  const { accountId, gql, post } = api.theirs;
  await gql('mutation { updateWorkspace(input: { address1: "Via Po 1" }) { __typename } }');
  await api.database.prisma.user.create({ data: { accountId, email: 'second@theirs.example' } });
  await post('clients/create', { name: 'First' });
  const { status } = await post('invoices/create', {
    clientName: 'First',
    items: [{ rate: 1 }],
  });
  expect(status).toBe(200);
  await page.click('#change-key');
  await page.fill('#key', api.theirs.key);
  await page.click('#key-submit');
  await page.getByRole('heading', { name: 'Theirs', level: 1 }).waitFor();
  expect(await steps.isVisible()).toBe(false);
});

test.each(['a contact of a client', 'a user of two workspaces'])(
  'shows the account of %s without a single workspace to open',
  async (caller) => {
    const isContact = caller === 'a contact of a client';
    const { email } = isContact
      ? await addPortalContact(api.ours)
      : await addPerson(api, [
          [api.ours, 'ADMIN'],
          [api.theirs, 'MEMBER'],
        ]);
    const { page } = await signedIn(email);
    await page.getByText(`You are signed in as ${email}`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.goto(`${browser.url}/start`);
    await page.waitForURL('**/sign-in');
    await page.getByText(`You are signed in as ${email}`).waitFor();
  },
);
