import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { auditRecordIdSql } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { callerPermissions, permissionErrorFor } from '../../platform/permissions/permissions.ts';
import { referencesColumn } from '../../query/condition-properties.ts';
import type { Condition } from '../../query/conditions.ts';
import { conditionSql } from '../../query/conditions.ts';
import { isDeletionVisible } from '../events/visible-events.ts';
import type { ChangedType } from './followed-record-types.ts';
import type { ListChange, RecordChange } from './record-change.ts';

export interface FollowedList {
  where: Condition;
  /** The permissions for the columns of the condition. */
  needed: Permissions;
}

export type FollowedLists = ReadonlyMap<ChangedType, FollowedList>;

/** `was` is unknown for restricted access. */
interface Look {
  is: boolean;
  was?: boolean;
}

type Looked = Promise<ReadonlyMap<string, Look>>;

/** Subscribers of the same list need the result at the same time. */
const mostLooks = 200;

/** Subscribers with unrestricted access share the query of a change. */
export function createListMembershipCache() {
  const known = new Map<string, Looked>();
  return (name: string, look: () => Looked): Looked => {
    const earlier = known.get(name);
    if (earlier !== undefined) return earlier;
    const made = look();
    known.set(name, made);
    made.catch(() => known.get(name) === made && known.delete(name));
    const [oldest = ''] = known.keys();
    if (known.size > mostLooks) known.delete(oldest);
    return made;
  };
}

const mostAtOnce = 100;

/** Records whose last membership a stream caches. */
const mostRemembered = 10_000;

/**
 * Undefined: the change does not concern the list. An error: the caller may no longer use the list's condition.
 * Membership before the change comes from the stream's last check, otherwise from the audit log. Restricted access
 * cannot read that log: an unknown record is ENTERED, or LEFT if it is not in the list.
 */
export function createListChangeClassifier(
  lists: FollowedLists,
  shared: ReturnType<typeof createListMembershipCache>,
) {
  const remembered = new Map<string, boolean>();
  const looked = new WeakMap<RecordChange, Looked>();

  function lookAt(context: Context, change: RecordChange, list: FollowedList): Looked {
    const known = looked.get(change);
    if (known !== undefined) return known;
    const changes = [
      change,
      ...change.withNext(mostAtOnce).filter((next) => next !== change && !looked.has(next)),
    ];
    const isWhole = unfilteredClient(context.db) === context.db;
    const found = isWhole
      ? shared(nameOf(context, changes, list), () => lookWhole(context, changes, list))
      : lookNarrowed(context, changes, list);
    for (const next of changes) looked.set(next, found);
    // A failed query is repeated for the next change.
    found.catch(() => {
      for (const next of changes) looked.delete(next);
    });
    return found;
  }

  async function meaningOf(context: Context, change: RecordChange, list: FollowedList) {
    const look = (await lookAt(context, change, list)).get(change.id);
    const { is = false } = look ?? {};
    const was =
      remembered.get(change.id) ?? look?.was ?? (await mayHaveBeen(context, change, look));
    remembered.delete(change.id);
    if (change.kind !== 'DELETED') remembered.set(change.id, is);
    const [oldest = ''] = remembered.keys();
    if (remembered.size > mostRemembered) remembered.delete(oldest);
    if (is) return was ? 'CHANGED' : 'ENTERED';
    return was ? 'LEFT' : undefined;
  }

  const refusalOf = (context: Context, type: ChangedType): ActionError | undefined =>
    permissionErrorFor(callerPermissions(context), lists.get(type)?.needed ?? 0);

  return {
    meaningOf: async (
      context: Context,
      change: RecordChange,
    ): Promise<ListChange | ActionError | undefined> =>
      refusalOf(context, change.type) ??
      meaningOf(context, change, lists.get(change.type) as FollowedList),
    refusalOf,
    /** Call this after lost entries. */
    forget: () => remembered.clear(),
  };
}

