import type { z } from 'zod';
import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { resolveReference } from '../../platform/names/resolve-reference.ts';
import type { WriteContext } from '../../write/unit-of-work.ts';
import { write } from '../../write/write.ts';
import { insertEndpoint } from '../webhooks/create-endpoint.ts';
import { enableWebhookEndpoint } from '../webhooks/enable-endpoint.ts';
import { clientWhereOf, eventTypesOfHook } from '../webhooks/hook-types.ts';
import {
  findHostErrors,
  requireReadableEvents,
  resolveStartPosition,
  validateEndpoint,
} from '../webhooks/rules.ts';
import { webhookServicesOf } from '../webhooks/services.ts';
import { restHookInput } from './fields.ts';
import { lockHook } from './unsubscribe.ts';

/**
 * Creates a REST hook. With an id, it changes that hook.
 * @throws ActionError invalid_input, missing_scope, not_for_role, record_not_found; conflicting_state if there are too many
 */
export async function subscribeRestHook(
  context: Context,
  input: InputOf<typeof restHookInput>,
): Promise<{ id: string }> {
  const hostErrors = await findHostErrors(context, input, 'hookUrl');
  const { enabled, filters, hookUrl, id, type } = parseInput(restHookInput, input, (fields) =>
    validateHook(context, fields, hostErrors),
  );
  const hookFor = (clientId: string | null) => ({
    ...{ hookType: type, types: eventTypesOfHook(type), url: hookUrl },
    where: clientId === null ? null : clientWhereOf(type, clientId),
  });
  const client = { id: filters?.clientId ?? null, idField: 'filters.clientId', nameField: '' };
  await requireReadableEvents(context, hookFor(client.id));
  const box = await webhookServicesOf(context).encryptionKey.open();
  return write(context, async (tx) => {
    const hook = hookFor(await resolveReference(tx.names, 'client', client));
    if (id !== null) return updateHook(tx, id, hook, enabled);
    const position = await resolveStartPosition(tx, null);
    const endpoint = { ...hook, enabled, position, order: 'RECORD', payload: 'REST_HOOK' } as const;
    return (await insertEndpoint(tx, box, endpoint)).record;
  });
}

function validateHook(
  context: Context,
  { filters, hookUrl, type }: Partial<z.output<typeof restHookInput>>,
  hostErrors: readonly FieldError[],
): FieldError[] {
  const errors = [...validateEndpoint(context, { url: hookUrl }), ...hostErrors].map((error) => ({
    ...error,
    path: 'hookUrl',
  }));
  if (!filters?.clientId || !type || clientWhereOf(type, filters.clientId)) return errors;
  const message = `must be omitted, because records of ${type} belong to no client`;
  return [...errors, { path: 'filters.clientId', code: 'not_allowed', message }];
}

async function updateHook(
  tx: WriteContext,
  id: string,
  { where, ...fields }: { hookType: string; types: string[]; url: string; where: object | null },
  enabled: boolean,
): Promise<{ id: string }> {
  const hook = await lockHook(tx, id);
  await requireReadableEvents(tx, { ...fields, where, scopes: hook.scopes });
  tx.update('WebhookEndpoint', hook, {
    ...fields,
    where: where ?? Prisma.DbNull,
    ...(!enabled && hook.state !== 'DISABLED' && { state: 'DISABLED', stateReason: 'MANUAL' }),
  });
  if (enabled && hook.state === 'DISABLED') await enableWebhookEndpoint(tx, { id, after: 'now' });
  return hook;
}
