/** How who is signed in gets in: sessions and password; the second factor has a file of its own. */

import { Refusal, trying } from './graphql-client.ts';
import { askOwn, sendOwn } from './auth-client.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { codeField, type Done, type Methods, secondFactorPart } from './second-factor.ts';
import { button, make, opening, section, time } from './page-elements.ts';
import { said } from './translations.ts';

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
  const [, name = said('anApp')] =
    /(Edg|OPR|Firefox|Chrome|Safari|curl)\//.exec(userAgent ?? '') ?? [];
  const [, system] = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent ?? '') ?? [];
  const known: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const app = known[name] ?? name;
  return system === undefined ? app : said('appOn', { app, system });
}

async function send(path: string, body: object = {}): Promise<void> {
  const { refusal } = await sendOwn(path, body);
  if (refusal) throw new Refusal(refusal.message);
}

function sessionItem(session: Session, done: Done): HTMLLIElement {
  const item = make('li');
  const name = browserOf(session.userAgent);
  const since = time(session.createdAt);
  const what = make('div');
  what.append(make('b', name), session.isThis ? ` ${said('thisOne')}` : '');
  item.append(what);
  if (!session.isThis) {
    const end = button(said('end'), () =>
      trying(async () => {
        await send('/sessions/end', { id: session.id });
        await done(said('isSignedOut', { name }));
      }),
    );
    end.setAttribute('aria-label', said('endNamed', { name, time: since }));
    item.append(end);
  }
  const address = session.ipAddress;
  const text = address
    ? said('signedInFrom', { time: since, address })
    : said('signedInSince', { time: since });
  item.append(make('span', text, 'more'));
  return item;
}

function sessionsPart(sessions: Session[], done: Done): HTMLElement {
  const list = make('ul');
  list.append(...sessions.map((one) => sessionItem(one, done)));
  const part = section(said('sessions'), list);
  if (sessions.length > 1) {
    const others = button(said('endOthers'), () =>
      trying(async () => {
        await send('/revoke-other-sessions');
        await done(said('hereOnly'));
      }),
    );
    part.append(others);
  }
  return part;
}

function passwordPart({ password, secondFactor }: Methods, done: Done): HTMLElement {
  const text = password ? said('hasPassword') : said('noPassword');
  const form = () =>
    formOf({
      fields: [
        fieldOf({
          ...{ name: 'password', label: said('newPassword') },
          ...{ type: 'password', required: true, autocomplete: 'new-password' },
        }),
        ...(secondFactor ? [codeField()] : []),
      ],
      submit: said('setPassword'),
      send: async (form) => {
        const { refusal } = await sendOwn('/password', valuesOf(form));
        if (!refusal) await done(said('passwordSet'));
        return refusal;
      },
      cancel: () => void done(''),
    });
  return section(
    said('passwordTitle'),
    make('p', text, 'soft'),
    opening(said('openPassword'), form),
  );
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
