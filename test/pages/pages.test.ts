import { expect, test } from 'vitest';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { openDocs, tryListOfClients } from '../support/docs-pages.ts';
import { enterKey } from '../support/graphiql-pages.ts';

const api = useTestApi();
const browser = useBrowser(api);

test('the home page loads without any outside request and leads to every other page', async () => {
  const { page, problems } = await browser.visit('/', desktop);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Actiongraph');
  const links = await page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(links).toEqual(expect.arrayContaining(['/graphql', '/docs', '/openapi.json', '/health']));
  for (const link of links) {
    const answer = await api.request(link, { headers: { accept: 'text/html,*/*' } });
    expect(answer.status, link).toBe(200);
  }
  expect(problems).toEqual([]);
});

test('the home page follows the visitor’s colour scheme', async () => {
  const colours = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await browser.visit('/', { ...desktop, colorScheme });
    colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(colours[0]).not.toBe(colours[1]);
});

test('a visitor enters a key in the docs and tries an operation', async () => {
  await api.ours.post('clients/create', { name: 'Lovelace Analytics' });
  const { page, problems } = await browser.visit('/docs', desktop);
  await openDocs(page);
  await page.getByRole('button', { name: /^API key/ }).click();
  await enterKey(page, api.ours.key);
  await tryListOfClients(page, 'Lovelace Analytics');
  expect(problems).toEqual([]);
});

test('every group of operations is in the documentation', async () => {
  const { page } = await browser.visit('/docs', desktop);
  await openDocs(page);
  const document = (await api.request('/openapi.json')).body;
  expect(document.tags.length).toBeGreaterThan(5);
  for (const { name } of document.tags) {
    await page.getByText(name, { exact: true }).first().waitFor();
  }
});

test('neither page scrolls sideways on a phone', async () => {
  for (const path of ['/', '/docs']) {
    const { page, problems } = await browser.visit(path, {
      ...phone,
      viewport: { width: 360, height: 740 },
    });
    if (path === '/docs') {
      await openDocs(page);
      await page.locator('.scalar-toaster').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Test Request' }).first().waitFor();
    }
    // The documentation is drawn part by part.
    await expect.poll(() => scrollsSideways(page), { message: path }).toBe(false);
    expect(problems, path).toEqual([]);
  }
});

test('the content security policy allows requests of the documentation to this service only', async () => {
  const { page, problems } = await browser.visit('/docs', desktop);
  const returned = await page.evaluate(() =>
    fetch('https://elsewhere.example/').then(
      () => true,
      () => false,
    ),
  );
  expect(returned).toBe(false);
  expect(problems.join()).toContain('Content Security Policy');
});

test('the script of the documentation is compressed and immutable', async () => {
  const page = await api.request('/docs');
  const path = /src="(\/docs\/reference\.js\?v=[0-9a-f]{16})"/.exec(page.body)?.[1] ?? '';
  const answer = await api.app.request(path, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toContain('javascript');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(1_000_000);
});

test.each(['/', '/docs', '/openapi.json'])('an unchanged %s is not sent again', async (path) => {
  const first = await api.request(path);
  const etag = first.headers.get('etag') ?? '';
  const again = await api.request(path, { headers: { 'if-none-match': etag } });
  expect([first.status, again.status, again.body]).toEqual([200, 304, '']);
});
