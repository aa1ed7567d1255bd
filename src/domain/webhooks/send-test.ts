import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { newId } from '../../platform/ids/record-ids.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import { rejectTransaction } from '../../write/dry-run.ts';
import { write } from '../../write/write.ts';
import { sendTestWebhookInput } from './fields.ts';
import { type HookTypeName, hookRecordOf } from './hook-types.ts';
import { hookRequest } from './request-content.ts';
import { eventTypeError } from './rules.ts';
import { sampleEvent } from './sample-event.ts';
import { decryptSecret } from './secrets.ts';
import { sendAttempt } from './send-attempt.ts';
import { webhookServicesOf } from './services.ts';

const testTimeoutMs = 8_000;

/**
 * Sends a test event and waits for the response. A failure changes nothing else.
 * @throws ActionError id_missing, invalid_input, invalid_operation, record_not_found; conflicting_state without a secret
 */
export async function sendTestWebhook(
  context: Context,
  input: InputOf<typeof sendTestWebhookInput>,
): Promise<{ id: string }> {
  rejectTransaction(context);
  const endpointId = requireId(input);
  const { type } = parseInput(sendTestWebhookInput, input, (valid) => eventTypeError(valid.type));
  const { accountId, now } = context;
  const services = webhookServicesOf(context);
  const { hookType, secrets, url } = await readTarget(context, endpointId);
  const id = newId('WebhookDelivery');
  const event = sampleEvent(services, { accountId, now, type });
  const eventId = `${event.id}-${id}`;
  const content =
    hookType === null
      ? { body: Buffer.from(JSON.stringify({ ...event, id: eventId })) }
      : hookRequest(
          hookType,
          JSON.stringify(services.exampleOf(hookRecordOf(hookType as HookTypeName).body)),
        );
  // A request of the API must end earlier than a delivery.
  const signal = AbortSignal.timeout(testTimeoutMs);
  const result = await sendAttempt(
    services,
    { ...content, url, secrets, eventId, attempt: 1, signal },
    now,
  );
  const { durationMs, error, outcome, responseExcerpt, statusCode } = result;
  return write(context, async (tx) => {
    // The endpoint can be deleted in the meantime.
    await tx.lock('WebhookEndpoint', endpointId);
    tx.insert('WebhookDelivery', {
      ...{ id, endpointId, type, attempts: 1, requestedAt: now },
      status: outcome === 'DELIVERED' ? 'DELIVERED' : 'FAILED',
      ...{ durationMs, error, responseExcerpt, statusCode },
    });
    return { id };
  });
}

/** @throws ActionError record_not_found; conflicting_state without a secret */
async function readTarget(context: Context, id: string) {
  const { accountId, db, now } = context;
  const isValid = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const endpoint = await db.webhookEndpoint.findUnique({
    where: { accountId_id: { accountId, id } },
    select: { hookType: true, url: true, secrets: { where: isValid } },
  });
  if (!endpoint) throw recordNotFoundError('WebhookEndpoint', id);
  if (endpoint.secrets.length === 0) {
    const message = 'The endpoint has no secret. Rotate its secret first.';
    throw new ActionError('conflicting_state', message);
  }
  const box = await webhookServicesOf(context).encryptionKey.open();
  const secrets = endpoint.secrets.map(({ secret }) => decryptSecret(box, id, secret));
  return { ...endpoint, secrets };
}
