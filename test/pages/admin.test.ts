import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { permissionAreas } from '../../src/platform/permissions/permissions.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { pngFile } from '../support/images.ts';
import { addPortalContact } from '../support/portal.ts';
import { sampledLooks } from '../support/sampling.ts';

const api = useTestApi();
const browser = useBrowser(api);
const hostile = '<img src=x onerror="document.title=1">';

async function opened(
  section: string,
  key = api.ours.key,
  options: typeof desktop | typeof phone = desktop,
) {
  const visit = await browser.visit(`/admin#${section}`, options);
  const { page } = visit;
  await page.fill('#key', key);
  await page.click('#key-submit');
  await page.locator('#content').waitFor();
  return visit;
}

const item = (page: Page, text: string) => page.locator('li', { hasText: text });
const printed = (page: Page, text: string) => page.locator('#done', { hasText: text }).waitFor();
const newestMailTo = (recipient: string) =>
  api.database.prisma.signInMail.findFirstOrThrow({
    where: { recipient },
    orderBy: { id: 'desc' },
  });
const scopesOf = async (key: string): Promise<string[]> => {
  const { body } = await api.ours.gql(
    '{ apiKeys(first: 50, orderBy: [{ createdAt: DESC }]) { nodes { prefix scopes } } }',
  );
  return body.data.apiKeys.nodes.find(({ prefix }: { prefix: string }) => key.includes(prefix))
    .scopes;
};
const returned = async (source: string) => (await api.ours.gql(source)).body.data;

