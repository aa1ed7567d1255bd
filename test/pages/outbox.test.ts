import { beforeAll, describe, expect, test } from 'vitest';
import { queueSignInMail } from '../../src/domain/identities/sign-in-mails.ts';
import { createApiKey } from '../../src/domain/workspaces/api-keys.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { enterKey } from '../support/graphiql-pages.ts';
import { addContact, created } from '../support/invoices.ts';

const api = useTestApi();
const browser = useBrowser(api);
const hostile = '<img src=x onerror="document.title=1"> {{ x }}';

beforeAll(async () => {
  for (const [workspace, name] of [
    [api.ours, `Acme ${hostile}`],
    [api.theirs, 'Neighbour'],
  ] as const) {
    const { id } = await created(workspace, 'clients/create', { name });
    await addContact(api, workspace, id, {
      firstName: 'Ada',
      email: 'ada@a.example',
      invoiceContact: true,
    });
    const body = { clientName: name, amount: 1190, description: hostile, sendTo: { send: true } };
    await created(workspace, 'invoices/create', body);
  }
  await api.database.prisma.outboxMail.create({
    data: {
      accountId: api.ours.accountId,
      id: 'mai_failed',
      recipients: ['bo@b.example'],
      subject: `Bill ${hostile}`,
      body: 'Plain words',
      status: 'UNCONFIRMED',
      attempts: 2,
      lastError: 'Timeout (it may have been delivered)',
    },
  });
});

async function opened(viewport: { width: number; height: number }) {
  const visit = await browser.visit('/outbox', { viewport });
  const { page } = visit;
  await enterKey(page, api.ours.key);
  await page.waitForSelector('#list li');
  return visit;
}

describe('the outbox', () => {
  test.each([
    ['a desk', { width: 1200, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])(
    'shows on %s the state of each mail of the key’s workspace, and nothing of another',
    async (_, viewport) => {
      const { problems, page } = await opened(viewport);
      const items = await page.locator('#list li summary').allInnerTexts();
      expect(items).toHaveLength(2);
      expect(await smallTargets(page)).toEqual([]);
      expect(items[0]).toContain('Delivery unknown');
      expect(items[0]).toContain('Timeout (it may have been delivered)');
      expect(items[0]).toContain(hostile);
      expect(items[1]).toContain('Kept, not sent');
      expect(items.join()).not.toContain('Neighbour');

      await page.locator('#list li summary').nth(1).click();
      const frame = page.frameLocator('iframe');
      await frame.getByText('View invoice').waitFor();
      expect(await frame.locator('body').textContent()).toContain('$1,190.00');
      expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
      await page.getByText('As plain text').click();
      expect(await page.locator('pre').textContent()).toContain('Hello Ada,');
      await page.getByText('As designed').click();

      const { scrollWidth, title } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        title: document.title,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(viewport.width);
      expect(title).toContain('Outbox');
      expect(page.url()).not.toContain('ag_');
      expect(problems).toEqual([]);
    },
  );

  test('shows why a mail cannot be sent again, and filters by state', async () => {
    const { page } = await opened({ width: 800, height: 800 });
    await page.selectOption('#state', 'KEPT');
    await page.locator('#list li').nth(1).waitFor({ state: 'detached' });
    await page.locator('#list li summary').click();
    await page.getByText('Send it now').click();
    await page.getByText('No mail server is configured').waitFor();
    expect(await page.locator('#problem').textContent()).toContain('no e-mail can be sent');
  });

  test('requests a key again if it is not valid', async () => {
    const { page } = await browser.visit('/outbox');
    await enterKey(page, 'ag_1_wrong');
    await page.getByText('This API key is invalid').waitFor();
    expect(await page.locator('#content').isVisible()).toBe(false);
  });

  test('shows which mails a restore holds, and why, and asks for confirmation before it sends one', async () => {
    const id = { accountId: api.ours.accountId, id: 'mai_held' };
    const { prisma } = api.database;
    await prisma.outboxMail.create({
      data: {
        ...id,
        recipients: ['bo@b.example'],
        subject: 'Waited',
        body: 'Plain words',
        status: 'HELD',
        lastError: 'Held: it waited to be sent when the backup was taken',
      },
    });
    const { page } = await opened({ width: 800, height: 800 });
    await page.selectOption('#state', 'HELD');
    await page.locator('#list li').nth(1).waitFor({ state: 'detached' });
    const item = page.locator('#list li summary');
    expect(await item.textContent()).toContain('Held, not sent');
    expect(await item.textContent()).toContain('it waited to be sent when the backup was taken');
    await item.click();
    const queries = page.waitForEvent('dialog');
    const clicked = page.getByText('Send it now').click();
    const dialog = await queries;
    expect(dialog.message()).toContain('may have this e-mail already');
    await dialog.dismiss();
    await clicked;
    const stored = await prisma.outboxMail.delete({ where: { accountId_id: id } });
    expect(stored.status).toBe('HELD');
  });
});

describe('mails for signing in', () => {
  const words = 'The link is here';

  test('are shown to users with all permissions, and not requested for others', async () => {
    const mail = {
      recipient: 'owner@ours.example',
      subject: `You are invited ${hostile}`,
      body: words,
      expiresAt: new Date(Date.now() + 600_000),
    };
    const sending = { known: false, now: new Date(), sendsMail: false };
    await queueSignInMail(api.database.prisma, mail, sending);
    const { page, problems } = await opened(desktop.viewport);
    await page.locator('#sign-in-list summary', { hasText: hostile }).click();
    await page.locator('#sign-in-list pre', { hasText: words }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    const { key } = await createApiKey(api.ours.context, { name: 'Reader', scopes: ['read'] });
    const lesser = await browser.visit('/outbox', desktop);
    const question: string[] = [];
    lesser.page.on('request', (request) => question.push(new URL(request.url()).pathname));
    const returned = lesser.page.waitForResponse((one) =>
      (one.request().postData() ?? '').includes('viewer { key { scopes'),
    );
    await enterKey(lesser.page, key);
    await lesser.page.waitForSelector('#list li');
    await (await returned).finished();
    expect(await lesser.page.locator('#sign-in-mails').isVisible()).toBe(false);
    expect(question).not.toContain('/auth/outbox');
    expect([...problems, ...lesser.problems]).toEqual([]);
  });
});
