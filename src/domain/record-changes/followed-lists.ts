import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import { auditRecordIdSql } from '../../platform/audit-log/audited-columns.ts';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import type { Permissions } from '../../platform/permissions/permissions.ts';
import { callerPermissions, permissionErrorFor } from '../../platform/permissions/permissions.ts';
import { referencesColumn } from '../../query/condition-properties.ts';
import type { Condition } from '../../query/conditions.ts';
import { conditionSql } from '../../query/conditions.ts';
import type { CustomFieldReference } from '../../query/custom-values.ts';
import { isDeletionVisible } from '../events/visible-events.ts';
import type { ChangedType } from './followed-record-types.ts';
import type { ListChange, RecordChange } from './record-change.ts';

export interface FollowedList {
  where: Condition;
  /** The permissions for the columns of the condition. */
  requiredPermissions: Permissions;
  /** Custom fields of the condition, which `requireCustomFields` has to check. */
  customFields: readonly CustomFieldReference[];
}

export type FollowedLists = ReadonlyMap<ChangedType, FollowedList>;

/** `wasMember` is unknown for restricted access. */
interface Membership {
  isMember: boolean;
  wasMember?: boolean;
}

type MembershipsById = Promise<ReadonlyMap<string, Membership>>;

/** Subscribers of the same list need the result at the same time. */
const maxCachedQueries = 200;

/** Subscribers with unrestricted access share the query of a change. */
export function createListMembershipCache() {
  const cache = new Map<string, MembershipsById>();
  return (name: string, readMemberships: () => MembershipsById): MembershipsById => {
    const cached = cache.get(name);
    if (cached !== undefined) return cached;
    const memberships = readMemberships();
    cache.set(name, memberships);
    memberships.catch(() => cache.get(name) === memberships && cache.delete(name));
    const [oldest = ''] = cache.keys();
    if (cache.size > maxCachedQueries) cache.delete(oldest);
    return memberships;
  };
}

const maxBatchSize = 100;

/** Records whose last membership a stream caches. */
const maxCachedRecords = 10_000;

/** Reads the memberships of a change together with those of the next changes of its type. */
function createBatchReader(membershipCache: ReturnType<typeof createListMembershipCache>) {
  const queries = new WeakMap<RecordChange, MembershipsById>();

  return (context: Context, change: RecordChange, list: FollowedList): MembershipsById => {
    const query = queries.get(change);
    if (query !== undefined) return query;
    const changes = [
      change,
      ...change
        .withNextOfType(maxBatchSize)
        .filter((next) => next !== change && !queries.has(next)),
    ];
    const isUnrestricted = unfilteredClient(context.db) === context.db;
    const memberships = isUnrestricted
      ? membershipCache(cacheKeyOf(context, changes, list), () =>
          readMemberships(context, changes, list),
        )
      : readRestrictedMemberships(context, changes, list);
    for (const next of changes) queries.set(next, memberships);
    // A failed query is repeated for the next change.
    memberships.catch(() => {
      for (const next of changes) queries.delete(next);
    });
    return memberships;
  };
}

/**
 * Undefined: the change does not concern the list. An error: the caller may no longer use the list's condition.
 * Membership before the change comes from the stream's last check, otherwise from the audit log. Restricted access
 * cannot read that log: an unknown record is ENTERED, or LEFT if it is not in the list.
 */
export function createListChangeClassifier(
  lists: FollowedLists,
  membershipCache: ReturnType<typeof createListMembershipCache>,
) {
  const lastMemberships = new Map<string, boolean>();
  const readBatch = createBatchReader(membershipCache);

  async function classify(context: Context, change: RecordChange, list: FollowedList) {
    const membership = (await readBatch(context, change, list)).get(change.id);
    const { isMember = false } = membership ?? {};
    const wasMember =
      lastMemberships.get(change.id) ??
      membership?.wasMember ??
      (await mayHaveBeenMember(context, change, membership));
    lastMemberships.delete(change.id);
    if (change.kind !== 'DELETED') lastMemberships.set(change.id, isMember);
    const [oldest = ''] = lastMemberships.keys();
    if (lastMemberships.size > maxCachedRecords) lastMemberships.delete(oldest);
    if (isMember) return wasMember ? 'CHANGED' : 'ENTERED';
    return wasMember ? 'LEFT' : undefined;
  }

  const permissionErrorOf = (context: Context, type: ChangedType): ActionError | undefined =>
    permissionErrorFor(callerPermissions(context), lists.get(type)?.requiredPermissions ?? 0);

  return {
    classify: async (
      context: Context,
      change: RecordChange,
    ): Promise<ListChange | ActionError | undefined> =>
      permissionErrorOf(context, change.type) ??
      classify(context, change, lists.get(change.type) as FollowedList),
    permissionErrorOf,
    /** Call this after lost entries. */
    forget: () => lastMemberships.clear(),
  };
}

