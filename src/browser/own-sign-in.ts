/** How who is signed in gets in: sessions, password, second factor. */

import { Refusal, trying } from './asking.ts';
import { askOwn, sendOwn } from './auth-asking.ts';
import { fieldOf, formOf, valuesOf } from './forms.ts';
import { button, make, time } from './page-elements.ts';

interface Session {
  id: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isThis: boolean;
}

interface Methods {
  password: boolean;
  secondFactor: boolean;
  providers: string[];
}

type Done = (what: string) => Promise<void>;

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

/** What shows that whoever sits here is the person, where there is a second factor. */
const codeField = () =>
  fieldOf({
    name: 'code',
    label: 'Code from your app, or a backup code',
    autocomplete: 'one-time-code',
  });

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

interface Enrolment {
  totpURI: string;
  backupCodes: string[];
}

/** What the app has to know, shown once, and the form in which it shows that it does. */
function enrolment({ totpURI, backupCodes }: Enrolment, done: Done): HTMLElement {
  const secret = new URL(totpURI).searchParams.get('secret') ?? '';
  const place = make('div', '', 'secret');
  const link = make('a', 'Open the app on this device');
  link.href = totpURI;
  place.append(
    make('p', 'Enter this secret in an app for codes (as a key based on time):'),
    make('code', secret.replaceAll(/(.{4})(?=.)/g, '$1 ')),
    link,
    make('p', 'Keep these backup codes where you find them without the app. Each counts once.'),
    make('code', backupCodes.join('  ')),
  );
  const form = formOf({
    fields: [fieldOf({ name: 'code', label: 'Code that the app shows now', required: true })],
    submit: 'Switch it on',
    send: async (given) => {
      const { refusal } = await sendOwn('/two-factor/verify-totp', valuesOf(given));
      if (!refusal) await done('The second factor is on.');
      return refusal;
    },
    cancel: () => void done(''),
  });
  const whole = make('div');
  whole.append(place, form);
  return whole;
}

function setUp({ password }: Methods, done: Done): HTMLElement {
  const place = make('div');
  const form = formOf({
    fields: password
      ? [
          fieldOf({
            ...{ name: 'password', label: 'Your password' },
            ...{ type: 'password', autocomplete: 'current-password' },
          }),
        ]
      : [],
    submit: 'Show the secret',
    send: async (given) => {
      const { refusal, said } = await sendOwn<Enrolment>('/two-factor/enable', valuesOf(given));
      if (!refusal) place.replaceChildren(enrolment(said, done));
      return refusal;
    },
    cancel: () => void done(''),
  });
  place.append(form);
  return place;
}

function proving(path: string, submit: string, took: (said: Enrolment) => Promise<void>) {
  return formOf({
    fields: [
      codeField(),
      fieldOf({
        ...{ name: 'password', label: 'or your password' },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit,
    send: async (form) => {
      const { refusal, said } = await sendOwn<Enrolment>(path, valuesOf(form));
      if (!refusal) await took(said);
      return refusal;
    },
  });
}

function secondFactorPart(methods: Methods, done: Done): HTMLElement {
  if (!methods.secondFactor) {
    const text =
      'Off. With it, a code that an app on your telephone shows is asked for after every way in.';
    return section(
      'Second factor',
      make('p', text, 'soft'),
      opening('Set it up', () => setUp(methods, done)),
    );
  }
  const codes = make('div');
  return section(
    'Second factor',
    make('p', 'On: a code of your app is asked for after every way in.', 'soft'),
    opening('New backup codes', () =>
      proving('/two-factor/generate-backup-codes', 'Make new codes', async ({ backupCodes }) => {
        const box = make('div', '', 'secret');
        box.setAttribute('role', 'status');
        box.append(make('b', 'They are shown only now:'), make('code', backupCodes.join('  ')));
        codes.replaceChildren(box);
      }),
    ),
    codes,
    opening('Switch it off', () =>
      proving('/two-factor/disable', 'Switch it off now', () => done('The second factor is off.')),
    ),
  );
}

function section(title: string, ...content: HTMLElement[]): HTMLElement {
  const part = make('section');
  part.setAttribute('aria-label', title);
  part.append(make('h2', title), ...content);
  return part;
}

/** A button that becomes what it opens. */
function opening(text: string, open: () => HTMLElement): HTMLElement {
  const place = make('div', '', 'row');
  place.append(
    button(text, async () => {
      place.className = '';
      place.replaceChildren(open());
      place.querySelector<HTMLElement>('input, button')?.focus();
    }),
  );
  return place;
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
