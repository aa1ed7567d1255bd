import { deliveryList } from './admin-webhook-deliveries.ts';
import {
  progressText,
  stateText,
  type WebhookEndpoint,
  webhooksSelection,
} from './admin-webhook-status.ts';
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
  createStateLabel,
  requireElement,
  showSecretBox,
} from './page-elements.ts';
import { createPagedList, type Page } from './paged-lists.ts';
import { runRecordMutation } from './record-actions.ts';

type Done = (heading: string) => Promise<void>;

export function endpointList(
  page: Page<WebhookEndpoint>,
  lastEvent: string | undefined,
  done: Done,
): HTMLElement {
  const loadPage = async (after: string | null) => {
    const query = `query ($after: String) { ${webhooksSelection(', after: $after')} }`;
    const data = await requestGraphql<{ webhookEndpoints: Page<WebhookEndpoint> }>(query, {
      after,
    });
    return data.webhookEndpoints;
  };
  return createPagedList({ page, itemOf: (one) => endpointItem(one, lastEvent, done), loadPage });
}

function endpointItem(
  endpoint: WebhookEndpoint,
  lastEvent: string | undefined,
  done: Done,
): HTMLLIElement {
  const { description, hookType, id, state, types, url } = endpoint;
  const item = createElement('li');
  const wanted = hookType ?? types.map((type) => (type === '*' ? 'all events' : type)).join(', ');
  const deliveries = createElement('details');
  deliveries.append(createElement('summary', 'Deliveries'));
  const open = () =>
    runWithErrorDisplay(async () => {
      deliveries.append(await deliveryList(id));
    });
  deliveries.addEventListener('toggle', () => void open(), { once: true });
  const lines = [description, wanted, stateText(endpoint), progressText(endpoint, lastEvent)];
  item.append(
    createElement('b', url),
    createStateLabel(state),
    ...lines.filter(Boolean).map((line) => createElement('span', line ?? '', 'more')),
    endpointTools(endpoint, done),
    deliveries,
  );
  return item;
}

function endpointTools(endpoint: WebhookEndpoint, done: Done): HTMLElement {
  const { state, url } = endpoint;
  const tools = createElement('div', '', 'tools');
  const add = (text: string, press: () => Promise<void>) => {
    const button = createButton(text, () => runWithErrorDisplay(press));
    button.setAttribute('aria-label', `${text}: ${url}`);
    tools.append(button);
  };
  add('Send test', () => sendTest(endpoint, done));
  if (state === 'FAILING') add('Retry now', () => enable(endpoint, done));
  if (state === 'DISABLED') add('Enable', () => enable(endpoint, done));
  if (state !== 'DISABLED') add('Disable', () => disable(endpoint, done));
  add('Rotate secret', () => rotate(endpoint, done));
  add('Delete', () => remove(endpoint, done));
  return tools;
}

interface TestResult {
  message?: string;
  webhookDelivery?: { statusCode: number | null; durationMs: number; error: string | null };
}

async function sendTest({ id, url }: WebhookEndpoint, done: Done): Promise<void> {
  const { sendTestWebhook } = await requestGraphql<{ sendTestWebhook: TestResult }>(
    `mutation ($input: SendTestWebhookInput!) { sendTestWebhook(input: $input) { ${mutationResultSelection}
      ... on SendTestWebhookSuccess { webhookDelivery { statusCode durationMs error } } } }`,
    { input: { id } },
  );
  const { message, webhookDelivery } = sendTestWebhook;
  if (!webhookDelivery) throw new RequestError(message ?? 'The service did not respond.');
  const { durationMs, error, statusCode } = webhookDelivery;
  await done(error ? '' : `${url} accepted the test: status ${statusCode} after ${durationMs} ms.`);
  if (error) throw new RequestError(`${url} did not accept the test. ${error}`);
}

async function enable({ id, state, url }: WebhookEndpoint, done: Done): Promise<void> {
  const send = (input: object) =>
    runRecordMutation('enableWebhookEndpoint', 'EnableWebhookEndpointInput', input);
  try {
    await send({ id });
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'events_expired') throw error;
    const question = `The events that ${url} missed are no longer stored. Continue with new events?`;
    if (!confirm(question)) return;
    await send({ id, after: 'now' });
  }
  await done(state === 'FAILING' ? `${url} gets its events again now.` : `${url} is enabled.`);
}

async function disable({ id, url }: WebhookEndpoint, done: Done): Promise<void> {
  await runRecordMutation('disableWebhookEndpoint', 'DisableWebhookEndpointInput', { id });
  await done(`${url} is disabled. When you enable it, it gets the events that it missed.`);
}

async function remove({ id, url }: WebhookEndpoint, done: Done): Promise<void> {
  if (!confirm(`Delete ${url} with its deliveries?`)) return;
  await runRecordMutation('deleteWebhookEndpoint', 'DeleteWebhookEndpointInput', { id });
  await done(`${url} was deleted.`);
}

interface SecretResult {
  message?: string;
  secret?: string;
}

async function showSecret(url: string, { message, secret }: SecretResult, done: Done) {
  if (!secret) throw new RequestError(message ?? 'The service did not respond.');
  await done('');
  const label = `Copy the secret of ${url} now. It is shown only once:`;
  showSecretBox(requireElement('#webhooks'), label, secret);
}

async function rotate({ id, url }: WebhookEndpoint, done: Done): Promise<void> {
  const question = `For 24 hours, requests to ${url} are signed with the old and the new secret. Rotate the secret?`;
  if (!confirm(question)) return;
  const mutation = `mutation ($input: RotateWebhookSecretInput!) { rotateWebhookSecret(input: $input) { ${mutationResultSelection} ... on RotateWebhookSecretSuccess { secret } } }`;
  const { rotateWebhookSecret } = await requestGraphql<{ rotateWebhookSecret: SecretResult }>(
    mutation,
    { input: { id } },
  );
  await showSecret(url, rotateWebhookSecret, done);
}

export function endpointForm(close: () => void, done: Done): HTMLElement {
  const types = createField({ name: 'types', label: 'Events', value: '*', required: true });
  const hint = 'Types separated by commas, for example invoice.paid, client. * means all.';
  types.append(createElement('span', hint, 'soft'));
  let url = '';
  return createMutationForm({
    fields: [
      createField({ name: 'url', label: 'URL', required: true }),
      createField({ name: 'description', label: 'Description' }),
      types,
    ],
    submit: 'Create endpoint',
    cancel: close,
    mutation: `mutation ($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { ${mutationResultSelection} ... on CreateWebhookEndpointSuccess { secret } } }`,
    input: (form) => {
      const values = readFormValues(form);
      url = values.url ?? '';
      return { ...values, url, types: (values.types ?? '').split(/[\s,]+/).filter(Boolean) };
    },
    done: (result) => showSecret(url, result as SecretResult, done),
  });
}
