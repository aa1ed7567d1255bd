/** The page to which links lead: says who is signed in, and lets somebody in by every way there is. */

import { Refusal, trying } from './graphql-client.ts';
import { askOwn, sendOwn } from './auth-client.ts';
import {
  callerHeaders,
  forgetKey,
  isKnown,
  isSignedIn,
  noteSignIn,
  signInElsewhere,
} from './credentials.ts';
import { fieldOf, formOf, type Result, valuesOf } from './forms.ts';
import { linkWords } from './link-messages.ts';
import { showOwnSignIn } from './sign-in-methods.ts';
import { button, element, make } from './page-elements.ts';
import { startCaller } from './page-head.ts';
import { type Portal, portalsPart } from './portals.ts';
import { saidAround, said as saidInPage } from './translations.ts';

interface Workspace {
  accountId: number;
  name: string;
  role: string;
}

interface Signed {
  user: { email: string; name: string };
}

const { provider } = JSON.parse(element('#page-data').textContent ?? '{}') as { provider?: string };

const entry = element<HTMLElement>('#entry');
const content = element<HTMLElement>('#content');
const title = element<HTMLElement>('#title');

/** What is said of a password or code is told apart only by what comes next. */
interface Entered {
  twoFactorRedirect?: boolean;
  /** Where the link leads that was followed. */
  callbackURL?: string;
}

/** Sends what is to let somebody in; shows what comes then. */
async function entering(path: string, body: object): Promise<Result | undefined> {
  const { refusal, said } = await sendOwn<Entered>(path, body);
  if (refusal) return refusal;
  if (said.callbackURL) {
    location.assign(said.callbackURL);
    return undefined;
  }
  if (said.twoFactorRedirect) showForm(secondFactorForm());
  else await show('');
  return undefined;
}

const withoutBlanks = (code: string | null | undefined) => (code ?? '').replaceAll(' ', '');

function showForm(form: HTMLElement): void {
  entry.replaceChildren(form);
  form.querySelector<HTMLElement>('input')?.focus();
}

function addressForm(email = ''): HTMLElement {
  const address = fieldOf({
    ...{ name: 'email', label: saidInPage('email'), value: email, required: true },
    ...{ type: 'email', autocomplete: 'username' },
  });
  const form = formOf({
    fields: [address],
    submit: saidInPage('mailCode'),
    send: async (given) => {
      const { email: to = '' } = valuesOf(given);
      const body = { email: to, type: 'sign-in' };
      const { refusal, said } = await sendOwn<AskedCode>('/email-otp/send-verification-otp', body);
      if (!refusal) showForm(codeForm(to ?? '', said.asked));
      return refusal;
    },
  });
  const typed = () => valuesOf(form).email ?? '';
  const link = button(saidInPage('mailLink'), () =>
    trying(async () => {
      const { refusal } = await sendOwn('/sign-in/magic-link', { email: typed() });
      if (refusal) throw new Refusal(refusal.message);
      entry.replaceChildren(
        make('p', saidInPage('linkSent', { email: typed() })),
        button(saidInPage('back'), async () => showForm(addressForm(typed()))),
      );
    }),
  );
  const password = button(saidInPage('usePassword'), async () => showForm(passwordForm(typed())));
  form.querySelector('.buttons')?.append(link, password, ...elsewhere());
  return form;
}

/** The way to the provider that is configured, where there is one. */
function elsewhere(): HTMLElement[] {
  if (!provider) return [];
  const leave = () =>
    trying(async () => {
      const refusal = await signInElsewhere();
      if (refusal) throw new Refusal(refusal);
    });
  return [button(saidInPage('signInWith', { provider }), leave)];
}

const back = (email: string) => () => showForm(addressForm(email));

/** By what was answered to who asked for a code, the guesses at it are that browser's own. */
interface AskedCode {
  asked: string;
}

function codeForm(email: string, handle: string): HTMLElement {
  return formOf({
    fields: [
      fieldOf({
        ...{ name: 'otp', label: saidInPage('codeFrom', { email }), required: true },
        autocomplete: 'one-time-code',
      }),
    ],
    submit: saidInPage('signIn'),
    send: (form) =>
      entering('/sign-in/email-otp', {
        ...{ email, otp: withoutBlanks(valuesOf(form).otp), asked: handle },
      }),
    cancel: back(email),
  });
}

