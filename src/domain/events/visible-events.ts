import { accessPolicies } from '../../platform/access-policies/row-filters.ts';
import type { AuditedModel } from '../../platform/audit-log/audited-columns.ts';
import { primaryKeyColumnsOf } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import { restrictedAccessKindOf } from '../../platform/permissions/permissions.ts';

/** Filters events for callers with restricted access. */

interface FilteredEvent {
  model: AuditedModel;
  id: string;
  /** The deleted record. Null for other events, and after an erasure. */
  deleted: object | null;
  isDeleted: boolean;
}

function isFollowed(kind: 'member' | 'contact', model: AuditedModel): boolean {
  // Callers with restricted access cannot read users or workspaces.
  if (model === 'User' || model === 'Workspace' || primaryKeyColumnsOf(model)[0] !== 'id')
    return false;
  return accessPolicies[kind][model] !== 'none';
}

/** One statement for existing records, one for deleted ones. */
async function visibleEventsOf<E extends FilteredEvent>(
  { accountId, actor, db }: Pick<Context, 'accountId' | 'actor' | 'db'>,
  model: AuditedModel,
  events: readonly E[],
): Promise<E[]> {
  const kind = restrictedAccessKindOf(actor);
  if (kind === undefined || !isFollowed(kind, model)) return [];
  const ids = events.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  const existing =
    ids.length === 0
      ? []
      : await db.$queryRawUnsafe<{ id: string }[]>(
          `SELECT t.id FROM "${model}" t WHERE t."accountId" = $1
            AND t.id IN (SELECT json_array_elements_text($2::json))`,
          accountId,
          JSON.stringify(ids),
        );
  const rows = events.flatMap(({ deleted, id }) => (deleted ? { ...deleted, id, accountId } : []));
  const visibleDeleted =
    rows.length === 0 ? [] : await visibleDeletedRows({ accountId, actor, db }, model, rows);
  const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id));
  const [existingIds, deletedIds] = [idsOf(existing), idsOf(visibleDeleted)];
  return events.filter(({ id, isDeleted }) => (isDeleted ? deletedIds : existingIds).has(id));
}

/** Whether the caller may learn of a deletion. */
export async function isDeletionVisible(
  context: Pick<Context, 'accountId' | 'actor' | 'db'>,
  model: AuditedModel,
  row: { id: string },
): Promise<boolean> {
  const kind = restrictedAccessKindOf(context.actor);
  if (kind === undefined || !isFollowed(kind, model)) return false;
  const { accountId } = context;
  return (await visibleDeletedRows(context, model, [{ ...row, accountId }])).length > 0;
}

/** Applies the access policy to the values of deleted records. */
function visibleDeletedRows(
  { accountId, actor, db }: Pick<Context, 'accountId' | 'actor' | 'db'>,
  model: AuditedModel,
  rows: readonly object[],
): Promise<{ id: string }[]> {
  const kind = restrictedAccessKindOf(actor) as 'member' | 'contact';
  const policy = accessPolicies[kind][model];
  const condition =
    (typeof policy === 'object' && policy.rows?.({ workspace: '$1', callerId: '$2' })) || 'true';
  const actorId = actor.contact?.contactId ?? actor.person?.userId;
  return db.$queryRawUnsafe(
    `SELECT t.id FROM jsonb_populate_recordset(NULL::"${model}", $3::jsonb) t
     WHERE t."accountId" = $1::int AND $2::${kind === 'contact' ? 'text' : 'int'} IS NOT NULL AND ${condition}`,
    accountId,
    actorId,
    JSON.stringify(rows),
  );
}

/** For callers with restricted access. */
export async function filterVisibleEvents<E extends FilteredEvent>(
  context: Pick<Context, 'accountId' | 'actor' | 'db'>,
  events: readonly E[],
): Promise<E[]> {
  const visibleEvents = new Set<E>();
  for (const model of new Set(events.map((event) => event.model))) {
    const eventsOfModel = events.filter((event) => event.model === model);
    for (const event of await visibleEventsOf(context, model, eventsOfModel))
      visibleEvents.add(event);
  }
  return events.filter((event) => visibleEvents.has(event));
}