describe('the administration page', () => {
  test('adds a user, changes its role, and shows errors', async () => {
    const { page, problems } = await opened('users');
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.locator('#users').getByLabel('E-mail address').fill('nobody');
    await page.getByLabel('First name').fill(`Grace ${hostile}`);
    await page.keyboard.press('Enter');
    await page.locator('#users .fault').waitFor();
    expect(
      await page.locator('#users').getByLabel('E-mail address').getAttribute('aria-invalid'),
    ).toBe('true');
    expect(await page.getByLabel('First name').inputValue()).toContain('Grace');
    await page.locator('#users').getByLabel('E-mail address').fill('grace@ours.example');
    await page.keyboard.press('Enter');
    await printed(page, 'The user was added.');
    await item(page, 'grace@ours.example').getByRole('combobox').selectOption('ACCOUNTANT');
    await printed(page, 'now has the role Accountant');
    const { users } = await returned('{ users { nodes { email role } } }');
    expect(users.nodes).toContainEqual({ email: 'grace@ours.example', role: 'ACCOUNTANT' });

    const owner = item(page, 'owner@ours.example');
    await owner.getByRole('combobox').selectOption('VIEWER');
    await page.locator('#problem', { hasText: 'needs an active owner' }).waitFor();
    expect(await owner.getByRole('combobox').inputValue()).toBe('OWNER');
    expect(await page.title()).toContain('Workspace settings');
    expect(problems).toEqual([]);
  });

  test('downloads records as CSV, as far as the caller may read them', async () => {
    await api.ours.post('clients/create', { name: `Client ${hostile}` });
    const { page, problems } = await opened('books');
    const books = page.locator('#books');
    await books.getByLabel('Records').selectOption('clients');
    const begun = page.waitForEvent('download');
    await books.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await begun;
    expect(file.suggestedFilename()).toMatch(/^clients-[\d-]+\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toContain(hostile.slice(0, 10));
    expect(problems).toEqual([]);
    const key = await createApiKey(api.ours.context, { name: 'Users', scopes: ['people:read'] });
    const other = await opened('books', key.key);
    await other.page.locator('#books').getByLabel('Records').selectOption('invoice lines');
    await other.page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
    await other.page.locator('#problem', { hasText: 'invoices:read' }).waitFor();
  });

  test('downloads the statement of account of a client that is named', async () => {
    await api.ours.post('clients/create', { name: 'Owing' });
    const { page, problems } = await opened('books');
    const books = page.locator('#books');
    await books.getByLabel('Client', { exact: true }).fill('Nobody');
    await page.keyboard.press('Enter');
    await books.locator('.fault', { hasText: 'no client with this name' }).waitFor();
    await books.getByLabel('Client', { exact: true }).fill('Owing');
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await begun;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
    expect(problems).toEqual([]);
    await books.getByLabel('From').fill('2027-02-01');
    await books.getByLabel('To').fill('2027-01-01');
    await page.keyboard.press('Enter');
    await books.locator('.fault', { hasText: 'from' }).waitFor();
  });

  test('enters an exchange rate, with each error next to its field, and deletes it', async () => {
    const { page, problems } = await opened('rates');
    await page.getByRole('button', { name: 'Add exchange rate' }).click();
    const rates = page.locator('#rates');
    await rates.getByLabel('Day').fill('2026-02-28');
    await rates.getByLabel('Base currency').fill('EUR');
    await rates.getByLabel('Rate', { exact: true }).fill('much');
    await rates.getByLabel('Quote currency').fill('USD');
    await page.keyboard.press('Enter');
    await rates.locator('.fault').waitFor();
    await rates.getByLabel('Rate', { exact: true }).fill('1.08');
    await page.keyboard.press('Enter');
    await printed(page, 'The rate was saved.');
    const stored = '{ exchangeRates { nodes { day baseCurrency quoteCurrency rate } } }';
    const rate = { day: '2026-02-28', baseCurrency: 'EUR', quoteCurrency: 'USD', rate: '1.08' };
    expect((await returned(stored)).exchangeRates.nodes).toEqual([rate]);
    await rates.getByText('1 EUR = 1.08 USD').waitFor();
    await rates.getByRole('button', { name: 'Delete: 2026-02-28, 1 EUR = 1.08 USD' }).click();
    await printed(page, 'The rate was deleted.');
    expect((await returned(stored)).exchangeRates.nodes).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('mails a contact of a client a link to the portal', async () => {
    const { email } = await addPortalContact(api.ours);
    const { page, problems } = await opened('portal');
    await item(page, email).getByRole('button', { name: 'Send link' }).click();
    await printed(page, `A link was sent to ${email}`);
    await item(page, email).getByText('link sent').waitFor();
    expect((await newestMailTo(email)).body).toContain('/auth/portal?token=');
    expect(problems).toEqual([]);
  });

  test('creates a key with selected permissions, shows it once, rotates and revokes it', async () => {
    const { page, problems } = await opened('keys');
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Web form');
    for (const standard of ['read', 'write'])
      await page.getByLabel(standard, { exact: true }).uncheck();
    await page.getByLabel('sales: write', { exact: true }).check();
    await page.getByLabel('clients: write', { exact: true }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    const secret = page.locator('.secret code');
    const key = (await secret.textContent()) ?? '';
    expect(key).toMatch(/^ag_/);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(key);
    const status = (sent: string) =>
      api
        .request('/public/api/auth', { headers: { 'x-api-key': sent } })
        .then((answer) => answer.status);
    expect(await status(key)).toBe(200);
    expect(await item(page, 'Web form').textContent()).toContain('clients:write, sales:write');

    await page.getByRole('button', { name: 'Rotate Web form' }).click();
    await printed(page, 'was rotated');
    const next = (await secret.textContent()) ?? '';
    expect([await status(key), await status(next)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'Done' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke Web form' });
    await revoke.first().click();
    await printed(page, 'was revoked');
    await revoke.click();
    await page.getByText('expired or revoked').waitFor();
    await revoke.waitFor({ state: 'detached' });
    expect([await status(key), await status(next)]).toEqual([401, 401]);
    expect(problems).toEqual([]);
  });

  test('restricts a key to the needed permissions, by keyboard, and rejects an empty selection', async () => {
    const { context } = api.ours;
    const wide = await createApiKey(context, { name: 'Wide', scopes: ['read', 'time:write'] });
    const { page, problems } = await opened('keys');
    const narrow = page.getByRole('button', { name: 'Reduce scopes of Wide' });
    await narrow.press('Enter');
    const remaining = item(page, `_${wide.record.prefix}`).locator('form');
    const boxes = await remaining.getByRole('checkbox').count();
    expect(boxes).toBe(13);
    await remaining.getByRole('button', { name: 'Cancel' }).press('Enter');
    await remaining.waitFor({ state: 'detached' });
    expect(await narrow.evaluate((one) => one === document.activeElement)).toBe(true);
    const scopes = async () => (await scopesOf(wide.key)).map((scope) => scope.toLowerCase());
    const restricted = async (change: () => Promise<void>, becomes: string[]) => {
      await narrow.press('Enter');
      await change();
      await remaining.getByRole('button', { name: 'Reduce scopes' }).press('Enter');
      await printed(page, 'The scopes of Wide were reduced.');
      // The list is drawn again once it was read again, and the form goes with it.
      const displayed = item(page, `_${wide.record.prefix}`).locator('.more').first();
      const words = becomes.map((scope) => scope.replace('_', ':')).join(', ');
      await expect.poll(() => displayed.textContent()).toBe(words);
      expect(await scopes()).toEqual(becomes);
    };
    await restricted(() => remaining.getByLabel('keep time: write').press('Space'), ['read']);
    const none = () => remaining.getByLabel('keep time: read').press('Space');
    const defaults = permissionAreas.filter((area) => area !== 'keys' && area !== 'time');
    await restricted(
      none,
      defaults.map((area) => `${area}_read`),
    );
    await narrow.press('Enter');
    for (const box of await remaining.getByRole('checkbox').all()) await box.press('Space');
    await remaining.getByRole('button', { name: 'Reduce scopes' }).press('Enter');
    await remaining.getByRole('alert').waitFor();
    expect(problems).toEqual([]);
  });

  test('gives the export of the workspace to an owner, once, and to no other user', async () => {
    const { page, problems } = await opened('export');
    const make = page.getByRole('button', { name: 'Create download link' });
    await make.press('Enter');
    const link = page.getByRole('link', { name: 'Download workspace' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^workspace-\d+-.*\.ndjson$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.length).toBeGreaterThan(3);
    await link.waitFor({ state: 'detached' });
    await make.waitFor();
    expect(problems).toEqual([]);
    const { key } = await createApiKey(api.ours.context, {
      name: 'Less',
      scopes: ['read', 'write'],
    });
    const { page: others } = await opened('export', key);
    await others.getByRole('button', { name: 'Create download link' }).click();
    await others.locator('#problem', { hasText: 'lacks the scopes' }).waitFor();
  });

  const openSection = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();

  test('shows one section and keeps it in the address', async () => {
    const { page, problems } = await opened('keys');
    const headings = () => page.locator('main h2:visible').allTextContents();
    await expect.poll(headings).toEqual(['API keys']);
    await openSection(page, 'Users');
    await expect.poll(headings).toEqual(['Users']);
    expect(new URL(page.url()).hash).toBe('#users');
    await page.goBack();
    await expect.poll(headings).toEqual(['API keys']);
    const current = page.locator('#sections [aria-current]');
    expect(await current.allTextContents()).toEqual(['API keys']);
    await page.goto(`${browser.url}/admin#unknown`);
    await expect.poll(headings).toEqual(['Company']);
    expect(problems).toEqual([]);
  });

  test('saves the changed settings, with each error next to its field', async () => {
    const { page, problems } = await opened('company');
    await page.getByLabel('City').fill('  Turin ');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByLabel('Website').fill('nowhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#company .fault').first().waitFor();
    await expect.poll(() => page.locator('#company [aria-invalid]').count()).toBeGreaterThan(0);
    await page.getByLabel('Time zone').fill('Europe/Rome');
    await page.getByLabel('Website').fill('https://turin.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    await openSection(page, 'Invoices and e-mails');
    await page.getByLabel('Default tax rate').fill('twelve');
    await page.getByLabel('Default hourly rate').fill('much');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.locator('#invoices [aria-invalid]').count()).toBe(2);
    await page.getByLabel('Default tax rate').fill('22');
    await page.getByLabel('Default hourly rate').fill('85.5');
    await page.getByLabel('Language and date format').selectOption('de-AT');
    await page.getByLabel('Default currency').fill('CHF');
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    await openSection(page, 'Numbering');
    await page.getByLabel('Restart numbering').selectOption('NEVER');
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    const { workspace } = await returned(
      '{ workspace { city timeZone defaultTaxRate hourlyAmount language currency } }',
    );
    expect(workspace).toEqual({
      ...{ city: 'Turin', timeZone: 'Europe/Rome', defaultTaxRate: '22', hourlyAmount: '85.5' },
      ...{ language: 'de-AT', currency: 'CHF' },
    });
    expect(problems).toEqual([]);
  });

  test('keeps unsaved settings when another section is saved or the key is revoked, and drops them with the workspace', async () => {
    const { key, record } = await createApiKey(api.ours.context, {
      ...{ name: 'Ends', scopes: ['read', 'write', 'settings:write'] },
    });
    const { page } = await opened('company', key);
    await page.getByLabel('Telephone').fill('+39 011 1');
    await openSection(page, 'Numbering');
    await page.getByLabel('Deposit invoice').fill('DEP-####');
    await returned('mutation { updateWorkspace(input: { city: "Rome" }) { __typename } }');
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    await openSection(page, 'Company');
    await expect.poll(() => page.locator('#done').textContent()).toBe('');
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Rome');
    expect(await page.getByLabel('Telephone').inputValue()).toBe('+39 011 1');

    await returned(`mutation { revokeApiKey(input: { id: "${record.id}" }) { __typename } }`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#key-problem', { hasText: 'was revoked' }).waitFor();
    const enter = async (next: string) => {
      await page.fill('#key', next);
      await page.click('#key-submit');
      await page.locator('#key-dialog').waitFor({ state: 'hidden' });
    };
    await enter(api.ours.key);
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    expect((await returned('{ workspace { city phone } }')).workspace).toEqual({
      ...{ city: 'Rome', phone: '+39 011 1' },
    });
    await page.getByLabel('Telephone').fill('+39 011 2');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#company .fault').waitFor();
    expect(await page.locator('#done').textContent()).toBe('');
    await page.click('#change-key');
    await enter(api.theirs.key);
    await expect.poll(() => page.getByLabel('Trading name').inputValue()).toBe('Theirs');
    expect(await page.getByLabel('Telephone').inputValue()).toBe('');
  });

  test('uploads a logo, picks a colour, previews both, and removes the logo', async () => {
    const { page, problems } = await opened('design');
    const preview = page.getByRole('img', { name: 'Preview' });
    expect(await preview.textContent()).toContain('Ours');
    const upload = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Logo (PNG').setInputFiles({ name, mimeType, buffer });
    await upload('logo.png', 'image/png', Buffer.from('no image'));
    await page.locator('#problem', { hasText: 'PNG' }).waitFor();
    expect(await page.getByLabel('Logo (PNG').inputValue()).toBe('');
    await upload('logo.png', 'image/png', pngFile({ width: 64, height: 32 }));
    await printed(page, 'The logo was saved.');
    expect(await preview.locator('img').getAttribute('src')).toMatch(/^data:image\/png;base64,/);
    await page.getByLabel('Pick a colour').fill('#aa1122');
    expect(await page.getByLabel('Accent colour').inputValue()).toBe('#aa1122');
    const accent = () => preview.evaluate((one) => (one as HTMLElement).style.cssText);
    expect(await accent()).toContain('#aa1122');
    await page.getByRole('button', { name: 'Save' }).click();
    await printed(page, 'The settings were saved.');
    expect((await returned('{ workspace { accentColor logo { width } } }')).workspace).toEqual({
      ...{ accentColor: '#aa1122', logo: { width: 64 } },
    });
    await upload('logo.png', 'image/png', pngFile({ width: 32, height: 32 }));
    await printed(page, 'The logo was saved.');
    expect((await returned('{ workspace { logo { width } } }')).workspace.logo.width).toBe(32);
    await page.getByRole('button', { name: 'Remove logo' }).click();
    await printed(page, 'The logo was removed.');
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('invites a user, once more, and shows the state of the invitation', async () => {
    const { accountId } = api.ours;
    const email = 'invited@ours.example';
    await api.database.prisma.user.create({ data: { accountId, email } });
    const { page, problems } = await opened('users');
    const user = item(page, email);
    await user.getByText('not invited').waitFor();
    await user.getByRole('button', { name: /^Invite:/ }).click();
    await user.getByText('invited until').waitFor();
    const { body: first } = await newestMailTo(email);
    await user.getByRole('button', { name: /^Invite again/ }).click();
    await expect.poll(async () => (await newestMailTo(email)).body).not.toBe(first);
    expect(problems).toEqual([]);
  });

  test('shows the newest keys first with their creators, and loads the others on demand', async () => {
    const { accountId } = api.theirs;
    const { prisma } = api.database;
    const maker = await prisma.user.create({
      data: { accountId, email: 'maker@theirs.example', firstName: 'Ada', role: 'OWNER' },
    });
    await prisma.apiKey.createMany({
      data: Array.from({ length: 300 }, (_, at) => ({
        ...{ accountId, id: `key_many_${at}`, name: `Key ${at}.`, prefix: `many${at}` },
        ...{ hash: String(at).padStart(64, '0'), scopes: ['read'] },
        createdAt: new Date(Date.UTC(2030, 0, 1, 0, at)),
        revokedAt: at < 100 ? new Date() : null,
        madeByUserId: maker.id,
      })),
    });
    const { page, problems } = await opened('keys', api.theirs.key);
    page.on('dialog', (dialog) => dialog.accept());
    const keys = page.locator('#keys li');
    await page.locator('#keys').getByText('50 of 201, newest first').waitFor();
    expect(await keys.first().textContent()).toContain('Key 299.');
    expect(await keys.first().textContent()).toContain('by Ada');
    for (const count of [100, 150, 200, 201]) {
      await page.locator('#keys').getByRole('button', { name: 'Load more' }).click();
      await page.locator('#keys').getByText(`${count} of 201`).waitFor();
    }
    await page.getByText('100 expired or revoked').click();
    await page.locator('#keys details').getByText('50 of 100').waitFor();
    await page.getByRole('button', { name: 'Revoke Key 299.' }).click();
    await printed(page, 'Key 299. was revoked');
    await expect.poll(() => keys.first().textContent()).toContain('Key 298.');
    expect(problems).toEqual([]);
  });

  test('lists the missing permissions of a key, and shows the rest', async () => {
    const lesser = { name: 'Reader', scopes: ['settings:read'] };
    const { key } = await createApiKey(api.ours.context, lesser);
    const { page } = await opened('users', key);
    await expect.poll(() => page.locator('#users').textContent()).toContain('people:read');
    await expect.poll(() => page.locator('#keys').textContent()).toContain('keys:read');
    await expect.poll(() => page.getByLabel('Trading name').inputValue()).toBe('Ours');
    await openSection(page, 'Company');
    await page.getByLabel('City').fill('Milan');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#company .fault', { hasText: 'lacks the scope' }).waitFor();
  });

  const looks = [
    ['a desk', 'light', desktop],
    ['a desk', 'dark', desktop],
    ['a phone', 'light', phone],
    ['a phone', 'dark', phone],
  ] as const;

  test.each(sampledLooks(looks))(
    'axe finds nothing on %s in the %s, nothing is too wide, and the keyboard reaches all',
    async (_, colorScheme, options) => {
      const { page } = await opened('users', api.ours.key, { ...options, colorScheme } as never);
      await page.getByRole('button', { name: 'Add user' }).press('Enter');
      const check = async () => {
        expect(await axeFindings(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
        expect(await smallTargets(page)).toEqual([]);
      };
      await check();
      for (const name of [
        'Company',
        'Invoices',
        'Numbering',
        'Design',
        'Sign-in',
        'Client',
        'Accounting',
      ]) {
        await openSection(page, name);
        await check();
      }
      await openSection(page, 'API keys');
      await page.getByRole('button', { name: 'Create key' }).press('Enter');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
      await page
        .getByRole('button', { name: /^Reduce scopes/ })
        .first()
        .press('Enter');
      await check();
      await openSection(page, 'Exchange rates');
      await page.getByRole('button', { name: 'Add exchange rate' }).press('Enter');
      await check();
      await openSection(page, 'Export workspace');
      await page.getByRole('button', { name: 'Create download link' }).press('Enter');
      await page.getByRole('link', { name: 'Download workspace' }).waitFor();
      await check();
    },
  );
});
