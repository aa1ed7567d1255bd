/** Users, API keys and settings of the workspace of whoever is known. */

import { type ApiKey, keyForm, keyItem } from './admin-keys.ts';
import { settingsForm, type Workspace } from './admin-settings.ts';
import { type User, userForm, userItem } from './admin-users.ts';
import { askForParts, trying } from './asking.ts';
import { findOutWhoAsks, isKnown, onCallerChanged } from './credentials.ts';
import { askForKey, startHead } from './key-dialog.ts';
import { button, element, make } from './page-elements.ts';

const query = `query Admin {
  users(first: 100) { nodes { id email firstName lastName role active } pageInfo { hasNextPage } }
  apiKeys(first: 100) {
    nodes { id name scopes state prefix expiresAt lastUsedAt lastUsedAddress createdAt madeBy { name } }
    pageInfo { hasNextPage }
  }
  workspace {
    name address1 address2 city locality postal country phone website taxId taxLabel defaultTaxRate
    currency timeZone invoiceNumberPattern payInstructions
  }
}`;

interface List<T> {
  nodes: T[];
  pageInfo: { hasNextPage: boolean };
}

interface Answered {
  users: List<User> | null;
  apiKeys: List<ApiKey> | null;
  workspace: Workspace | null;
}

/** Reads all of it anew, and says what was done. */
async function show(done = ''): Promise<void> {
  const { data, faults } = await askForParts<Answered>(query);
  const { users, apiKeys, workspace } = data;
  fill('#users', users, 'people:read', ({ nodes, pageInfo }) => [
    ...listOf(nodes.map((user) => userItem(user, reload))),
    ...more(pageInfo, 'users'),
    adding('Add a user', (close) => userForm(close, reload)),
  ]);
  fill('#keys', apiKeys, 'keys:read', ({ nodes, pageInfo }) => {
    const [active, ended] = [true, false].map((isActive) =>
      nodes.filter(({ state }) => (state === 'ACTIVE') === isActive),
    ) as [ApiKey[], ApiKey[]];
    return [
      ...listOf(active.map((key) => keyItem(key, reload))),
      ...more(pageInfo, 'keys'),
      ...endedKeys(ended),
      adding('Make a key', (close) => keyForm(close, reload)),
    ];
  });
  fill('#settings', workspace, 'settings:read', (one) => [settingsForm(one, reload)]);
  element<HTMLElement>('#content').hidden = false;
  element<HTMLElement>('#done').textContent = done;
  if (!users && !apiKeys && !workspace) throw new Error(faults.join(' '));
}

const reload = (done: string) => trying(() => show(done));

/** Fills a part of the page, or says which scope it takes. */
function fill<T>(place: string, given: T | null, scope: string, of: (given: T) => Node[]): void {
  const lacking = make('p', `This takes the scope ${scope}, which you do not have.`, 'soft');
  element(place).replaceChildren(...(given === null ? [lacking] : of(given)));
}

function listOf(items: HTMLLIElement[]): HTMLElement[] {
  const list = make('ul');
  list.append(...items);
  return items.length > 0 ? [list] : [];
}

const more = ({ hasNextPage }: { hasNextPage: boolean }, what: string): HTMLElement[] =>
  hasNextPage
    ? [make('p', `These are the first hundred; all ${what} are in GraphQL.`, 'soft')]
    : [];

function endedKeys(keys: ApiKey[]): HTMLElement[] {
  if (keys.length === 0) return [];
  const details = make('details');
  details.append(
    make('summary', `${keys.length} that no longer work`),
    ...listOf(keys.map((key) => keyItem(key, reload))),
  );
  return [details];
}

/** A button that becomes a form, and a button again. */
function adding(text: string, form: (close: () => void) => HTMLElement): HTMLElement {
  const place = make('div');
  const open = button(text, async () => {
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

startHead();
const wasKnown = isKnown();
onCallerChanged(() => {
  if (isKnown()) void reload('');
});
if (wasKnown) void reload('');
else if (!(await findOutWhoAsks())) void askForKey();
