import { auditedModels, primaryKeyColumnsOf } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { idPrefixes } from '../../platform/ids/record-ids.ts';
import { nounOf } from '../../platform/records/record-not-found.ts';
import { eventSubjectOf, eventTypeFiltersOf, eventWordsOf } from '../events/event-types.ts';
import type { WebhookServices } from './services.ts';

const testEventType = 'webhook.test';

export interface WebhookEventType {
  type: string;
  description: string;
  /** The body of a request. */
  sample: object;
}

const sampleTime = new Date('2026-03-31T14:00:00Z');

/** "partlyPaid" → "partly paid" */
const verbOf = (word: string) =>
  word === 'commented'
    ? 'commented on'
    : word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

type Examples = Pick<WebhookServices, 'exampleOf'>;

export function listWebhookEventTypes(
  { accountId }: Pick<Context, 'accountId'>,
  services: Examples,
): WebhookEventType[] {
  return auditedModels.flatMap((model) => {
    return eventWordsOf(model).map((word) => {
      const type = `${eventSubjectOf(model)}.${word}`;
      const description = `The ${nounOf(model)} was ${verbOf(word)}.`;
      return {
        type,
        description,
        sample: sampleEvent(services, { accountId, now: sampleTime, type }),
      };
    });
  });
}

export const isEventType = (type: string): boolean =>
  type === testEventType || (type.includes('.') && eventTypeFiltersOf(type).length > 0);

/** An event as a test sends it. Its record is the documented example. */
export function sampleEvent(
  { exampleOf }: Examples,
  { accountId, now, type }: { accountId: number; now: Date; type: string },
) {
  const [filter] = type === testEventType ? [] : eventTypeFiltersOf(type);
  const model = filter?.model;
  const data = model && filter.kind !== 'DELETED' ? exampleOf(model) : null;
  const hasOwnId = model !== undefined && primaryKeyColumnsOf(model)[0] === 'id';
  const prefix = hasOwnId ? idPrefixes[model as keyof typeof idPrefixes] : undefined;
  return {
    ...{
      id: `evt_${accountId}_test`,
      type,
      types: [type],
      timestamp: now.toISOString(),
      accountId,
    },
    position: null,
    recordType: model ?? null,
    recordId: (data as { id?: string } | null)?.id ?? (prefix ? `${prefix}_sample` : null),
    recordVersion: null,
    ...{ before: null, after: null, actorKind: 'SERVICE', actorId: null, actorName: null },
    ...{ operation: 'sendTestWebhook', requestId: null, data },
  };
}