function passwordForm(email: string): HTMLElement {
  return formOf({
    fields: [
      fieldOf({
        ...{ name: 'email', label: saidInPage('email'), value: email },
        ...{ type: 'email', autocomplete: 'username' },
      }),
      fieldOf({
        ...{ name: 'password', label: saidInPage('password') },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit: saidInPage('signIn'),
    send: (form) => {
      const { email: to, password } = Object.fromEntries(new FormData(form));
      return entering('/sign-in/email', { email: to, password });
    },
    cancel: back(email),
  });
}

function secondFactorForm(): HTMLElement {
  return formOf({
    fields: [
      fieldOf({
        ...{ name: 'code', label: saidInPage('appCode') },
        ...{ required: true, autocomplete: 'one-time-code' },
      }),
    ],
    submit: saidInPage('signIn'),
    send: async (form) => {
      const code = withoutBlanks(valuesOf(form).code);
      const path = `/two-factor/${/^\d{6}$/.test(code) ? 'verify-totp' : 'verify-backup-code'}`;
      const next = asked.get('next');
      const refusal = await entering(path, { code, ...(next && { callbackURL: next }) });
      const isElsewhere = refusal?.errors?.some(({ path: field }) => field === 'callbackURL');
      return isElsewhere ? entering(path, { code }) : refusal;
    },
    cancel: back(''),
  });
}

function showWho({ user }: Signed, workspaces: Workspace[], portals: Portal[]): void {
  const name = user.name && user.name !== user.email ? ` (${user.name})` : '';
  const who = make('p');
  const [before, after] = saidAround('signedInAs', 'who');
  who.append(before, make('b', user.email), `${name}${after}`);
  const list = make('ul');
  for (const { accountId, name: called, role } of workspaces) {
    const item = make('li');
    item.append(
      make('b', called),
      make('span', saidInPage('roleOf', { role: saidInPage(role), account: `${accountId}` })),
    );
    list.append(item);
  }
  const out = button(saidInPage('signOut'), () =>
    trying(async () => {
      // A key that is known besides is not forgotten.
      if (isSignedIn()) return forgetKey();
      await sendOwn('/sign-out');
      location.reload();
    }),
  );
  const none = make('p', saidInPage('noWorkspace'), 'soft');
  const key = make('p', saidInPage('keyKnown'), 'soft');
  element('#who').replaceChildren(
    who,
    ...(workspaces.length > 0 ? [list] : portals.length > 0 ? [] : [none]),
    ...portalsPart(portals),
    ...('x-api-key' in callerHeaders() ? [key] : []),
    out,
  );
}

/** Says who is signed in, or asks. */
async function show(done: string): Promise<void> {
  const signed = await askOwn<Signed>('/get-session');
  const workspaces = signed && (await askOwn<Workspace[]>('/workspaces'));
  const portals = workspaces && (await askOwn<Portal[]>('/contacts'));
  const isIn = signed !== null && workspaces !== null && portals !== null;
  entry.hidden = isIn;
  content.hidden = !isIn;
  title.textContent = saidInPage(isIn ? 'signedIn' : 'signIn');
  if (isIn) {
    element('#problem').textContent = '';
    if (!isKnown()) noteSignIn();
    showWho(signed, workspaces, portals);
    await showOwnSignIn(element('#own'), reload);
  } else if (entry.childElementCount === 0) {
    const step = asked.get('step');
    showForm(step === 'second-factor' ? secondFactorForm() : addressForm());
  }
  element('#done').textContent = done;
}

const reload = (done: string) => trying(() => show(done));

const asked = new URLSearchParams(location.search);
startCaller();
// What was said of a link is said once: the address does not keep it.
history.replaceState(null, '', location.pathname);
void trying(async () => {
  await show('');
  const refused = asked.get('refused') ?? asked.get('error') ?? '';
  if (Object.hasOwn(linkWords, refused))
    element('#problem').textContent = saidInPage(linkWords[refused] ?? '');
});
