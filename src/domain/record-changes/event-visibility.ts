import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import { isDeletionVisible } from '../events/visible-events.ts';
import type { RecordChange } from './record-change.ts';

/** Delivered records whose ids a stream caches. */
const maxCachedIds = 10_000;

const maxBatchSize = 100;

/**
 * For restricted access. A check includes the next changes.
 * A deletion is visible if the stream has delivered the record, or if the access policy allows the deleted values.
 */
export function createRecordVisibility() {
  const deliveredIds = new Set<string>();
  const queries = new WeakMap<RecordChange, Promise<ReadonlySet<string>>>();

  function visibleIdsWith(context: Context, change: RecordChange): Promise<ReadonlySet<string>> {
    const query = queries.get(change);
    if (query !== undefined) return query;
    const changes = change.withNextOfType(maxBatchSize).filter((next) => !queries.has(next));
    const visible = visibleIdsOf(
      context,
      change.type,
      changes.map(({ id }) => id),
    );
    for (const next of changes) queries.set(next, visible);
    return visible;
  }

  return async (context: Context, change: RecordChange | ActionError): Promise<boolean> => {
    if (change instanceof ActionError || unfilteredClient(context.db) === context.db) return true;
    if (change.kind === 'DELETED') {
      if (deliveredIds.delete(change.id)) return true;
      const { deleted, id, type } = change;
      return deleted !== null && (await isDeletionVisible(context, type, { ...deleted, id }));
    }
    if (!(await visibleIdsWith(context, change)).has(change.id)) return false;
    if (deliveredIds.size < maxCachedIds) deliveredIds.add(change.id);
    return true;
  };
}

async function visibleIdsOf(
  { accountId, db }: Context,
  type: RecordChange['type'],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  // Callers with restricted access cannot read users or workspaces.
  if (type === 'User' || type === 'Workspace') return new Set();
  const rows = await db.$queryRawUnsafe<{ id: string }[]>(
    `SELECT t.id FROM "${type}" t WHERE t."accountId" = $1
      AND t.id IN (SELECT json_array_elements_text($2::json))`,
    accountId,
    JSON.stringify(ids),
  );
  return new Set(rows.map(({ id }) => id));
}