/** For restricted access: true unless it is known to be false. */
async function mayHaveBeenMember(
  context: Context,
  { deleted, id, kind, type }: RecordChange,
  membership: Membership | undefined,
): Promise<boolean> {
  if (kind === 'CREATED') return false;
  if (kind === 'DELETED') {
    return deleted !== null && (await isDeletionVisible(context, type, { ...deleted, id }));
  }
  return membership !== undefined && !membership.isMember;
}

const cacheKeyOf = (
  { accountId }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): string =>
  JSON.stringify([
    accountId,
    where,
    changes.map(({ logRange, id, type }) => [type, id, logRange.after, logRange.upTo]),
  ]);

/** Statement parameters. The workspace is the first. */
function createParameters(...values: unknown[]) {
  return { values, parameter: (value: unknown) => `$${values.push(value)}` };
}

/**
 * The former values of a record are the earliest replaced ones in the audit log. Related records have their current
 * values.
 */
async function readMemberships(
  { accountId, db }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): MembershipsById {
  const [{ type }] = changes as [RecordChange];
  const requested = changes.map(({ logRange, id }) => ({ id, after: logRange.after }));
  const { parameter, values } = createParameters(accountId, JSON.stringify(requested));
  const { sql: idOf } = auditRecordIdSql(type);
  const ownId = type === 'User' ? `substr(past.id, 5)::int` : 'past.id';
  // The audit log does not contain timestamps of deleted records.
  const usesTimestamps =
    referencesColumn(where, 'createdAt') || referencesColumn(where, 'updatedAt');
  const rows = await db.$queryRawUnsafe<({ id: string } & Required<Membership>)[]>(
    `WITH requested AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS requested (id text, "after" bigint)
     ), past AS (
       SELECT requested.id, bool_or(l.kind = 'CREATED') AS "isNew", bool_or(l.kind = 'DELETED') AS "isGone",
         jsonb_object_agg(old.key, old.value ORDER BY l.place < 0 DESC, l.place DESC) FILTER (WHERE old.key IS NOT NULL) AS replaced
       FROM requested JOIN "LogEntry" l ON l."accountId" = $1 AND l."recordId" = requested.id AND l."recordType" = '${type}'
           AND (l.place > requested."after" OR l.place < 0) AND l.kind IN ('CREATED', 'UPDATED', 'DELETED')
         LEFT JOIN LATERAL jsonb_each(l.before) old ON true
       GROUP BY requested.id
     ), former AS (
       SELECT past.id AS "record", past."isGone", old.*
       FROM past LEFT JOIN "${type}" t ON t."accountId" = $1 AND ${idOf('t')} = past.id, LATERAL jsonb_populate_record(t,
         coalesce(past.replaced, '{}') || jsonb_build_object('accountId', $1::int, 'id', ${ownId})) old
       WHERE NOT past."isNew"
     )
     SELECT requested.id,
       EXISTS (SELECT FROM "${type}" t WHERE t."accountId" = $1 AND ${idOf('t')} = requested.id
         AND ${conditionSql(where, 't', parameter)}) AS "isMember",
       EXISTS (SELECT FROM former f WHERE f.record = requested.id
         AND (${usesTimestamps ? 'f."isGone" OR ' : ''}${conditionSql(where, 'f', parameter)})) AS "wasMember"
     FROM requested`,
    ...values,
  );
  return new Map(rows.map(({ id, ...membership }) => [id, membership]));
}

/** Uses the caller's row filter. */
async function readRestrictedMemberships(
  { accountId, db }: Context,
  changes: readonly RecordChange[],
  { where }: FollowedList,
): MembershipsById {
  const [{ type }] = changes as [RecordChange];
  // Callers with restricted access cannot read users or workspaces.
  if (type === 'User' || type === 'Workspace') return new Map();
  const ids = changes.filter(({ kind }) => kind !== 'DELETED').map(({ id }) => id);
  const { parameter, values } = createParameters(accountId, JSON.stringify(ids));
  const rows = await db.$queryRawUnsafe<{ id: string; isMember: boolean }[]>(
    `SELECT t.id, (${conditionSql(where, 't', parameter)}) IS TRUE AS "isMember" FROM "${type}" t
     WHERE t."accountId" = $1 AND t.id IN (SELECT json_array_elements_text($2::json))`,
    ...values,
  );
  return new Map(rows.map(({ id, isMember }) => [id, { isMember }]));
}
