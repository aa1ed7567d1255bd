/** The API keys of a workspace, for those who run it. */

import { keptScopes, narrowingFields, newScopesField, word } from './admin-scopes.ts';
import { ask, Refusal, trying } from './graphql-client.ts';
import { faults, fieldOf, formFor, valuesOf } from './forms.ts';
import { button, element, make, opensBelow, time } from './page-elements.ts';

export interface ApiKey {
  id: string;
  name: string;
  scopes: string[];
  state: string;
  prefix: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  createdAt: string;
  madeBy: { name: string } | null;
  /** Null also for who may not read users. */
  madeByUser: { email: string; firstName: string | null; lastName: string | null } | null;
}

type Done = (what: string) => Promise<void>;

/** A key as it is shown once, until it is put away. */
function secretOf(name: string, key: string): HTMLElement {
  const box = make('div', '', 'secret');
  box.setAttribute('role', 'status');
  const put = button('I have it', async () => box.remove());
  const copy = button('Copy', async () => {
    await navigator.clipboard.writeText(key);
    copy.textContent = 'Copied';
  });
  const buttons = make('div', '', 'tools');
  buttons.append(copy, put);
  box.append(make('b', `The key of ${name}, which is shown only now:`), make('code', key), buttons);
  return box;
}

async function showSecret(name: string, key: string, done: Done, what: string): Promise<void> {
  await done(what);
  const box = secretOf(name, key);
  element('#keys').prepend(box);
  box.scrollIntoView({ block: 'nearest' });
  box.querySelector('button')?.focus();
}

/** Who made a key: a person, or another key, or both of them. */
function makerOf({ madeBy, madeByUser }: ApiKey): string {
  const person =
    madeByUser &&
    ([madeByUser.firstName, madeByUser.lastName].filter(Boolean).join(' ') || madeByUser.email);
  return [person && ` by ${person}`, madeBy && ` with ${madeBy.name}`].filter(Boolean).join('');
}

function lifeOf(key: ApiKey): string {
  const { createdAt, expiresAt, lastUsedAt, lastUsedAddress } = key;
  const from = lastUsedAddress ? ` from ${lastUsedAddress}` : '';
  return [
    lastUsedAt ? `last used ${time(lastUsedAt)}${from}` : 'never used',
    `made ${time(createdAt)}${makerOf(key)}`,
    expiresAt && `expires ${time(expiresAt)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A key with what can be done about it. */
export function keyItem(key: ApiKey, done: Done): HTMLLIElement {
  const { id, name, scopes, state, prefix } = key;
  const isActive = state === 'ACTIVE';
  const item = make('li', '', isActive ? '' : 'ended');
  const what = make('div');
  what.append(make('b', name), ` …_${prefix}_…`);
  item.append(what);
  if (isActive) {
    const tools = make('div', '', 'tools');
    const narrow = opensBelow('Narrow', item, (close) => narrowForm(key, close, done));
    narrow.setAttribute('aria-label', `Narrow ${name}`);
    const rotate = button('Replace', () => trying(() => replace(key, done)));
    rotate.setAttribute('aria-label', `Replace ${name}`);
    const revoke = button('Revoke', () => trying(() => end(key, done)));
    revoke.setAttribute('aria-label', `Revoke ${name}`);
    tools.append(narrow, rotate, revoke);
    item.append(tools);
  } else item.append(make('span', state.toLowerCase()));
  item.append(make('span', scopes.map(word).join(', '), 'more'), make('span', lifeOf(key), 'more'));
  item.dataset.id = id;
  return item;
}

interface Made {
  message?: string;
  key?: string;
}

async function replace({ id, name }: ApiKey, done: Done): Promise<void> {
  const question = `Programs that send ${name} are let in for one more hour, then only those with the new key. Replace?`;
  if (!confirm(question)) return;
  const mutation = `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { ${faults} ... on RotateApiKeySuccess { key } } }`;
  const { rotateApiKey } = await ask<{ rotateApiKey: Made }>(mutation, {
    input: { id, overlapMinutes: 60 },
  });
  if (!rotateApiKey.key) throw new Refusal(rotateApiKey.message ?? 'There was no answer.');
  await showSecret(name, rotateApiKey.key, done, `${name} was replaced.`);
}

async function end({ id, name }: ApiKey, done: Done): Promise<void> {
  if (!confirm(`Programs that send ${name} are refused at once. Revoke?`)) return;
  const mutation = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { ${faults} } }`;
  const { revokeApiKey } = await ask<{ revokeApiKey: Made }>(mutation, { input: { id } });
  if (revokeApiKey.message) throw new Refusal(revokeApiKey.message);
  await done(`${name} was revoked.`);
}

/** The form by which a key loses what it need not do. */
function narrowForm({ id, name, scopes }: ApiKey, close: () => void, done: Done): HTMLElement {
  return formFor({
    fields: narrowingFields(scopes),
    submit: 'Take the rest away',
    mutation: `mutation ($input: NarrowApiKeyInput!) { narrowApiKey(input: $input) { ${faults} } }`,
    input: (form) => ({ id, scopes: keptScopes(scopes, new FormData(form).getAll('scope')) }),
    done: () => done(`${name} was narrowed.`),
    cancel: close,
  });
}

/** The form for a new key. */
export function keyForm(close: () => void, done: Done): HTMLElement {
  let given = '';
  return formFor({
    fields: [
      fieldOf({ name: 'name', label: 'What it is for', required: true }),
      fieldOf({ name: 'expiresAt', label: 'Works until', type: 'datetime-local' }),
      newScopesField(),
    ],
    submit: 'Make the key',
    mutation: `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ${faults} ... on CreateApiKeySuccess { key apiKey { id } } } }`,
    input: (form) => {
      const { name, expiresAt } = valuesOf(form);
      given = name ?? '';
      const ends = expiresAt ? { expiresAt: new Date(expiresAt).toISOString() } : {};
      return { name: given, scopes: new FormData(form).getAll('scope'), ...ends };
    },
    done: (result) => {
      const { key = '' } = result as Made;
      return showSecret(given, key, done, 'The key was made.');
    },
    cancel: close,
  });
}
