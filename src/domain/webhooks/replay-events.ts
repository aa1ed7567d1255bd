import { Prisma } from '../../generated/prisma/client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { InputOf } from '../../platform/input/fields.ts';
import { parseInput } from '../../platform/input/fields.ts';
import { requireId } from '../../platform/input/update-input.ts';
import { write } from '../../write/write.ts';
import { endOfLogKeyword, validateLogPosition } from '../events/log-positions.ts';
import { ofEndpoint, requireEnabled } from './enable-endpoint.ts';
import { replayWebhookEventsInput } from './fields.ts';
import { bucketOf, positionNumber } from './ids.ts';
import { resolveStartPosition, validateEndpoint } from './rules.ts';

function untilErrors({ after, until }: { after?: string; until?: string | null }): FieldError[] {
  if (!until) return [];
  const errors = validateLogPosition(until, 'until');
  const isKnown = errors.length === 0 && until !== endOfLogKeyword && after !== undefined;
  if (!isKnown || validateLogPosition(after).length > 0) return errors;
  const isAfter = after !== endOfLogKeyword && positionNumber(after) < positionNumber(until);
  return isAfter ? [] : [{ path: 'until', code: 'out_of_range', message: 'must be after `after`' }];
}

/**
 * Delivers events again, with the same ids and in their order, in addition to new events.
 * @throws ActionError id_missing, record_not_found, invalid_input, events_expired; conflicting_state while the endpoint is
 * disabled or an earlier replay runs
 */
export const replayWebhookEvents = (
  context: Context,
  input: { id?: unknown } & InputOf<typeof replayWebhookEventsInput>,
): Promise<{ id: string }> =>
  write(context, async (tx) => {
    const endpoint = await tx.lock('WebhookEndpoint', requireId(input));
    const endpointId = endpoint.id;
    const { after, types, until } = parseInput(replayWebhookEventsInput, input, (valid) => [
      ...validateEndpoint(tx, { after: valid.after, types: valid.types ?? undefined }),
      ...untilErrors(valid),
    ]);
    requireEnabled(endpoint);
    const running = await tx.lockAll(
      'WebhookCursor',
      Prisma.sql`${ofEndpoint(endpointId)} AND "isReplay"`,
    );
    if (running.length > 0)
      throw new ActionError('conflicting_state', 'Another replay of the endpoint is running.');
    tx.insert('WebhookCursor', {
      ...{ endpointId, isReplay: true, bucket: bucketOf(endpointId), types: types ?? [] },
      position: await resolveStartPosition(tx, after),
      until: await resolveStartPosition(tx, until, 'until'),
    });
    return endpoint;
  });
