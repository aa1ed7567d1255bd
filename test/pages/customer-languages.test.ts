import { describe, expect, test } from 'vitest';
import { english as englishCatalogue } from '../../src/locales/catalogues.ts';
import { messageTextsIn } from '../../src/locales/message-page-texts.ts';
import { useTestApi } from '../support/api.ts';
import { holdClock } from '../support/clock.ts';
import { englishIn, otherLanguages, textOfHtml } from '../support/english.ts';
import { invoiceWithPage, useCustomer } from '../support/invoice-pages.ts';
import { created } from '../support/invoices.ts';

const { messagePage: english } = englishCatalogue;

/** Pages without an invoice, in each language. test/documents/other-languages.test.ts covers documents and mails. */

const api = useTestApi();
const open = useCustomer(api);

const wrongLink = `/invoices/view/1-${'A'.repeat(22)}`;
const wanting = (language: string) => ({
  headers: { 'accept-language': `${language}-XX, en;q=0.5` },
});

/** The text of a page, without page names that are English on purpose. */
async function printed(answer: Response): Promise<string> {
  const html = await answer.text();
  return textOfHtml(html.replaceAll(/<script[\s\S]*?<\/script>|<a [^>]*lang="en">.*?<\/a>/g, ' '));
}

describe.each(otherLanguages)('to a browser that wants %s', (language) => {
  const { texts: words } = messageTextsIn(language);

  test('every text of a message exists, and differs from English', () => {
    for (const [name, text] of Object.entries(words)) {
      const meant = english[name as keyof typeof english];
      expect(text.trim(), name).not.toBe('');
      if (meant.includes(' ')) expect(text, name).not.toBe(meant);
    }
  });

  test('a link that leads nowhere is explained without a word of English', async () => {
    const answer = await open(wrongLink, `203.0.113.${20 + words.wait.length}`, wanting(language));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    const html = await answer.clone().text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(words.noInvoice);
    expect(englishIn(await printed(answer), language)).toEqual([]);
  });

  test('so are sign-in errors and the sign-in page', async () => {
    const reasons = [
      'not_invited',
      'access_denied',
      'state_mismatch',
      'server_error',
      'invalid_scope',
    ];
    for (const reason of [...reasons, 'email_not_verified', 'nonsense']) {
      const answer = await open(`/sign-in/refused?error=${reason}`, undefined, wanting(language));
      expect(answer.status).toBe(403);
      expect(answer.headers.get('vary')).toContain('Accept-Language');
      const page = await printed(answer);
      expect(page).toContain(words.notSignedIn);
      expect(englishIn(page, language), reason).toEqual([]);
    }
    const entry = await printed(await open('/sign-in', undefined, wanting(language)));
    expect(entry).toContain(words.signIn);
    expect(englishIn(entry, language)).toEqual([]);
  });
});

test('a customer is asked to wait in the language of the invoice, and other visitors in that of the browser', async () => {
  holdClock();
  await created(api.ours, 'clients/create', { name: 'Kunde', language: 'de-AT' });
  const { path } = await invoiceWithPage(api.ours, { clientName: 'Kunde', items: [{ rate: 5 }] });
  const pdf = () => open(`${path}/invoice.pdf`, '203.0.113.7', wanting('fr'));
  let answer = await pdf();
  for (let count = 0; count < 20 && answer.status === 200; count += 1) answer = await pdf();
  expect(answer.status).toBe(429);
  const page = await answer.text();
  expect(page).toContain('<html lang="de-AT">');
  expect(page).toContain(messageTextsIn('de').texts.tooManyPdfs);
  const guess = () => open(wrongLink, '203.0.113.9', wanting('it'));
  let stranger = await guess();
  for (let count = 0; count < 20 && stranger.status === 404; count += 1) stranger = await guess();
  expect(stranger.status).toBe(429);
  expect(await stranger.text()).toContain(messageTextsIn('it').texts.tooManyLinks);
});
