/** How who is signed in gets in: sessions and password; the second factor has a file of its own. */

import { Refusal, trying } from './asking.ts';
import { askOwn, sendOwn } from './auth-asking.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { codeField, type Done, type Methods, secondFactorPart } from './own-second-factor.ts';
import { button, make, opening, section, time } from './page-elements.ts';

interface Session {
  id: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isThis: boolean;
}

/** A browser in few words, out of what it says of itself. */
function browserOf(userAgent: string | null): string {
  const [, name = 'An app'] = /(Edg|OPR|Firefox|Chrome|Safari|curl)\//.exec(userAgent ?? '') ?? [];
  const [, system] = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent ?? '') ?? [];
  const known: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  return [known[name] ?? name, system && `on ${system}`].filter(Boolean).join(' ');
}

async function send(path: string, body: object = {}): Promise<void> {
  const { refusal } = await sendOwn(path, body);
  if (refusal) throw new Refusal(refusal.message);
}

function sessionItem(session: Session, done: Done): HTMLLIElement {
  const item = make('li');
  const name = browserOf(session.userAgent);
  const what = make('div');
  what.append(make('b', name), session.isThis ? ' (this one)' : '');
  item.append(what);
  if (!session.isThis) {
    const end = button('End', () =>
      trying(async () => {
        await send('/sessions/end', { id: session.id });
        await done(`${name} is signed out.`);
      }),
    );
    end.setAttribute('aria-label', `End ${name}, since ${time(session.createdAt)}`);
    item.append(end);
  }
  const from = session.ipAddress ? ` from ${session.ipAddress}` : '';
  item.append(make('span', `signed in ${time(session.createdAt)}${from}`, 'more'));
  return item;
}

function sessionsPart(sessions: Session[], done: Done): HTMLElement {
  const list = make('ul');
  list.append(...sessions.map((one) => sessionItem(one, done)));
  const part = section('Where you are signed in', list);
  if (sessions.length > 1) {
    const others = button('End all others', () =>
      trying(async () => {
        await send('/revoke-other-sessions');
        await done('You are signed in here only.');
      }),
    );
    part.append(others);
  }
  return part;
}

function passwordPart({ password, secondFactor }: Methods, done: Done): HTMLElement {
  const text = password
    ? 'You have a password. Another one ends every other session.'
    : 'You have none: you get in by what is mailed to you.';
  const form = () =>
    formOf({
      fields: [
        fieldOf({
          ...{ name: 'password', label: 'New password, 12 characters or more' },
          ...{ type: 'password', required: true, autocomplete: 'new-password' },
        }),
        ...(secondFactor ? [codeField()] : []),
      ],
      submit: 'Set the password',
      send: async (form) => {
        const { refusal } = await sendOwn('/password', valuesOf(form));
        if (!refusal) await done('The password was set.');
        return refusal;
      },
      cancel: () => void done(''),
    });
  return section('Password', make('p', text, 'soft'), opening('Set a password', form));
}

/** Fills a place with how who is signed in gets in; answers whether somebody is. */
export async function showOwnSignIn(place: Element, done: Done): Promise<boolean> {
  place.replaceChildren();
  if ((await askOwn('/get-session')) === null) return false;
  const [sessions, methods] = await Promise.all([
    askOwn<Session[]>('/sessions'),
    askOwn<Methods>('/methods'),
  ]);
  if (!sessions || !methods) return false;
  place.replaceChildren(
    passwordPart(methods, done),
    secondFactorPart(methods, done),
    sessionsPart(sessions, done),
  );
  return true;
}
