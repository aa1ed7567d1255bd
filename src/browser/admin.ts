/** Users, API keys and settings of the caller's workspace. */

import { accountingSection, statementForm } from './admin-accounting.ts';
import { designPreview, logoSection } from './admin-design.ts';
import { exportSection } from './admin-export.ts';
import { type ApiKey, keyForm, keyItem } from './admin-keys.ts';
import { type PortalContact, portalItem } from './admin-portal.ts';
import { type ExchangeRate, rateForm, ratesList, ratesSelection } from './admin-rates.ts';
import {
  type SettingsGroup,
  settingsForm,
  settingsSelection,
  type WorkspaceFormValues,
} from './admin-settings.ts';
import { type User, userForm, userItem } from './admin-users.ts';
import { hasCredentials, onCallerChanged, restoreCaller } from './credentials.ts';
import {
  clearMessages,
  requestGraphql,
  requestGraphqlPartial,
  runWithErrorDisplay,
} from './graphql-client.ts';
import { askForKey, startPageHead } from './key-dialog.ts';
import { createButton, createElement, requireElement } from './page-elements.ts';
import { createPagedList, type LoadPage, type Page } from './paged-lists.ts';

/** Page size. */
const shown = 50;

const userFields = 'id email firstName lastName role active signIn invitationExpiresAt';
const keyFields =
  'id name scopes state prefix expiresAt lastUsedAt lastUsedAddress createdAt madeBy { name } madeByUser { email firstName lastName }';
const contactFields = 'id firstName lastName email portalLinkSentAt client { name }';
const rest = 'totalCount pageInfo { hasNextPage endCursor }';
const newestFirst = 'orderBy: [{ createdAt: DESC }]';

const query = `query Admin($keys: ApiKeyWhere, $endedKeys: ApiKeyWhere, $portal: ContactWhere) {
  users(first: ${shown}, where: { active: { equals: true } }, ${newestFirst}) { nodes { ${userFields} } ${rest} }
  inactiveUsers: users(first: 0, where: { active: { equals: false } }) { totalCount }
  apiKeys(first: ${shown}, where: $keys, ${newestFirst}) { nodes { ${keyFields} } ${rest} }
  endedKeys: apiKeys(first: 0, where: $endedKeys) { totalCount }
  contacts(first: ${shown}, where: $portal, ${newestFirst}) { nodes { ${contactFields} } ${rest} }
  ${ratesSelection()}
  workspace { ${settingsSelection} }
}`;

interface Counted {
  totalCount: number;
}

interface Answered {
  users: Page<User> | null;
  inactiveUsers: Counted | null;
  apiKeys: Page<ApiKey> | null;
  endedKeys: Counted | null;
  contacts: Page<PortalContact> | null;
  exchangeRates: Page<ExchangeRate> | null;
  workspace: WorkspaceFormValues | null;
}

/** Active or ended keys. */
function keysWhere(work: boolean): object {
  const none = { equals: null };
  const now = new Date().toISOString();
  const working = { revokedAt: none, OR: [{ expiresAt: none }, { expiresAt: { gt: now } }] };
  return work ? working : { NOT: working };
}

const usersAfter =
  (active: boolean): LoadPage<User> =>
  async (after) => {
    const { users } = await requestGraphql<{ users: Page<User> }>(
      `query ($after: String, $where: UserWhere) { users(first: ${shown}, after: $after, where: $where, ${newestFirst}) { nodes { ${userFields} } ${rest} } }`,
      { after, where: { active: { equals: active } } },
    );
    return users;
  };

const keysAfter =
  (work: boolean): LoadPage<ApiKey> =>
  async (after) => {
    // Not every caller who may read keys may read their creators.
    const { data } = await requestGraphqlPartial<{ apiKeys: Page<ApiKey> }>(
      `query ($after: String, $where: ApiKeyWhere) { apiKeys(first: ${shown}, after: $after, where: $where, ${newestFirst}) { nodes { ${keyFields} } ${rest} } }`,
      { after, where: keysWhere(work) },
    );
    return data.apiKeys;
  };

const mayEnter = { portalAccess: { equals: true } };

const contactsAfter: LoadPage<PortalContact> = async (after) => {
  const { contacts } = await requestGraphql<{ contacts: Page<PortalContact> }>(
    `query ($after: String, $where: ContactWhere) { contacts(first: ${shown}, after: $after, where: $where, ${newestFirst}) { nodes { ${contactFields} } ${rest} } }`,
    { after, where: mayEnter },
  );
  return contacts;
};