/** For restricted access: true unless it is known to be false. */
async function mayHaveBeen(
  context: Context,
  { deleted, id, kind, type }: RecordChange,
  look: Look | undefined,
): Promise<boolean> {
  if (kind === 'CREATED') return false;
  if (kind === 'DELETED') {
    return deleted !== null && (await isDeletionVisible(context, type, { ...deleted, id }));
  }
  return look !== undefined && !look.is;
}

const nameOf = (
  { accountId }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): string =>
  JSON.stringify([
    accountId,
    where,
    changes.map(({ heard, id, type }) => [type, id, heard.behind, heard.upTo]),
  ]);

/** Statement parameters. The workspace is the first. */
function parametersAfter(...values: unknown[]) {
  return { values, parameter: (value: unknown) => `$${values.push(value)}` };
}

/** The earliest replaced values in the audit log are those of before. Related records are used as they are now. */
async function lookWhole(
  { accountId, db }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): Looked {
  const [{ type }] = changes as [RecordChange];
  const asked = changes.map(({ heard, id }) => ({ id, behind: heard.behind }));
  const { parameter, values } = parametersAfter(accountId, JSON.stringify(asked));
  const { sql: idOf } = auditRecordIdSql(type);
  const ownId = type === 'User' ? `substr(past.id, 5)::int` : 'past.id';
  // The audit log does not contain timestamps of deleted records.
  const isTimed = referencesColumn(where, 'createdAt') || referencesColumn(where, 'updatedAt');
  const rows = await db.$queryRawUnsafe<{ id: string; is: boolean; was: boolean }[]>(
    `WITH asked AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS asked (id text, behind bigint)
     ), past AS (
       SELECT asked.id, bool_or(l.kind = 'CREATED') AS "isNew", bool_or(l.kind = 'DELETED') AS "isGone",
         jsonb_object_agg(was.key, was.value ORDER BY l.place < 0 DESC, l.place DESC) FILTER (WHERE was.key IS NOT NULL) AS replaced
       FROM asked JOIN "LogEntry" l ON l."accountId" = $1 AND l."recordId" = asked.id AND l."recordType" = '${type}'
           AND (l.place > asked.behind OR l.place < 0) AND l.kind IN ('CREATED', 'UPDATED', 'DELETED')
         LEFT JOIN LATERAL jsonb_each(l.before) was ON true
       GROUP BY asked.id
     ), former AS (
       SELECT past.id AS "record", past."isGone", was.*
       FROM past LEFT JOIN "${type}" t ON t."accountId" = $1 AND ${idOf('t')} = past.id, LATERAL jsonb_populate_record(t,
         coalesce(past.replaced, '{}') || jsonb_build_object('accountId', $1::int, 'id', ${ownId})) was
       WHERE NOT past."isNew"
     )
     SELECT asked.id,
       EXISTS (SELECT FROM "${type}" t WHERE t."accountId" = $1 AND ${idOf('t')} = asked.id
         AND ${conditionSql(where, 't', parameter)}) AS is,
       EXISTS (SELECT FROM former f WHERE f.record = asked.id
         AND (${isTimed ? 'f."isGone" OR ' : ''}${conditionSql(where, 'f', parameter)})) AS was
     FROM asked`,
    ...values,
  );
  return new Map(rows.map(({ id, is, was }) => [id, { is, was }]));
}

/** Uses the caller's row filter. */
async function lookNarrowed(
  { accountId, db }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): Looked {
  const [{ type }] = changes as [RecordChange];
  // Restricted access includes no users or workspaces.
  if (type === 'User' || type === 'Workspace') return new Map();
  const ids = changes.filter(({ kind }) => kind !== 'DELETED').map(({ id }) => id);
  const { parameter, values } = parametersAfter(accountId, JSON.stringify(ids));
  const rows = await db.$queryRawUnsafe<{ id: string; is: boolean }[]>(
    `SELECT t.id, (${conditionSql(where, 't', parameter)}) IS TRUE AS is FROM "${type}" t
     WHERE t."accountId" = $1 AND t.id IN (SELECT json_array_elements_text($2::json))`,
    ...values,
  );
  return new Map(rows.map(({ id, is }) => [id, { is }]));
}
