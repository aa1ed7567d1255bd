import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { english as englishCatalogue } from '../../src/locales/catalogues.ts';
import { acceptedSignInTexts } from '../../src/locales/sign-in-page-texts.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { phone, scrollsSideways, useBrowser } from '../support/browser.ts';
import { TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';

const { signInPage: english } = englishCatalogue;

const api = useTestApi();
const browser = useBrowser(api);

const texts = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && one.name.endsWith('.ts'))
    .map((one) => readFileSync(`${folder}/${one.name}`, 'utf8'))
    .join('\n');

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const gapsOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['en;q=0.3, pt-BR;q=0.9', 'pt'],
  ['fi, nl;q=0.1', 'nl'],
  ['fr;q=0, es;q=0.2', 'es'],
  ['*', 'en'],
  ['constructor', 'en'],
  ['it;q=nonsense', 'en'],
])(
  'the sign-in page is in the preferred language of the browser: %s is %s',
  async (accepted, language) => {
    expect(acceptedSignInTexts(accepted).language).toBe(language);
    const headers: Record<string, string> =
      accepted === undefined ? {} : { 'accept-language': accepted };
    const answer = await api.app.request('/sign-in', { headers });
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect(await answer.text()).toContain(`<html lang="${language}">`);
  },
);

describe('its texts', () => {
  test('exist in every language, with the same placeholders, and differ from English', () => {
    for (const language of languages) {
      const words = Object.entries(acceptedSignInTexts(language).texts);
      for (const [name, text] of words) {
        const meant = english[name as keyof typeof english];
        expect(text.trim(), `${language} ${name}`).not.toBe('');
        expect(gapsOf(text), `${language} ${name}`).toEqual(gapsOf(meant));
        const isLong = meant.split(' ').length > 3 && language !== 'en';
        if (isLong) expect(text, `${language} ${name}`).not.toBe(meant);
      }
    }
  });

  test('are those that its scripts ask for, and those in which signing in is rejected', () => {
    const calls = texts('src/browser').matchAll(/\b(?:translate|splitTranslation)\(\s*'(\w+)'/g);
    const names = [...calls].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !Object.hasOwn(english, name))).toEqual([]);
    const sources = ['src/auth', 'src/platform/errors', 'src/domain/identities'].map(texts).join();
    const rejections = Object.entries(english).filter(([name]) => name.startsWith('refused'));
    expect(rejections.length).toBeGreaterThan(9);
    expect(rejections.filter(([, text]) => !sources.includes(text))).toEqual([]);
  });
});

test.each([
  ['de-DE', 'Kundenportale', 'bei Ours', 'Dieser Code ist falsch', 'Sie sind angemeldet'],
  ['fr-FR', 'Portails clients', 'chez Ours', 'Ce code est incorrect', 'Vous êtes connecté'],
])(
  'a client’s contact whose browser is %s reads its own language from the address to the portal',
  async (locale, portals, at, wrong, signedIn) => {
    const { texts: words } = acceptedSignInTexts(locale);
    const { email } = await addPortalContact(api.ours);
    const { page } = await browser.visit('/sign-in', { ...phone, locale });
    const main = page.locator('main');
    await main.getByLabel(words.email).fill(email);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const field = main.getByLabel(words.codeFrom.split('{')[0] ?? '');
    await field.fill('0000 0000');
    await page.keyboard.press('Enter');
    await main.getByText(wrong).waitFor();
    const mailed = (await new TestBrowser(api).mailTo(email)) ?? '';
    await field.fill(/^\d{4} \d{4}$/m.exec(mailed)?.[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: portals }).getByText(at).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(signedIn);
    for (const name of [words.openPassword, words.setUp])
      await main.getByRole('button', { name, exact: true }).click();
    await main.getByRole('button', { name: words.showCode }).click();
    await main.getByLabel(words.codeNow).waitFor();
    const printed = (await main.textContent())?.toLowerCase();
    expect(printed).not.toMatch(/\b(the|your|you|and|with|signed|since|another)\b/);
    expect(await axeFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  },
);
