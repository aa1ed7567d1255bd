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
import {
  showWebhookNotice,
  stoppedWebhooksSelection,
  type WebhookData,
  webhooksSelection,
} from './admin-webhook-status.ts';
import { endpointForm, endpointList } from './admin-webhooks.ts';
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

const pageSize = 50;

const userFields = 'id email firstName lastName role active signIn invitationExpiresAt';
const keyFields =
  'id name scopes state prefix expiresAt lastUsedAt lastUsedAddress createdAt madeBy { name } madeByUser { email firstName lastName }';
const contactFields = 'id firstName lastName email portalLinkSentAt client { name }';
const pageFields = 'totalCount pageInfo { hasNextPage endCursor }';
const newestFirst = 'orderBy: [{ createdAt: DESC }]';

const query = `query Admin($keys: ApiKeyWhere, $endedKeys: ApiKeyWhere, $portal: ContactWhere) {
  users(first: ${pageSize}, where: { active: { equals: true } }, ${newestFirst}) { nodes { ${userFields} } ${pageFields} }
  inactiveUsers: users(first: 0, where: { active: { equals: false } }) { totalCount }
  apiKeys(first: ${pageSize}, where: $keys, ${newestFirst}) { nodes { ${keyFields} } ${pageFields} }
  endedKeys: apiKeys(first: 0, where: $endedKeys) { totalCount }
  contacts(first: ${pageSize}, where: $portal, ${newestFirst}) { nodes { ${contactFields} } ${pageFields} }
  ${ratesSelection()}
  ${webhooksSelection()}
  ${stoppedWebhooksSelection}
  workspace { ${settingsSelection} }
}`;

interface Counted {
  totalCount: number;
}

interface AdminData extends WebhookData {
  users: Page<User> | null;
  inactiveUsers: Counted | null;
  apiKeys: Page<ApiKey> | null;
  endedKeys: Counted | null;
  contacts: Page<PortalContact> | null;
  exchangeRates: Page<ExchangeRate> | null;
  workspace: WorkspaceFormValues | null;
}

function keysWhere(isActive: boolean): object {
  const none = { equals: null };
  const now = new Date().toISOString();
  const active = { revokedAt: none, OR: [{ expiresAt: none }, { expiresAt: { gt: now } }] };
  return isActive ? active : { NOT: active };
}

const loadUsers =
  (active: boolean): LoadPage<User> =>
  async (after) => {
    const { users } = await requestGraphql<{ users: Page<User> }>(
      `query ($after: String, $where: UserWhere) { users(first: ${pageSize}, after: $after, where: $where, ${newestFirst}) { nodes { ${userFields} } ${pageFields} } }`,
      { after, where: { active: { equals: active } } },
    );
    return users;
  };

const loadKeys =
  (isActive: boolean): LoadPage<ApiKey> =>
  async (after) => {
    // A caller can have the scope for keys without the scope for their creators.
    const { data } = await requestGraphqlPartial<{ apiKeys: Page<ApiKey> }>(
      `query ($after: String, $where: ApiKeyWhere) { apiKeys(first: ${pageSize}, after: $after, where: $where, ${newestFirst}) { nodes { ${keyFields} } ${pageFields} } }`,
      { after, where: keysWhere(isActive) },
    );
    return data.apiKeys;
  };

const withPortalAccess = { portalAccess: { equals: true } };

const loadContacts: LoadPage<PortalContact> = async (after) => {
  const { contacts } = await requestGraphql<{ contacts: Page<PortalContact> }>(
    `query ($after: String, $where: ContactWhere) { contacts(first: ${pageSize}, after: $after, where: $where, ${newestFirst}) { nodes { ${contactFields} } ${pageFields} } }`,
    { after, where: withPortalAccess },
  );
  return contacts;
};

