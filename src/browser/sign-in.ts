/** The sign-in page: the current session, or all sign-in methods. */

import { getFromAuth, postToAuth } from './auth-client.ts';
import { callerHeaders, hasCredentials, markSignedIn, signInWithProvider } from './credentials.ts';
import { createField, createFormElement, type FormResult, readFormValues } from './forms.ts';
import { RequestError, runWithErrorDisplay } from './graphql-client.ts';
import { linkMessageKeys } from './link-messages.ts';
import { createButton, createElement, requireElement } from './page-elements.ts';
import { startCallerDisplay } from './page-head.ts';
import { type Portal, portalsSection } from './portals.ts';
import { showSignInMethods } from './sign-in-methods.ts';
import { splitTranslation, translate } from './translations.ts';

interface Workspace {
  accountId: number;
  name: string;
  role: string;
}

interface SessionData {
  user: { email: string; name: string };
}

const { provider } = JSON.parse(requireElement('#page-data').textContent ?? '{}') as {
  provider?: string;
};

const entry = requireElement<HTMLElement>('#entry');
const content = requireElement<HTMLElement>('#content');
const title = requireElement<HTMLElement>('#title');

interface SignInResponse {
  twoFactorRedirect?: boolean;
  /** Page to open after sign-in, from the e-mailed link. */
  callbackURL?: string;
}

async function postSignIn(path: string, body: object): Promise<FormResult | undefined> {
  const { failure, body: response } = await postToAuth<SignInResponse>(path, body);
  if (failure) return failure;
  if (response.callbackURL) {
    location.assign(response.callbackURL);
    return undefined;
  }
  if (response.twoFactorRedirect) showForm(secondFactorForm());
  else await showAfterSignIn();
  return undefined;
}

/**
 * A user of one workspace continues to the start page. All others see their workspaces and portals
 * here.
 */
async function showAfterSignIn(): Promise<void> {
  const workspaces = await getFromAuth<Workspace[]>('/workspaces');
  const next = parameters.get('next') ?? '/start';
  const isOwnPage =
    URL.canParse(next, location.origin) &&
    new URL(next, location.origin).origin === location.origin;
  // The page of an app lets the person choose the workspace.
  const isOpen = workspaces?.length === 1 || next.startsWith('/auth/oauth2/authorize?');
  if (isOpen && isOwnPage) location.assign(new URL(next, location.origin));
  else await show('');
}

const withoutBlanks = (code: string | null | undefined) => (code ?? '').replaceAll(' ', '');

function showForm(form: HTMLElement): void {
  entry.replaceChildren(form);
  form.querySelector<HTMLElement>('input')?.focus();
}

function addressForm(email = ''): HTMLElement {
  const address = createField({
    ...{ name: 'email', label: translate('email'), value: email, required: true },
    ...{ type: 'email', autocomplete: 'username' },
  });
  const form = createFormElement({
    fields: [address],
    submit: translate('mailCode'),
    send: async (given) => {
      const { email: to = '' } = readFormValues(given);
      const { failure, body } = await postToAuth<{ asked: string }>(
        '/email-otp/send-verification-otp',
        { email: to, type: 'sign-in' },
      );
      if (!failure) showForm(codeForm(to ?? '', body.asked));
      return failure;
    },
  });
  const typedEmail = () => readFormValues(form).email ?? '';
  const link = createButton(translate('mailLink'), () =>
    runWithErrorDisplay(async () => {
      const { failure } = await postToAuth('/sign-in/magic-link', { email: typedEmail() });
      if (failure) throw new RequestError(failure.message);
      entry.replaceChildren(
        createElement('p', translate('linkSent', { email: typedEmail() })),
        createButton(translate('back'), async () => showForm(addressForm(typedEmail()))),
      );
    }),
  );
  const password = createButton(translate('usePassword'), async () =>
    showForm(passwordForm(typedEmail())),
  );
  form.querySelector('.buttons')?.append(link, password, ...providerButtons());
  form.append(createElement('p', translate('invitedOnly'), 'soft wide'));
  return form;
}

function providerButtons(): HTMLElement[] {
  if (!provider) return [];
  const leave = () =>
    runWithErrorDisplay(async () => {
      const failure = await signInWithProvider('/start');
      if (failure) throw new RequestError(failure);
    });
  return [createButton(translate('signInWith', { provider }), leave)];
}

const back = (email: string) => () => showForm(addressForm(email));

