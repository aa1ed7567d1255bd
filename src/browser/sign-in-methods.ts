import { getFromAuth, postToAuth } from './auth-client.ts';
import { createField, createFormElement, readFormValues } from './forms.ts';
import { RequestError, runWithErrorDisplay } from './graphql-client.ts';
import {
  createButton,
  createElement,
  createRevealButton,
  createSection,
  formatLocalDateTime,
} from './page-elements.ts';
import {
  authenticatorCodeField,
  type OnDone,
  type SignInMethods,
  secondFactorSection,
} from './second-factor.ts';
import { translate } from './translations.ts';

interface Session {
  id: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  isThis: boolean;
}

function browserOf(userAgent: string | null): string {
  const [, name = translate('anApp')] =
    /(Edg|OPR|Firefox|Chrome|Safari|curl)\//.exec(userAgent ?? '') ?? [];
  const [, system] = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent ?? '') ?? [];
  const known: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  const app = known[name] ?? name;
  return system === undefined ? app : translate('appOn', { app, system });
}

async function send(path: string, body: object = {}): Promise<void> {
  const { failure } = await postToAuth(path, body);
  if (failure) throw new RequestError(failure.message);
}

function sessionItem(session: Session, done: OnDone): HTMLLIElement {
  const item = createElement('li');
  const name = browserOf(session.userAgent);
  const since = formatLocalDateTime(session.createdAt);
  const heading = createElement('div');
  heading.append(createElement('b', name), session.isThis ? ` ${translate('thisOne')}` : '');
  item.append(heading);
  if (!session.isThis) {
    const endButton = createButton(translate('end'), () =>
      runWithErrorDisplay(async () => {
        await send('/sessions/end', { id: session.id });
        await done(translate('isSignedOut', { name }));
      }),
    );
    endButton.setAttribute('aria-label', translate('endNamed', { name, time: since }));
    item.append(endButton);
  }
  const address = session.ipAddress;
  const text = address
    ? translate('signedInFrom', { time: since, address })
    : translate('signedInSince', { time: since });
  item.append(createElement('span', text, 'more'));
  return item;
}

function sessionsPart(sessions: Session[], done: OnDone): HTMLElement {
  const list = createElement('ul');
  list.append(...sessions.map((one) => sessionItem(one, done)));
  const part = createSection(translate('sessions'), list);
  if (sessions.length > 1) {
    const others = createButton(translate('endOthers'), () =>
      runWithErrorDisplay(async () => {
        await send('/revoke-other-sessions');
        await done(translate('hereOnly'));
      }),
    );
    part.append(others);
  }
  return part;
}

interface App {
  id: string;
  name: string;
  accountId: number;
  scopes: string[];
  createdAt: string;
}

function appItem({ accountId, createdAt, id, name, scopes }: App, done: OnDone): HTMLLIElement {
  const item = createElement('li');
  const time = formatLocalDateTime(createdAt);
  const button = createButton(translate('disconnect'), () =>
    runWithErrorDisplay(async () => {
      await send('/apps/disconnect', { id });
      await done(translate('isDisconnected', { name }));
    }),
  );
  button.setAttribute('aria-label', translate('disconnectNamed', { name, time }));
  const access = scopes.includes('mcp:write') ? 'appWrites' : 'appReads';
  const text = translate(access, { account: `${accountId}`, time });
  item.append(createElement('b', name), button, createElement('span', text, 'more'));
  return item;
}

function appsPart(apps: App[], done: OnDone): HTMLElement {
  const list = createElement('ul');
  list.append(...apps.map((app) => appItem(app, done)));
  return createSection(translate('apps'), list);
}

function passwordPart({ password, secondFactor }: SignInMethods, done: OnDone): HTMLElement {
  const text = password ? translate('hasPassword') : translate('noPassword');
  const form = () =>
    createFormElement({
      fields: [
        createField({
          ...{ name: 'password', label: translate('newPassword') },
          ...{ type: 'password', required: true, autocomplete: 'new-password' },
        }),
        ...(secondFactor ? [authenticatorCodeField()] : []),
      ],
      submit: translate('setPassword'),
      send: async (form) => {
        const { failure } = await postToAuth('/password', readFormValues(form));
        if (!failure) await done(translate('passwordSet'));
        return failure;
      },
      cancel: () => void done(''),
    });
  return createSection(
    translate('passwordTitle'),
    createElement('p', text, 'soft'),
    createRevealButton(translate('openPassword'), form),
  );
}

/** Returns whether there is a session. */
export async function showSignInMethods(container: Element, done: OnDone): Promise<boolean> {
  container.replaceChildren();
  if ((await getFromAuth('/get-session')) === null) return false;
  const [apps, sessions, methods] = await Promise.all([
    getFromAuth<App[]>('/apps'),
    getFromAuth<Session[]>('/sessions'),
    getFromAuth<SignInMethods>('/methods'),
  ]);
  if (!apps || !sessions || !methods) return false;
  container.replaceChildren(
    passwordPart(methods, done),
    secondFactorSection(methods, done),
    sessionsPart(sessions, done),
    ...(apps.length > 0 ? [appsPart(apps, done)] : []),
  );
  return true;
}
