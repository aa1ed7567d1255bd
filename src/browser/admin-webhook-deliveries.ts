import { requestGraphql, runWithErrorDisplay } from './graphql-client.ts';
import {
  createButton,
  createElement,
  createStateLabel,
  createToggleButton,
  formatLocalDateTime,
  requireElement,
} from './page-elements.ts';
import { createPagedList, type Page } from './paged-lists.ts';
import { runRecordMutation } from './record-actions.ts';

interface WebhookDelivery {
  id: string;
  position: string | null;
  type: string;
  recordId: string | null;
  status: string;
  attempts: number;
  statusCode: number | null;
  durationMs: number;
  error: string | null;
  responseExcerpt: string | null;
  requestedAt: string;
}

const query = `query ($endpointId: ID!, $after: String) {
  webhookDeliveries(first: 20, after: $after, where: { endpointId: { equals: $endpointId } }, orderBy: [{ requestedAt: DESC }]) {
    nodes { id position type recordId status attempts statusCode durationMs error responseExcerpt requestedAt }
    totalCount pageInfo { hasNextPage endCursor }
  }
}`;

export async function deliveryList(endpointId: string): Promise<HTMLElement> {
  const loadPage = async (after: string | null) => {
    const { webhookDeliveries } = await requestGraphql<{
      webhookDeliveries: Page<WebhookDelivery>;
    }>(query, { endpointId, after });
    return webhookDeliveries;
  };
  const page = await loadPage(null);
  if (page.totalCount === 0)
    return createElement(
      'p',
      'None. Successful ones are listed for three days, others for 30.',
      'soft',
    );
  return createPagedList({ page, itemOf: deliveryItem, loadPage });
}

function attemptText(delivery: WebhookDelivery): string {
  const { attempts, durationMs, recordId, requestedAt, statusCode } = delivery;
  return [
    formatLocalDateTime(requestedAt),
    attempts === 1 ? '1 attempt' : `${attempts} attempts`,
    statusCode !== null && `status ${statusCode}`,
    `${durationMs} ms`,
    recordId,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The excerpt is text of the receiver. It is never parsed as HTML. */
function deliveryItem(delivery: WebhookDelivery): HTMLLIElement {
  const { error, id, position, responseExcerpt, status, type } = delivery;
  const item = createElement('li');
  item.append(
    createElement('b', type),
    createStateLabel(status),
    createElement('span', attemptText(delivery), 'more'),
  );
  if (error) item.append(createElement('span', error, 'more'));
  const tools = createElement('div', '', 'tools');
  if (responseExcerpt !== null)
    tools.append(
      createToggleButton('Response', item, () =>
        textBlock('Beginning of the response', responseExcerpt),
      ),
    );
  if (position !== null) {
    const retry = () =>
      runWithErrorDisplay(async () => {
        await runRecordMutation('retryWebhookDelivery', 'RetryWebhookDeliveryInput', { id });
        item.replaceWith(deliveryItem({ ...delivery, status: 'RETRYING' }));
        requireElement('#done').textContent = `${type} is sent again.`;
      });
    tools.append(
      createToggleButton('Request', item, () => requestBlock(id)),
      createButton('Retry', retry),
    );
  }
  item.append(tools);
  return item;
}

function textBlock(label: string, text: string): HTMLElement {
  const block = createElement('div', '', 'more');
  const content = createElement('pre', text);
  // The keyboard scrolls it.
  content.tabIndex = 0;
  content.setAttribute('role', 'region');
  content.setAttribute('aria-label', label);
  block.append(createElement('span', label), content);
  return block;
}

interface RequestResult {
  webhookDelivery: { request: { headers: Record<string, string>; body: unknown } | null } | null;
}

/** The request is made again from the event, so it is loaded on demand. */
function requestBlock(id: string): HTMLElement {
  const block = createElement('div', '', 'more');
  void runWithErrorDisplay(async () => {
    const { webhookDelivery } = await requestGraphql<RequestResult>(
      'query ($id: ID!) { webhookDelivery(id: $id) { request { headers body } } }',
      { id },
    );
    const request = webhookDelivery?.request;
    if (!request) {
      block.textContent = 'The event is no longer stored, or you cannot read it.';
      return;
    }
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
    const text = [...headers, '', JSON.stringify(request.body, null, 2)].join('\n');
    block.replaceWith(textBlock('Request as it would be sent now, without its signature', text));
  });
  return block;
}
