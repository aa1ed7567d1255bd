/** Sign-in e-mails of a service without a mail server, for callers with full access. */

import { callerHeaders } from './credentials.ts';
import { RequestError, requestGraphql } from './graphql-client.ts';
import { createElement, formatLocalDateTime, requireElement } from './page-elements.ts';

interface SignInMail {
  recipient: string;
  subject: string;
  body: string;
  createdAt: string;
  expiresAt: string;
}

interface Viewer {
  key: { scopes: string[] } | null;
  user: { scopes: string[] } | null;
}

const { everything } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as {
  everything: string[];
};

/** The service checks this too. It avoids an error in the browser console. */
async function mayReadMails(): Promise<boolean> {
  const { viewer } = await requestGraphql<{ viewer: Viewer }>(
    '{ viewer { key { scopes } user { scopes } } }',
  );
  const scopes = (viewer.key ?? viewer.user)?.scopes ?? [];
  return everything.every((scope) => scopes.includes(scope));
}

function itemOf({ recipient, subject, body, createdAt, expiresAt }: SignInMail): HTMLLIElement {
  const summary = createElement('summary');
  summary.append(createElement('b', subject), createElement('span', `To ${recipient}`, 'to'));
  summary.append(
    createElement(
      'time',
      `Written ${formatLocalDateTime(createdAt)} · expires ${formatLocalDateTime(expiresAt)}`,
    ),
  );
  const mail = createElement('div', '', 'mail');
  mail.append(createElement('pre', body));
  const details = createElement('details');
  details.append(summary, mail);
  const item = createElement('li');
  item.append(details);
  return item;
}

export async function showSignInMails(): Promise<void> {
  const section = requireElement<HTMLElement>('#sign-in-mails');
  section.hidden = true;
  if (!(await mayReadMails())) return;
  const answer = await fetch('/auth/outbox', { headers: callerHeaders() });
  if (!answer.ok) throw new RequestError('The sign-in e-mails could not be loaded.');
  const mails = (await answer.json()) as SignInMail[];
  requireElement('#sign-in-list').replaceChildren(...mails.map(itemOf));
  section.hidden = mails.length === 0;
}
