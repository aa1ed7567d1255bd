import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { permissionAreas } from '../../src/platform/permissions/permissions.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { addPortalContact } from '../support/portal.ts';

const api = useTestApi();
const browser = useBrowser(api);
const hostile = '<img src=x onerror="document.title=1">';

async function opened(key = api.ours.key, options: typeof desktop | typeof phone = desktop) {
  const visit = await browser.visit('/admin', options);
  const { page } = visit;
  await page.fill('#key', key);
  await page.click('#key-submit');
  await page.locator('#content').waitFor();
  return visit;
}

const item = (page: Page, text: string) => page.locator('li', { hasText: text });
const said = (page: Page, text: string) => page.locator('#done', { hasText: text }).waitFor();
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
const answered = async (source: string) => (await api.ours.gql(source)).body.data;

describe('the page of those who run a workspace', () => {
  test('adds a user, changes its role, and refuses what cannot be', async () => {
    const { page, faults } = await opened();
    await page.getByRole('button', { name: 'Add a user' }).click();
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
    await said(page, 'The user was added.');
    await item(page, 'grace@ours.example').getByRole('combobox').selectOption('ACCOUNTANT');
    await said(page, 'is Accountant now');
    const { users } = await answered('{ users { nodes { email role } } }');
    expect(users.nodes).toContainEqual({ email: 'grace@ours.example', role: 'ACCOUNTANT' });

    const owner = item(page, 'owner@ours.example');
    await owner.getByRole('combobox').selectOption('VIEWER');
    await page.locator('#problem', { hasText: 'needs an active owner' }).waitFor();
    expect(await owner.getByRole('combobox').inputValue()).toBe('OWNER');
    expect(await page.title()).toContain('Admin');
    expect(faults).toEqual([]);
  });

  test('downloads records as CSV, as far as whoever is known may read them', async () => {
    await api.ours.post('clients/create', { name: `Client ${hostile}` });
    const { page, faults } = await opened();
    const books = page.locator('#books');
    await books.getByLabel('Records').selectOption('clients');
    const begun = page.waitForEvent('download');
    await books.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await begun;
    expect(file.suggestedFilename()).toMatch(/^clients-[\d-]+\.csv$/);
    expect(readFileSync(await file.path(), 'utf8')).toContain(hostile.slice(0, 10));
    expect(faults).toEqual([]);
    const key = await createApiKey(api.ours.context, { name: 'Users', scopes: ['people:read'] });
    const other = await opened(key.key);
    await other.page.locator('#books').getByLabel('Records').selectOption('invoice lines');
    await other.page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
    await other.page.locator('#problem', { hasText: 'invoices:read' }).waitFor();
  });

  test('downloads the statement of account of a client that is named', async () => {
    await api.ours.post('clients/create', { name: 'Owing' });
    const { page, faults } = await opened();
    const books = page.locator('#books');
    await books.getByLabel('Client, by name').fill('Nobody');
    await page.keyboard.press('Enter');
    await books.locator('.fault', { hasText: 'no client of that name' }).waitFor();
    await books.getByLabel('Client, by name').fill('Owing');
    const begun = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = await begun;
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
    expect(faults).toEqual([]);
    await books.getByLabel('First day').fill('soon');
    await page.keyboard.press('Enter');
    await books.locator('.fault', { hasText: 'from' }).waitFor();
  });

  test('enters an exchange rate, each fault beside its field, and takes it out', async () => {
    const { page, faults } = await opened();
    await page.getByRole('button', { name: 'Enter an exchange rate' }).click();
    const rates = page.locator('#rates');
    await rates.getByLabel('Day').fill('2026-02-30');
    await rates.getByLabel('1 of this currency').fill('EUR');
    await rates.getByLabel('was so much').fill('1.08');
    await rates.getByLabel('of this one').fill('USD');
    await page.keyboard.press('Enter');
    await rates.locator('.fault').waitFor();
    await rates.getByLabel('Day').fill('2026-02-28');
    await page.keyboard.press('Enter');
    await said(page, 'The rate was entered.');
    const stored = '{ exchangeRates { nodes { day baseCurrency quoteCurrency rate } } }';
    const rate = { day: '2026-02-28', baseCurrency: 'EUR', quoteCurrency: 'USD', rate: '1.08' };
    expect((await answered(stored)).exchangeRates.nodes).toEqual([rate]);
    await rates.getByText('1 EUR was 1.08 USD').waitFor();
    await rates.getByRole('button', { name: 'Delete: 2026-02-28, 1 EUR was 1.08 USD' }).click();
    await said(page, 'The rate was deleted.');
    expect((await answered(stored)).exchangeRates.nodes).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('mails a contact of a client a link to the portal', async () => {
    const { email } = await addPortalContact(api.ours);
    const { page, faults } = await opened();
    await item(page, email).getByRole('button', { name: 'Mail a link' }).click();
    await said(page, `A link to ${email} is on its way`);
    await item(page, email).getByText('link mailed').waitFor();
    expect((await newestMailTo(email)).body).toContain('/auth/portal?token=');
    expect(faults).toEqual([]);
  });

  test('makes a key with chosen rights, shows it once, replaces and revokes it', async () => {
    const { page, faults } = await opened();
    page.on('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('What it is for').fill('Web form');
    for (const usual of ['read', 'write']) await page.getByLabel(usual, { exact: true }).uncheck();
    await page.getByLabel('sales: write', { exact: true }).check();
    await page.getByLabel('clients: write', { exact: true }).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = page.locator('.secret code');
    const key = (await secret.textContent()) ?? '';
    expect(key).toMatch(/^ag_/);
    await page.getByRole('button', { name: 'I have it' }).click();
    expect(await page.content()).not.toContain(key);
    const status = (sent: string) =>
      api
        .request('/public/api/auth', { headers: { 'x-api-key': sent } })
        .then((answer) => answer.status);
    expect(await status(key)).toBe(200);
    expect(await item(page, 'Web form').textContent()).toContain('clients:write, sales:write');

    await page.getByRole('button', { name: 'Replace Web form' }).click();
    await said(page, 'was replaced');
    const next = (await secret.textContent()) ?? '';
    expect([await status(key), await status(next)]).toEqual([200, 200]);
    await page.getByRole('button', { name: 'I have it' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke Web form' });
    await revoke.first().click();
    await said(page, 'was revoked');
    await revoke.click();
    await page.getByText('that no longer work').waitFor();
    await revoke.waitFor({ state: 'detached' });
    expect([await status(key), await status(next)]).toEqual([401, 401]);
    expect(faults).toEqual([]);
  });

  test('narrows a key to what it needs, by the keyboard, and refuses to leave nothing', async () => {
    const { context } = api.ours;
    const wide = await createApiKey(context, { name: 'Wide', scopes: ['read', 'time:write'] });
    const { page, faults } = await opened();
    const narrow = page.getByRole('button', { name: 'Narrow Wide' });
    await narrow.press('Enter');
    const kept = item(page, `_${wide.record.prefix}`).locator('form');
    const boxes = await kept.getByRole('checkbox').count();
    expect(boxes).toBe(11);
    await kept.getByRole('button', { name: 'Cancel' }).press('Enter');
    await kept.waitFor({ state: 'detached' });
    expect(await narrow.evaluate((one) => one === document.activeElement)).toBe(true);
    const scopes = async () => (await scopesOf(wide.key)).map((scope) => scope.toLowerCase());
    const narrowed = async (change: () => Promise<void>, becomes: string[]) => {
      await narrow.press('Enter');
      await change();
      await kept.getByRole('button', { name: 'Take the rest away' }).press('Enter');
      await said(page, 'Wide was narrowed.');
      // The list is drawn anew once it was read again, and the form goes with it.
      const shown = item(page, `_${wide.record.prefix}`).locator('.more').first();
      const words = becomes.map((scope) => scope.replace('_', ':')).join(', ');
      await expect.poll(() => shown.textContent()).toBe(words);
      expect(await scopes()).toEqual(becomes);
    };
    await narrowed(() => kept.getByLabel('keeps time: write').press('Space'), ['read']);
    const none = () => kept.getByLabel('keeps time: read').press('Space');
    const usual = permissionAreas.filter((area) => area !== 'keys' && area !== 'time');
    await narrowed(
      none,
      usual.map((area) => `${area}_read`),
    );
    await narrow.press('Enter');
    for (const box of await kept.getByRole('checkbox').all()) await box.press('Space');
    await kept.getByRole('button', { name: 'Take the rest away' }).press('Enter');
    await kept.getByRole('alert').waitFor();
    expect(faults).toEqual([]);
  });

  test('gives an owner the workspace in a file, once, and nobody else', async () => {
    const { page, faults } = await opened();
    const make = page.getByRole('button', { name: 'Make a link to download it' });
    await make.press('Enter');
    const link = page.getByRole('link', { name: 'Download the workspace' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/^workspace-\d+-.*\.ndjson$/);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.length).toBeGreaterThan(3);
    await link.waitFor({ state: 'detached' });
    await make.waitFor();
    expect(faults).toEqual([]);
    const { key } = await createApiKey(api.ours.context, {
      name: 'Less',
      scopes: ['read', 'write'],
    });
    const { page: others } = await opened(key);
    await others.getByRole('button', { name: 'Make a link to download it' }).click();
    await others.locator('#problem', { hasText: 'lacks the scopes' }).waitFor();
  });

  test('saves the settings that were changed, each fault beside its field', async () => {
    const { page, faults } = await opened();
    await page.getByLabel('City').fill('  Turin ');
    await page.getByLabel('Time zone').fill('Mars/Olympus');
    await page.getByLabel('Usual tax rate').fill('twelve');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#settings .fault').nth(1).waitFor();
    await expect.poll(() => page.locator('#settings [aria-invalid]').count()).toBe(2);
    await page.getByLabel('Time zone').fill('Europe/Rome');
    await page.getByLabel('Usual tax rate').fill('22');
    await page.getByLabel('Usual price of an hour').fill('85.5');
    await page.getByLabel('Numbers begin anew').selectOption('NEVER');
    await page.getByRole('button', { name: 'Save' }).click();
    await said(page, 'The settings were saved.');
    const { workspace } = await answered(
      '{ workspace { city timeZone defaultTaxRate hourlyAmount } }',
    );
    expect(workspace).toEqual({
      ...{ city: 'Turin', timeZone: 'Europe/Rome', defaultTaxRate: '22', hourlyAmount: '85.5' },
    });
    expect(faults).toEqual([]);
  });

  test('invites a user, once more, and says how far that is', async () => {
    const { accountId } = api.ours;
    const email = 'invited@ours.example';
    await api.database.prisma.user.create({ data: { accountId, email } });
    const { page, faults } = await opened();
    const user = item(page, email);
    await user.getByText('not invited').waitFor();
    await user.getByRole('button', { name: /^Invite:/ }).click();
    await user.getByText('invited until').waitFor();
    const { body: first } = await newestMailTo(email);
    await user.getByRole('button', { name: /^Invite again/ }).click();
    await expect.poll(async () => (await newestMailTo(email)).body).not.toBe(first);
    expect(faults).toEqual([]);
  });

  test('shows the newest keys of many first with who made them, and the others by and by', async () => {
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
    const { page, faults } = await opened(api.theirs.key);
    page.on('dialog', (dialog) => dialog.accept());
    const keys = page.locator('#keys li');
    await page.locator('#keys').getByText('50 of 201, the newest first').waitFor();
    expect(await keys.first().textContent()).toContain('Key 299.');
    expect(await keys.first().textContent()).toContain('by Ada');
    for (const count of [100, 150, 200, 201]) {
      await page.locator('#keys').getByRole('button', { name: 'More' }).click();
      await page.locator('#keys').getByText(`${count} of 201`).waitFor();
    }
    await page.getByText('100 that no longer work').click();
    await page.locator('#keys details').getByText('50 of 100').waitFor();
    await page.getByRole('button', { name: 'Revoke Key 299.' }).click();
    await said(page, 'Key 299. was revoked');
    await expect.poll(() => keys.first().textContent()).toContain('Key 298.');
    expect(faults).toEqual([]);
  });

  test('says what a lesser key lacks, and shows the rest', async () => {
    const lesser = { name: 'Reader', scopes: ['settings:read'] };
    const { key } = await createApiKey(api.ours.context, lesser);
    const { page } = await opened(key);
    await expect.poll(() => page.locator('#users').textContent()).toContain('people:read');
    await expect.poll(() => page.locator('#keys').textContent()).toContain('keys:read');
    await expect.poll(() => page.getByLabel('Trading name').inputValue()).toBe('Ours');
    await page.getByLabel('City').fill('Milan');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#settings .fault', { hasText: 'lacks the scope' }).waitFor();
  });

  test.each([
    ['a desk', desktop],
    ['a phone', phone],
  ])(
    'axe finds nothing on %s, nothing is too wide, and the keyboard reaches all',
    async (_, options) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await opened(api.ours.key, { ...options, colorScheme } as never);
        await page.getByRole('button', { name: 'Add a user' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Make a key' }).focus();
        await page.keyboard.press('Enter');
        expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
          'name',
        );
        await page
          .getByRole('button', { name: /^Narrow/ })
          .first()
          .press('Enter');
        await page.getByRole('button', { name: 'Enter an exchange rate' }).press('Enter');
        await page.getByRole('button', { name: 'Make a link to download it' }).press('Enter');
        await page.getByRole('link', { name: 'Download the workspace' }).waitFor();
        expect(await axeFindings(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
        expect(await smallTargets(page)).toEqual([]);
      }
    },
  );
});
