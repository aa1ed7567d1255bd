import type { Permissions } from '../../platform/permissions/permissions.ts';
import type { WorkspaceEvent } from '../events/fields.ts';
import type { ListChange } from '../record-changes/record-change.ts';
import { buildEventBody } from './event-body.ts';
import type { ReadingContext, WebhookServices } from './services.ts';

/** Only REST hooks have it. */
const hookTypeHeader = 'X-Event-Type';

export interface RequestContent {
  headers: Record<string, string>;
  body: Buffer;
}

interface RequestParts {
  hookType: string | null;
  event: WorkspaceEvent;
  permissions: Permissions;
  /** Only for an endpoint with a condition. */
  list?: ListChange | undefined;
  readRecord: () => Promise<string | undefined>;
}

type Services = Pick<WebhookServices, 'readFormerRecord'>;

/** What a request contains in addition to its signature: an event with its record, or the record alone. */
export async function buildRequestContent(
  services: Services,
  context: ReadingContext,
  { event, hookType, readRecord, ...parts }: RequestParts,
): Promise<RequestContent> {
  const { accountId } = context;
  const isDeleted = event.kind === 'DELETED';
  const isHidden = isDeleted || (hookType === null && event.kind === 'ERASED');
  const data = isHidden ? undefined : await readRecord();
  if (hookType === null)
    return {
      headers: {},
      body: buildEventBody({ ...parts, accountId, event, data: data ?? null }),
    };
  const values = { ...event.before, ...event.after, id: event.recordId, accountId };
  const body = data ?? (await services.readFormerRecord(context, event.recordType, values));
  return hookRequest(hookType, body);
}

export const hookRequest = (hookType: string, record: string): RequestContent => ({
  headers: { [hookTypeHeader]: hookType },
  body: Buffer.from(record),
});
