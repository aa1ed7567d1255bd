import { Prisma, type WebhookEndpoint } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { recordNotFoundError } from '../../platform/records/record-not-found.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { unsubscribeRestHookInput } from './fields.ts';

/**
 * Deletes one hook, or all of a type and URL.
 * @throws ActionError invalid_input, record_not_found
 */
export const unsubscribeRestHook = (
  context: Context,
  input: InputOf<typeof unsubscribeRestHookInput>,
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const { hookUrl, id, type } = parseInput(unsubscribeRestHookInput, input, requireHook);
    const hooks =
      id !== null
        ? [await lockHook(tx, id)]
        : await tx.lockAll(
            'WebhookEndpoint',
            Prisma.sql`payload = 'REST_HOOK' AND "hookType" = ${type} AND url = ${hookUrl}`,
          );
    const [first] = hooks;
    if (!first) {
      const message = `There is no hook of the type ${type} with this URL.`;
      throw new ActionError('record_not_found', message);
    }
    tx.delete('WebhookEndpoint', hooks);
    return first;
  });

function requireHook({
  hookUrl,
  id,
  type,
}: Partial<Record<'hookUrl' | 'id' | 'type', string | null>>): FieldError[] {
  if (id) return [];
  const message = 'is required without id';
  return Object.entries({ hookUrl, type }).flatMap(([path, value]) =>
    value ? [] : [{ path, code: 'required', message }],
  );
}

/** @throws ActionError record_not_found also for other webhook endpoints */
export async function lockHook(tx: WriteContext, id: string): Promise<WebhookEndpoint> {
  const hook = await tx.lock('WebhookEndpoint', id);
  if (hook.payload !== 'REST_HOOK') throw recordNotFoundError('WebhookEndpoint', id);
  return hook as WebhookEndpoint;
}
