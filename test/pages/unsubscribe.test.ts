import { beforeAll, describe, expect, test } from 'vitest';
import { createUnsubscribeToken } from '../../src/domain/mail-suppressions/unsubscribe-token.ts';
import { messageTextsIn } from '../../src/locales/message-page-texts.ts';
import { axeFindings } from '../support/accessibility.ts';
import { useTestApi } from '../support/api.ts';
import { desktop, phone, scrollsSideways, smallTargets, useBrowser } from '../support/browser.ts';
import { englishIn, otherLanguages, textOfHtml } from '../support/english.ts';

const api = useTestApi();
const browser = useBrowser(api);
const email = 'augusta.ada.king.countess.of.lovelace@analytical-engines.example';
let path: string;

beforeAll(async () => {
  const { accountId } = api.ours;
  const token = await createUnsubscribeToken(api.signIn.signer, { accountId, email });
  path = `/public/unsubscribe?token=${token}`;
});

describe.each([
  ['a desktop', desktop],
  ['a phone', phone],
])('on %s', (_, options) => {
  test('a person unsubscribes and subscribes again without scripts', async () => {
    const { page, problems } = await browser.visit(path, { ...options, javaScriptEnabled: false });
    const title = page.getByRole('heading', { level: 1 });
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await title.filter({ hasText: 'You are unsubscribed' }).waitFor();
    await page.getByText(`Ours no longer sends e-mails to ${email}.`).waitFor();
    await page.getByRole('button', { name: 'Subscribe again' }).click();
    await title.filter({ hasText: 'E-mails from Ours' }).waitFor();
    expect(problems).toEqual([]);
  });

  test('everything fits, and buttons are large enough', async () => {
    const { page } = await browser.visit(path, options);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await smallTargets(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test.each(otherLanguages)('has no word of English in %s', async (language) => {
  for (const shown of [path, '/public/unsubscribe']) {
    const answer = await api.app.request(shown, { headers: { 'accept-language': language } });
    const text = textOfHtml(await answer.text());
    expect(englishIn(text.replaceAll(email, ''), language)).toEqual([]);
    const { texts } = messageTextsIn(language);
    expect(text).toContain(answer.ok ? texts.unsubscribe : texts.invalidUnsubscribeLink);
  }
});
