import {
  formatScope,
  newScopesField,
  remainingScopes,
  scopeRestrictionFields,
} from './admin-scopes.ts';
import {
  createField,
  createMutationForm,
  mutationResultSelection,
  readFormValues,
} from './forms.ts';
import { RequestError, requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import {
  createButton,
  createElement,
  createToggleButton,
  formatLocalDateTime,
  requireElement,
  showSecretBox,
} from './page-elements.ts';

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
  /** Also null if the caller may not read users. */
  madeByUser: { email: string; firstName: string | null; lastName: string | null } | null;
}

type Done = (heading: string) => Promise<void>;

async function showSecret(name: string, key: string, done: Done, heading: string): Promise<void> {
  await done(heading);
  showSecretBox(
    requireElement('#keys'),
    `Copy the key of ${name} now. It is shown only once:`,
    key,
  );
}

/** A user, another key, or both. */
function creatorText({ madeBy, madeByUser }: ApiKey): string {
  const person =
    madeByUser &&
    ([madeByUser.firstName, madeByUser.lastName].filter(Boolean).join(' ') || madeByUser.email);
  return [person && ` by ${person}`, madeBy && ` with ${madeBy.name}`].filter(Boolean).join('');
}

function usageText(key: ApiKey): string {
  const { createdAt, expiresAt, lastUsedAt, lastUsedAddress } = key;
  const from = lastUsedAddress ? ` from ${lastUsedAddress}` : '';
  return [
    lastUsedAt ? `last used ${formatLocalDateTime(lastUsedAt)}${from}` : 'never used',
    `created ${formatLocalDateTime(createdAt)}${creatorText(key)}`,
    expiresAt && `expires ${formatLocalDateTime(expiresAt)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export function keyItem(key: ApiKey, done: Done): HTMLLIElement {
  const { id, name, scopes, state, prefix } = key;
  const isActive = state === 'ACTIVE';
  const item = createElement('li', '', isActive ? '' : 'ended');
  const heading = createElement('div');
  heading.append(createElement('b', name), ` …_${prefix}_…`);
  item.append(heading);
  if (isActive) {
    const tools = createElement('div', '', 'tools');
    const reduceButton = createToggleButton('Reduce scopes', item, (close) =>
      reduceScopesForm(key, close, done),
    );
    reduceButton.setAttribute('aria-label', `Reduce scopes of ${name}`);
    const rotateButton = createButton('Rotate', () =>
      runWithErrorDisplay(() => rotateKey(key, done)),
    );
    rotateButton.setAttribute('aria-label', `Rotate ${name}`);
    const revokeButton = createButton('Revoke', () =>
      runWithErrorDisplay(() => revokeKey(key, done)),
    );
    revokeButton.setAttribute('aria-label', `Revoke ${name}`);
    tools.append(reduceButton, rotateButton, revokeButton);
    item.append(tools);
  } else item.append(createElement('span', state.toLowerCase()));
  item.append(
    createElement('span', scopes.map(formatScope).join(', '), 'more'),
    createElement('span', usageText(key), 'more'),
  );
  item.dataset.id = id;
  return item;
}

interface KeyResult {
  message?: string;
  key?: string;
}

async function rotateKey({ id, name }: ApiKey, done: Done): Promise<void> {
  const question = `The old key of ${name} stays valid for one hour. Rotate the key?`;
  if (!confirm(question)) return;
  const mutation = `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { ${mutationResultSelection} ... on RotateApiKeySuccess { key } } }`;
  const { rotateApiKey } = await requestGraphql<{ rotateApiKey: KeyResult }>(mutation, {
    input: { id, overlapMinutes: 60 },
  });
  if (!rotateApiKey.key)
    throw new RequestError(rotateApiKey.message ?? 'The service did not respond.');
  await showSecret(name, rotateApiKey.key, done, `${name} was rotated.`);
}

async function revokeKey({ id, name }: ApiKey, done: Done): Promise<void> {
  if (!confirm(`Programs that use ${name} lose access immediately. Revoke the key?`)) return;
  const mutation = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { ${mutationResultSelection} } }`;
  const { revokeApiKey } = await requestGraphql<{ revokeApiKey: KeyResult }>(mutation, {
    input: { id },
  });
  if (revokeApiKey.message) throw new RequestError(revokeApiKey.message);
  await done(`${name} was revoked.`);
}

/** Removes scopes of a key. */
function reduceScopesForm(
  { id, name, scopes }: ApiKey,
  close: () => void,
  done: Done,
): HTMLElement {
  return createMutationForm({
    fields: scopeRestrictionFields(scopes),
    submit: 'Reduce scopes',
    mutation: `mutation ($input: NarrowApiKeyInput!) { narrowApiKey(input: $input) { ${mutationResultSelection} } }`,
    input: (form) => ({ id, scopes: remainingScopes(scopes, new FormData(form).getAll('scope')) }),
    done: () => done(`The scopes of ${name} were reduced.`),
    cancel: close,
  });
}

export function keyForm(close: () => void, done: Done): HTMLElement {
  let keyName = '';
  return createMutationForm({
    fields: [
      createField({ name: 'name', label: 'Name', required: true }),
      createField({ name: 'expiresAt', label: 'Expires', type: 'datetime-local' }),
      newScopesField(),
    ],
    submit: 'Create key',
    mutation: `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { ${mutationResultSelection} ... on CreateApiKeySuccess { key apiKey { id } } } }`,
    input: (form) => {
      const { name, expiresAt } = readFormValues(form);
      keyName = name ?? '';
      const expiry = expiresAt ? { expiresAt: new Date(expiresAt).toISOString() } : {};
      return { name: keyName, scopes: new FormData(form).getAll('scope'), ...expiry };
    },
    done: (result) => {
      const { key = '' } = result as KeyResult;
      return showSecret(keyName, key, done, 'The key was created.');
    },
    cancel: close,
  });
}
