import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import { invalidInputError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import type { UpdateMode } from '../../platform/input/update-input.ts';
import { deleteWithInput } from '../../write/delete-record.ts';
import { updateWithInput } from '../../write/update-with-input.ts';
import { updateWebhookEndpointInput } from './fields.ts';
import {
  findHostErrors,
  hookTypeErrors,
  requireReadableEvents,
  validateEndpoint,
} from './rules.ts';

/**
 * The endpoint keeps the scopes of its creator.
 * @throws ActionError id_missing, record_not_found, invalid_input, missing_scope, not_for_role
 */
export async function updateWebhookEndpoint(
  context: Context,
  input: { id?: unknown } & InputOf<typeof updateWebhookEndpointInput>,
  mode: UpdateMode,
): Promise<{ id: string }> {
  const hostErrors = await findHostErrors(context, input, 'url');
  return updateWithInput(
    context,
    {
      model: 'WebhookEndpoint',
      schema: updateWebhookEndpointInput,
      input,
      mode,
      rules: (fields) => [...validateEndpoint(context, fields), ...hostErrors],
    },
    async (tx, { where, ...change }, current) => {
      const { hookType, scopes, types: currentTypes, where: currentWhere } = current;
      const { types = currentTypes } = change;
      const hookErrors = hookTypeErrors(hookType, change.types);
      if (hookErrors.length > 0) throw invalidInputError(hookErrors);
      await requireReadableEvents(tx, {
        scopes,
        types,
        where: where === undefined ? currentWhere : where,
      });
      if (where === undefined) return change;
      return { ...change, where: where === null ? Prisma.DbNull : (where as object) };
    },
  );
}

/** Includes its deliveries. @throws ActionError id_missing, record_not_found */
export const deleteWebhookEndpoint = (context: Context, input: { id?: unknown }): Promise<string> =>
  deleteWithInput(context, 'WebhookEndpoint', input);
