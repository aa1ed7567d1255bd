import type { Context } from '../../platform/context/context.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import type { IssuedWebhookSecret } from './create-endpoint.ts';
import { ofEndpoint } from './enable-endpoint.ts';
import { rotateWebhookSecretInput } from './fields.ts';
import { generateSecret, newSecretRow } from './secrets.ts';
import { webhookServicesOf } from './services.ts';

/**
 * Deliveries are signed with the new secret, and until the end of the overlap also with the old ones.
 * @throws ActionError id_missing, record_not_found, invalid_input
 */
export async function rotateWebhookSecret(
  context: Context,
  input: { id?: unknown } & InputOf<typeof rotateWebhookSecretInput>,
): Promise<IssuedWebhookSecret> {
  const box = await webhookServicesOf(context).encryptionKey.open();
  return write(context, async (tx) => {
    const record = await tx.lock('WebhookEndpoint', requireId(input));
    const { overlapMinutes } = parseInput(rotateWebhookSecretInput, input);
    const secrets = await tx.lockAll('WebhookSecret', ofEndpoint(record.id));
    const end = new Date(tx.now.getTime() + overlapMinutes * 60_000);
    const isOver = ({ expiresAt }: (typeof secrets)[number]) =>
      end <= tx.now || (expiresAt !== null && expiresAt <= tx.now);
    tx.delete('WebhookSecret', secrets.filter(isOver));
    const remaining = secrets.filter((secret) => !isOver(secret));
    const lasting = remaining.filter(({ expiresAt }) => expiresAt === null || expiresAt > end);
    tx.updateAll('WebhookSecret', lasting, { expiresAt: end });
    const secret = generateSecret();
    tx.insert('WebhookSecret', newSecretRow(box, record.id, secret));
    return { secret, record };
  });
}
