import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';

const api = useTestApi();
const browser = useBrowser(api);

const open = (path: string, language = 'en') =>
  api.request(path, { headers: { accept: 'text/html,*/*', 'accept-language': language } });

describe('a browser that opens an address', () => {
  test.each(['/nothing', '/admin/nothing', '/invoice', '/books/nothing'])(
    'that does not exist gets an HTML error page: %s',
    async (path) => {
      const { body, headers, status } = await open(path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body).toContain('<h1>Page not found</h1>');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-request-id')).toMatch(/./);
    },
  );

  test('gets the same status and headers with HEAD', async () => {
    for (const path of ['/nothing', '/books/numbers']) {
      const headers = { accept: 'text/html' };
      const [read, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => api.request(path, { headers, method })),
      );
      for (const name of ['content-type', 'location', 'vary'])
        expect([path, name, head?.headers.get(name)]).toEqual([
          path,
          name,
          read?.headers.get(name),
        ]);
      expect(head?.status).toBe(read?.status);
    }
  });

  test('gets the page in its language', async () => {
    const { body, headers } = await open('/nothing', 'de-DE');
    expect(body).toContain('<html lang="de">');
    expect(body).toContain('Seite nicht gefunden');
    expect(headers.get('vary')).toContain('Accept-Language');
  });

  test.each(['/books/numbers?year=2026', '/books/statement?clientId=x'])(
    'of the accounting without a session is sent to sign-in and back: %s',
    async (path) => {
      const { headers, status } = await open(path);
      expect(status).toBe(302);
      const location = new URL(headers.get('location') ?? '', 'http://actiongraph.test');
      expect([location.pathname, location.searchParams.get('next')]).toEqual(['/sign-in', path]);
    },
  );

  test('with an error reads it as a text', async () => {
    const { email } = await addPerson(api, [[api.ours, 'ACCOUNTANT']]);
    const person = new TestBrowser(api);
    await person.signIn(email);
    person.headers.accept = 'text/html';
    const { body, headers, status } = await person.get('/books/statement?clientId=<b>x');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('&lt;b&gt;x');
    expect(body).not.toContain('<b>x');
  });
});

test.each([
  '/public/action/nothing',
  '/zapier/action/nothing',
  '/graphql/nothing',
  '/auth/nothing',
])('an API returns JSON to browsers too: %s', async (path) => {
  const { headers, status } = await open(path);
  expect([status, headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/json'),
  ]);
});

test('a client that does not accept HTML gets JSON', async () => {
  for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
    const { body, status } = await api.request('/nothing', { headers });
    expect([status, body.code]).toEqual([404, 'route_not_found']);
  }
});

async function signIn(page: Page, email: string) {
  const main = page.locator('main');
  await main.getByLabel('E-mail address').fill(email);
  await page.keyboard.press('Enter');
  await main.getByLabel(/^Code/).waitFor();
  const mail = (await new TestBrowser(api).mailTo(email)) ?? '';
  await page.keyboard.type(/^\d{4} \d{4}$/m.exec(mail)?.[0] ?? '');
  await page.keyboard.press('Enter');
}

test('a person who signs in arrives at the requested page', async () => {
  const { email } = await addPerson(api, [[api.ours, 'ACCOUNTANT']]);
  const { page } = await browser.visit('/books/numbers?year=2026', phone);
  await signIn(page, email);
  await page.waitForURL('**/books/numbers?year=2026');
  await page.goto(`${browser.url}/nothing`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
});

test.each(['//elsewhere.example/x', '/.//elsewhere.example', 'javascript:alert(1)', 'http://['])(
  'sign-in stays on this origin if the target is %s',
  async (next) => {
    const { email } = await addPerson(api, [[api.ours, 'ACCOUNTANT']]);
    const { problems, page } = await browser.visit(`/sign-in?${new URLSearchParams({ next })}`);
    await signIn(page, email);
    await page.getByText(/You are signed in as|Page not found/).waitFor();
    expect(new URL(page.url()).origin).toBe(browser.url);
    expect(await page.locator('.fault').count()).toBe(0);
    expect(problems.filter((error) => error.includes('elsewhere'))).toEqual([]);
  },
);