/** Reloads the data and shows a message. */
async function show(done = ''): Promise<void> {
  const asked = { keys: keysWhere(true), endedKeys: keysWhere(false), portal: mayEnter };
  const { data, faults } = await requestGraphqlPartial<Answered>(query, asked);
  const { users, inactiveUsers, apiKeys, endedKeys, contacts, exchangeRates, workspace } = data;
  const userOf = (user: User) => userItem(user, reload);
  const keyOf = (key: ApiKey) => keyItem(key, reload);
  fill('#users', users, 'people:read', (page) => [
    createPagedList({ page, itemOf: userOf, further: usersAfter(true) }),
    ...folded(inactiveUsers, 'inactive', userOf, usersAfter(false)),
    adding('Add user', (close) => userForm(close, reload)),
  ]);
  fill('#keys', apiKeys, 'keys:read', (page) => [
    createPagedList({ page, itemOf: keyOf, further: keysAfter(true) }),
    ...folded(endedKeys, 'expired or revoked', keyOf, keysAfter(false)),
    adding('Create key', (close) => keyForm(close, reload)),
  ]);
  const contactOf = (contact: PortalContact) => portalItem(contact, reload);
  fill('#portal', contacts, 'clients:read', (page) => [
    page.totalCount === 0
      ? createElement('p', 'No contact has access yet.', 'soft')
      : createPagedList({ page, itemOf: contactOf, further: contactsAfter }),
  ]);
  for (const group of ['company', 'invoices', 'numbering'] satisfies SettingsGroup[])
    fill(`#${group}`, workspace, 'settings:read', (one) => [settingsForm(group, one, reload)]);
  fill('#design', workspace, 'settings:read', (one) => {
    const form = settingsForm('design', one, reload);
    return [designPreview(one, form), logoSection(one, reload), form];
  });
  fill('#rates', exchangeRates, 'settings:read', (page) => [
    ...(page.totalCount > 0 ? [ratesList(page, reload)] : []),
    adding('Add exchange rate', (close) => rateForm(close, reload)),
  ]);
  requireElement('#books').replaceChildren(accountingSection(), statementForm());
  requireElement('#export').replaceChildren(exportSection());
  requireElement<HTMLElement>('#content').hidden = false;
  requireElement<HTMLElement>('#done').textContent = done;
  if (!users && !apiKeys && !contacts && !workspace) throw new Error(faults.join(' '));
}

const reload = (done: string) => runWithErrorDisplay(() => show(done));

/** Shows a section, or the scope that it requires. */
function fill<T>(place: string, given: T | null, scope: string, of: (given: T) => Node[]): void {
  const lacking = createElement('p', `This section requires the scope ${scope}.`, 'soft');
  requireElement(place).replaceChildren(...(given === null ? [lacking] : of(given)));
}

/** Inactive records, loaded when the user opens them. */
function folded<T>(
  counted: Counted | null,
  what: string,
  itemOf: (one: T) => HTMLLIElement,
  further: LoadPage<T>,
): HTMLElement[] {
  if (!counted?.totalCount) return [];
  const details = createElement('details');
  details.append(createElement('summary', `${counted.totalCount} ${what}`));
  const open = () =>
    runWithErrorDisplay(async () => {
      details.append(createPagedList({ page: await further(null), itemOf, further }));
    });
  details.addEventListener('toggle', () => void open(), { once: true });
  return [details];
}

/** A button that opens a form. */
function adding(text: string, form: (close: () => void) => HTMLElement): HTMLElement {
  const place = createElement('div');
  const open = createButton(text, async () => {
    const made = form(close);
    place.replaceChildren(made);
    made.querySelector<HTMLElement>('input, select')?.focus();
  });
  function close(): void {
    place.replaceChildren(open);
    open.focus();
  }
  place.append(open);
  return place;
}

const views = [...document.querySelectorAll<HTMLElement>('[data-view]')];

/** Shows the section in the URL, or the first. */
function showView(): void {
  const chosen = views.find(({ dataset }) => `#${dataset.view}` === location.hash) ?? views[0];
  for (const view of views) view.hidden = view !== chosen;
  for (const link of document.querySelectorAll('#sections a')) {
    if (link.getAttribute('href') === `#${chosen?.dataset.view}`)
      link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

addEventListener('hashchange', () => {
  clearMessages();
  showView();
});
showView();
startPageHead();
const wasKnown = hasCredentials();
onCallerChanged(() => {
  if (hasCredentials()) void reload('');
});
if (wasKnown) void reload('');
else if (!(await restoreCaller())) void askForKey();
