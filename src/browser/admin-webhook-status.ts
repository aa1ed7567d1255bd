import { createElement, formatLocalDateTime, requireElement } from './page-elements.ts';
import type { Page } from './paged-lists.ts';

export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  types: string[];
  hookType: string | null;
  state: 'ACTIVE' | 'FAILING' | 'DISABLED';
  stateReason: string | null;
  firstFailureAt: string | null;
  nextAttemptAt: string | null;
  position: string | null;
  createdAt: string;
  deliveries: { nodes: { requestedAt: string; statusCode: number | null; error: string | null }[] };
  repeated: { totalCount: number };
}

export interface WebhookData {
  webhookEndpoints: Page<WebhookEndpoint> | null;
  lastEvent: { place: string } | null;
  stoppedWebhooks: StoppedWebhooks;
}

export const webhooksSelection = (more = '') =>
  `webhookEndpoints(first: 50${more}, orderBy: [{ createdAt: DESC }]) { nodes {
    id url description types hookType state stateReason firstFailureAt nextAttemptAt position createdAt
    deliveries(first: 1, orderBy: [{ requestedAt: DESC }]) { nodes { requestedAt statusCode error } }
    repeated: deliveries(first: 0, where: { status: { equals: RETRYING } }) { totalCount }
  } totalCount pageInfo { hasNextPage endCursor } }
  lastEvent: events(after: "now", first: 1) { place }`;

/** Endpoints that get no events. */
export const stoppedWebhooksSelection =
  'stoppedWebhooks: webhookEndpoints(first: 100, where: { state: { in: [FAILING, DISABLED] } }) { nodes { state stateReason } }';

type StoppedWebhooks = { nodes: Pick<WebhookEndpoint, 'state' | 'stateReason'>[] } | null;

const reasons: Record<string, string> = {
  MANUAL: 'Someone disabled it.',
  GONE: 'The receiver responded with the status 410 (Gone).',
  FAILED: 'Deliveries failed for three days.',
  KEY_REVOKED: 'The API key that created it was revoked or has expired. Create the endpoint again.',
  PERMISSION_LOST:
    'The user who created it was deactivated or lost the needed role. Create the endpoint again.',
  EVENTS_EXPIRED: 'The events that it missed are no longer stored. Enable it to get new events.',
  RESTORED: 'The workspace was restored or imported, so the receiver may have newer events.',
};

const time = (value: string | null) => (value === null ? '' : formatLocalDateTime(value));

export function stateText({
  firstFailureAt,
  nextAttemptAt,
  state,
  stateReason,
}: WebhookEndpoint): string {
  if (state === 'DISABLED') return reasons[stateReason ?? ''] ?? '';
  if (state === 'ACTIVE') return '';
  const next = nextAttemptAt ? ` Next attempt ${time(nextAttemptAt)}.` : '';
  const since = firstFailureAt ? ` since ${time(firstFailureAt)}` : '';
  return `Deliveries have failed${since}. The oldest event is repeated until it succeeds.${next}`;
}

/** A position is a number and a time. */
const positionTime = (position: string) => Number.parseInt(position.split('-')[1] ?? '', 36) || 0;

/** Active endpoints store their position at least every 30 seconds in which there are events. */
const usualLagMs = 60_000;

function lagText({ position, repeated }: WebhookEndpoint, lastEvent: string | undefined): string {
  const { totalCount } = repeated;
  if (totalCount > 0)
    return totalCount === 1 ? '1 event is repeated' : `${totalCount} events are repeated`;
  if (!position || !lastEvent) return '';
  const readAt = positionTime(position);
  if (positionTime(lastEvent) - readAt < usualLagMs) return '';
  return `events since ${new Date(readAt).toLocaleString()} are not delivered yet`;
}

export function progressText(endpoint: WebhookEndpoint, lastEvent: string | undefined): string {
  const [last] = endpoint.deliveries.nodes;
  const response = last?.statusCode ? `status ${last.statusCode}` : last?.error && 'no response';
  return [
    last
      ? `last attempt ${time(last.requestedAt)}${response ? `, ${response}` : ''}`
      : 'no attempt yet',
    lagText(endpoint, lastEvent),
    `created ${time(endpoint.createdAt)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Shown above all sections, except for endpoints that a user disabled. */
export function showWebhookNotice(stopped: StoppedWebhooks): void {
  const unexpected = (stopped?.nodes ?? []).filter(({ stateReason }) => stateReason !== 'MANUAL');
  const notice = requireElement<HTMLElement>('#notice');
  const link = createElement('a', 'Show webhooks');
  link.href = '#webhooks';
  const count = unexpected.length;
  const subject = count === 1 ? 'A webhook endpoint does' : `${count} webhook endpoints do`;
  notice.replaceChildren(`${subject} not get events. `, link);
  notice.hidden = count === 0;
}
