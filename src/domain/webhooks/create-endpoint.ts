import type { WebhookPayload } from '../../generated/prisma/enums.ts';
import type { Context } from '../../platform/context/context.ts';
import type { SecretBox } from '../../platform/encryption/secret-box.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { newRecordId } from '../../write/client-generated-ids.ts';
import type { NewRow, WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { actingUserId } from '../workspaces/api-keys.ts';
import { createWebhookEndpointInput } from './fields.ts';
import { bucketOf } from './ids.ts';
import {
  findHostErrors,
  readingScopesOf,
  requireReadableEvents,
  requireRoomForEndpoint,
  resolveStartPosition,
  validateEndpoint,
} from './rules.ts';
import { generateSecret, newSecretRow } from './secrets.ts';
import { webhookServicesOf } from './services.ts';

export interface IssuedWebhookSecret {
  secret: string;
  record: { id: string };
}

/**
 * Only the result contains the secret.
 * @throws ActionError invalid_input, missing_scope, not_for_role, events_expired; conflicting_state if there are too many
 */
export async function createWebhookEndpoint(
  context: Context,
  input: InputOf<typeof createWebhookEndpointInput>,
): Promise<IssuedWebhookSecret> {
  const hostErrors = await findHostErrors(context, input, 'url');
  const { after, enabled, where, ...fields } = parseInput(
    createWebhookEndpointInput,
    input,
    (valid) => [...validateEndpoint(context, valid), ...hostErrors],
  );
  await requireReadableEvents(context, { types: fields.types, where });
  const box = await webhookServicesOf(context).encryptionKey.open();
  return write(context, async (tx) => {
    const position = await resolveStartPosition(tx, after);
    return insertEndpoint(tx, box, { ...fields, where, enabled, position, payload: 'EVENT' });
  });
}

interface NewEndpoint
  extends Pick<NewRow<'WebhookEndpoint'>, 'hookType' | 'order' | 'types' | 'url'> {
  payload: WebhookPayload;
  where: unknown;
  enabled: boolean;
  position: string;
}

/** @throws ActionError conflicting_state */
export async function insertEndpoint(
  tx: WriteContext,
  box: SecretBox,
  { enabled, position, where, ...fields }: NewEndpoint,
): Promise<IssuedWebhookSecret> {
  await requireRoomForEndpoint(tx, fields.payload);
  const record = tx.insert('WebhookEndpoint', {
    ...fields,
    ...(where !== null && { where: where as object }),
    id: newRecordId(tx, 'WebhookEndpoint'),
    scopes: readingScopesOf(tx),
    ...(enabled ? {} : { state: 'DISABLED', stateReason: 'MANUAL' }),
    madeByKeyId: tx.actor.keyId,
    madeByUserId: actingUserId(tx),
  });
  const { id } = record;
  tx.insert('WebhookCursor', { endpointId: id, bucket: bucketOf(id), position });
  const secret = generateSecret();
  tx.insert('WebhookSecret', newSecretRow(box, id, secret));
  return { secret, record };
}