function codeForm(email: string, handle: string): HTMLElement {
  return createFormElement({
    fields: [
      createField({
        ...{ name: 'otp', label: translate('codeFrom', { email }), required: true },
        autocomplete: 'one-time-code',
      }),
    ],
    submit: translate('signIn'),
    send: (form) =>
      postSignIn('/sign-in/email-otp', {
        ...{ email, otp: withoutBlanks(readFormValues(form).otp), asked: handle },
      }),
    cancel: back(email),
  });
}

function passwordForm(email: string): HTMLElement {
  return createFormElement({
    fields: [
      createField({
        ...{ name: 'email', label: translate('email'), value: email },
        ...{ type: 'email', autocomplete: 'username' },
      }),
      createField({
        ...{ name: 'password', label: translate('password') },
        ...{ type: 'password', autocomplete: 'current-password' },
      }),
    ],
    submit: translate('signIn'),
    send: (form) => {
      const { email: to, password } = Object.fromEntries(new FormData(form));
      return postSignIn('/sign-in/email', { email: to, password });
    },
    cancel: back(email),
  });
}

function secondFactorForm(): HTMLElement {
  return createFormElement({
    fields: [
      createField({
        ...{ name: 'code', label: translate('appCode') },
        ...{ required: true, autocomplete: 'one-time-code' },
      }),
    ],
    submit: translate('signIn'),
    send: async (form) => {
      const code = withoutBlanks(readFormValues(form).code);
      const path = `/two-factor/${/^\d{6}$/.test(code) ? 'verify-totp' : 'verify-backup-code'}`;
      const next = parameters.get('next');
      const failure = await postSignIn(path, { code, ...(next && { callbackURL: next }) });
      const isElsewhere = failure?.errors?.some(({ path: field }) => field === 'callbackURL');
      return isElsewhere ? postSignIn(path, { code }) : failure;
    },
    cancel: back(''),
  });
}

function showPerson({ user }: SessionData, workspaces: Workspace[], portals: Portal[]): void {
  const name = user.name && user.name !== user.email ? ` (${user.name})` : '';
  const signedInAs = createElement('p');
  const [before, after] = splitTranslation('signedInAs', 'who');
  signedInAs.append(before, createElement('b', user.email), `${name}${after}`);
  const list = createElement('ul');
  for (const { accountId, name: called, role } of workspaces) {
    const item = createElement('li');
    const open = createElement('a', called);
    open.href = '/start';
    item.append(
      workspaces.length === 1 ? open : createElement('b', called),
      createElement(
        'span',
        translate('roleOf', { role: translate(role), account: `${accountId}` }),
      ),
    );
    list.append(item);
  }
  // The head of the page signs out, unless it offers to forget an API key.
  const signOutButton = createButton(translate('signOut'), () =>
    runWithErrorDisplay(async () => {
      await postToAuth('/sign-out');
      location.reload();
    }),
  );
  const none = createElement('p', translate('noWorkspace'), 'soft');
  const key = createElement('p', translate('keyKnown'), 'soft');
  requireElement('#who').replaceChildren(
    signedInAs,
    ...(workspaces.length > 0 ? [list] : portals.length > 0 ? [] : [none]),
    ...portalsSection(portals),
    ...('x-api-key' in callerHeaders() ? [key, signOutButton] : []),
  );
}

async function show(done: string): Promise<void> {
  const session = await getFromAuth<SessionData>('/get-session');
  const workspaces = session && (await getFromAuth<Workspace[]>('/workspaces'));
  const portals = workspaces && (await getFromAuth<Portal[]>('/contacts'));
  const hasSession = session !== null && workspaces !== null && portals !== null;
  entry.hidden = hasSession;
  content.hidden = !hasSession;
  title.textContent = translate(hasSession ? 'signedIn' : 'signIn');
  if (hasSession) {
    requireElement('#problem').textContent = '';
    if (!hasCredentials()) markSignedIn();
    showPerson(session, workspaces, portals);
    await showSignInMethods(requireElement('#own'), reload);
  } else if (entry.childElementCount === 0) {
    const step = parameters.get('step');
    showForm(step === 'second-factor' ? secondFactorForm() : addressForm());
  }
  requireElement('#done').textContent = done;
}

const reload = (done: string) => runWithErrorDisplay(() => show(done));

const parameters = new URLSearchParams(location.search);
startCallerDisplay();
// The message about a link appears only once.
history.replaceState(null, '', location.pathname);
void runWithErrorDisplay(async () => {
  await show('');
  const reason = parameters.get('refused') ?? parameters.get('error') ?? '';
  if (Object.hasOwn(linkMessageKeys, reason))
    requireElement('#problem').textContent = translate(linkMessageKeys[reason] ?? '');
});