async function show(done = ''): Promise<void> {
  const variables = {
    keys: keysWhere(true),
    endedKeys: keysWhere(false),
    portal: withPortalAccess,
  };
  const { data, errorMessages } = await requestGraphqlPartial<AdminData>(query, variables);
  const { users, inactiveUsers, apiKeys, endedKeys, contacts, exchangeRates, workspace } = data;
  const userOf = (user: User) => userItem(user, reload);
  const keyOf = (key: ApiKey) => keyItem(key, reload);
  fillSection('#users', users, 'people:read', (page) => [
    createPagedList({ page, itemOf: userOf, loadPage: loadUsers(true) }),
    ...inactiveList(inactiveUsers, 'inactive', userOf, loadUsers(false)),
    formButton('Add user', (close) => userForm(close, reload)),
  ]);
  fillSection('#keys', apiKeys, 'keys:read', (page) => [
    createPagedList({ page, itemOf: keyOf, loadPage: loadKeys(true) }),
    ...inactiveList(endedKeys, 'expired or revoked', keyOf, loadKeys(false)),
    formButton('Create key', (close) => keyForm(close, reload)),
  ]);
  const contactOf = (contact: PortalContact) => portalItem(contact, reload);
  fillSection('#portal', contacts, 'clients:read', (page) => [
    page.totalCount === 0
      ? createElement('p', 'No contact has access yet.', 'soft')
      : createPagedList({ page, itemOf: contactOf, loadPage: loadContacts }),
  ]);
  for (const group of ['company', 'invoices', 'numbering'] satisfies SettingsGroup[])
    fillSection(`#${group}`, workspace, 'settings:read', (one) => [
      settingsForm(group, one, reload),
    ]);
  fillSection('#design', workspace, 'settings:read', (one) => {
    const form = settingsForm('design', one, reload);
    return [designPreview(one, form), logoSection(one, reload), form];
  });
  fillSection('#rates', exchangeRates, 'settings:read', (page) => [
    ...(page.totalCount > 0 ? [ratesList(page, reload)] : []),
    formButton('Add exchange rate', (close) => rateForm(close, reload)),
  ]);
  fillSection('#webhooks', data.webhookEndpoints, 'webhooks:read', (page) => [
    endpointList(page, data.lastEvent?.place, reload),
    formButton('Create endpoint', (close) => endpointForm(close, reload)),
  ]);
  showWebhookNotice(data.stoppedWebhooks);
  requireElement('#books').replaceChildren(accountingSection(), statementForm());
  requireElement('#export').replaceChildren(exportSection());
  requireElement<HTMLElement>('#content').hidden = false;
  requireElement<HTMLElement>('#done').textContent = done;
  if (!users && !apiKeys && !contacts && !workspace) throw new Error(errorMessages.join(' '));
}

const reload = (done: string) => runWithErrorDisplay(() => show(done));

/** Shows a section, or the scope that it requires. */
function fillSection<T>(
  selector: string,
  given: T | null,
  scope: string,
  contentOf: (given: T) => Node[],
): void {
  const missingScope = createElement('p', `This section requires the scope ${scope}.`, 'soft');
  requireElement(selector).replaceChildren(...(given === null ? [missingScope] : contentOf(given)));
}

/** Inactive records, loaded when the user opens them. */
function inactiveList<T>(
  count: Counted | null,
  label: string,
  itemOf: (one: T) => HTMLLIElement,
  loadPage: LoadPage<T>,
): HTMLElement[] {
  if (!count?.totalCount) return [];
  const details = createElement('details');
  details.append(createElement('summary', `${count.totalCount} ${label}`));
  const open = () =>
    runWithErrorDisplay(async () => {
      details.append(createPagedList({ page: await loadPage(null), itemOf, loadPage }));
    });
  details.addEventListener('toggle', () => void open(), { once: true });
  return [details];
}

function formButton(text: string, form: (close: () => void) => HTMLElement): HTMLElement {
  const selector = createElement('div');
  const open = createButton(text, async () => {
    const formElement = form(close);
    selector.replaceChildren(formElement);
    formElement.querySelector<HTMLElement>('input, select')?.focus();
  });
  function close(): void {
    selector.replaceChildren(open);
    open.focus();
  }
  selector.append(open);
  return selector;
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
const hadCredentials = hasCredentials();
onCallerChanged(() => {
  if (hasCredentials()) void reload('');
});
if (hadCredentials) void reload('');
else if (!(await restoreCaller())) void askForKey();
