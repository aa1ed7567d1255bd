/** The mails by which somebody signs in, where none are sent: for who has every right in the workspace. */

import { ask, Refusal } from './graphql-client.ts';
import { callerHeaders } from './credentials.ts';
import { element, make, time } from './page-elements.ts';

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

const { everything } = JSON.parse(element('#page-data').textContent ?? '{}') as {
  everything: string[];
};

/** Whether who is known is shown them; the service says so too, and this spares a refusal in the browser's console. */
async function mayAsk(): Promise<boolean> {
  const { viewer } = await ask<{ viewer: Viewer }>('{ viewer { key { scopes } user { scopes } } }');
  const scopes = (viewer.key ?? viewer.user)?.scopes ?? [];
  return everything.every((scope) => scopes.includes(scope));
}

function itemOf({ recipient, subject, body, createdAt, expiresAt }: SignInMail): HTMLLIElement {
  const summary = make('summary');
  summary.append(make('b', subject), make('span', `To ${recipient}`, 'to'));
  summary.append(make('time', `Written ${time(createdAt)} · counts until ${time(expiresAt)}`));
  const mail = make('div', '', 'mail');
  mail.append(make('pre', body));
  const details = make('details');
  details.append(summary, mail);
  const item = make('li');
  item.append(details);
  return item;
}

/** Shows them, newest first; nothing where there are none, or who is known may not see any. */
export async function showSignInMails(): Promise<void> {
  const place = element<HTMLElement>('#sign-in-mails');
  place.hidden = true;
  if (!(await mayAsk())) return;
  const answer = await fetch('/auth/outbox', { headers: callerHeaders() });
  if (!answer.ok) throw new Refusal('The mails for signing in could not be read.');
  const mails = (await answer.json()) as SignInMail[];
  element('#sign-in-list').replaceChildren(...mails.map(itemOf));
  place.hidden = mails.length === 0;
}
