import { expect, test } from 'vitest';
import { updateClient } from '../../src/domain/clients/update.ts';
import {
  invitationLink,
  inviteUser,
  queueInvitationMail,
} from '../../src/domain/identities/invitations.ts';
import { sendPortalLink } from '../../src/domain/identities/portal-links.ts';
import {
  codeMailRenderer,
  detectSubjectLanguage,
  invitationMailRenderer,
  linkMailRenderer,
  portalMailRenderer,
} from '../../src/domain/identities/sign-in-mail-texts.ts';
import { signInMailHtml } from '../../src/mail/mail-layout.ts';
import { useTestApi } from '../support/api.ts';
import { otherLanguages, wordsIn } from '../support/english.ts';
import { mutated } from '../support/mutations.ts';
import { addPerson, TestBrowser } from '../support/persons.ts';
import { addPortalContact } from '../support/portal.ts';

const api = useTestApi();

const url = 'https://billing.example/auth?token=x';

const mailsIn = (language: string | null) =>
  [
    codeMailRenderer('12345678'),
    linkMailRenderer(url),
    invitationMailRenderer('Qovax', url),
    portalMailRenderer('Qovax', { page: url, url }),
  ].map((words) => words(language));

const lastTo = (recipient: string) =>
  api.database.prisma.signInMail.findFirst({ where: { recipient }, orderBy: { id: 'desc' } });

async function codeTo(email: string): Promise<string | undefined> {
  expect(await new TestBrowser(api).codeFor(email)).toMatch(/^\d{8}$/);
  return (await lastTo(email))?.subject;
}

const speak = (workspace: typeof api.ours, language: string | null) =>
  mutated(workspace, 'updateWorkspace', { input: { language } }, 'name');

/** Words that other languages write as English does. */
const shared = 'link mail code minutes in is was die na';

test.each(otherLanguages)('sign-in mails contain no English in %s', (language) => {
  const others = mailsIn(language);
  const english = new Set(
    mailsIn('en').flatMap(({ body, subject }) => wordsIn(`${subject} ${body}`)),
  );
  for (const [index, { body, subject }] of others.entries()) {
    const text = wordsIn(`${subject} ${body}`.replaceAll(url, '').replaceAll('Qovax', ''));
    expect(text.length, subject).toBeGreaterThan(15);
    const found = text.filter((word) => english.has(word) && !shared.split(' ').includes(word));
    expect(found, subject).toEqual([]);
    const what = [/1234 5678/, /token=x/, /Qovax[\s\S]*token=x/, /Qovax[\s\S]*token=x/][index];
    expect(body).toMatch(what as RegExp);
    expect(`${subject} ${body}`).not.toMatch(/[{}]/);
    expect(body).toMatch(/\b(10|7) /);
  }
});

test.each(['en', ...otherLanguages])('they are laid out as other mails are: %s', (language) => {
  const [code, link, ...others] = mailsIn(language).map(({ body, subject }) => {
    expect(detectSubjectLanguage(subject)).toBe(language);
    return signInMailHtml({ language, title: subject, name: 'R&D <b>Qovax</b>', body });
  });
  expect(code).toMatch(/<span style="[^"]*font-size:28px[^"]*">1234 5678<\/span>/);
  for (const html of [link, ...others]) expect(html).toContain(`<a href="${url}"`);
  for (const html of [code, link, ...others]) {
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain('R&amp;D &lt;b&gt;Qovax&lt;/b&gt;');
  }
});

test('the language of a region is that language, and a language without texts is English', () => {
  expect(mailsIn('de-AT')).toEqual(mailsIn('de'));
  expect(mailsIn('fi')).toEqual(mailsIn('en'));
  expect(mailsIn(null)).toEqual(mailsIn('en'));
});

test('a code is mailed in the language of the workspace or client that knows the address, or in English if they differ', async () => {
  await speak(api.ours, 'de-AT');
  await speak(api.theirs, 'nl');
  const user = await addPerson(api, [[api.ours, 'VIEWER']]);
  expect(await codeTo(user.email)).toBe('Ihr Anmeldecode');
  const contact = await addPortalContact(api.ours);
  expect(await codeTo(contact.email)).toBe('Ihr Anmeldecode');
  const { context } = api.ours;
  await updateClient(context, { id: contact.clientId, language: 'fr' }, 'patch');
  expect(await codeTo(contact.email)).toBe('Votre code de connexion');
  const both = await addPerson(api, [
    [api.ours, 'VIEWER'],
    [api.theirs, 'VIEWER'],
  ]);
  expect(await codeTo(both.email)).toBe('Your sign-in code');
  await speak(api.theirs, 'de');
  expect(await codeTo(both.email)).toBe('Ihr Anmeldecode');
});

test('an invitation is in the workspace’s language, a portal link in the client’s', async () => {
  await speak(api.ours, 'es');
  const context = async () => {
    const { accountId } = api.ours;
    const where = { accountId };
    const { language } = await api.database.prisma.workspace.findFirstOrThrow({ where });
    const workspace = { ...api.ours.context.workspace, language };
    return { ...api.ours.context, now: new Date(), workspace };
  };
  const contact = await addPortalContact(api.ours);
  await sendPortalLink(await context(), { id: contact.contactId });
  expect((await lastTo(contact.email))?.subject).toBe('Su acceso a Ours');
  const italian = await addPortalContact(api.ours);
  await updateClient(api.ours.context, { id: italian.clientId, language: 'it-CH' }, 'patch');
  await sendPortalLink(await context(), { id: italian.contactId });
  expect((await lastTo(italian.email))?.subject).toBe('Il suo accesso a Ours');
  const user = await api.database.prisma.user.create({
    data: { accountId: api.ours.accountId, email: 'nueva@persons.example', role: 'VIEWER' },
  });
  const tx = await context();
  const invitation = await inviteUser(tx, user.id);
  await queueInvitationMail(tx, invitation, invitationLink('https://x.example', invitation));
  expect((await lastTo('nueva@persons.example'))?.subject).toBe('Invitación a Ours');
});
