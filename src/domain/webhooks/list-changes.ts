import type { Db } from '../../database/client/db.ts';
import { auditRecordIdSql } from '../../platform/audit-log/audited-columns.ts';
import { referencesColumn } from '../../query/condition-properties.ts';
import type { Condition } from '../../query/conditions.ts';
import { conditionSql } from '../../query/conditions.ts';
import type { WorkspaceEvent } from '../events/fields.ts';
import type { FollowedLists } from '../record-changes/followed-lists.ts';
import type { ChangedType } from '../record-changes/followed-record-types.ts';
import type { ListChange } from '../record-changes/record-change.ts';
import { positionNumber } from './ids.ts';

interface Query {
  db: Db;
  accountId: number;
  type: ChangedType;
  where: Condition;
}

/**
 * Finds which records met a condition after which positions. Earlier values of a record come from the audit log. Related
 * records are used as they are now.
 * @returns keys of an id, a space and a position
 */
async function readMemberships(
  { accountId, db, type, where }: Query,
  requested: readonly { id: string; after: string }[],
): Promise<ReadonlySet<string>> {
  const values: unknown[] = [accountId, JSON.stringify(requested)];
  const condition = conditionSql(where, 'f', (value) => `$${values.push(value)}`);
  const { sql: idOf } = auditRecordIdSql(type);
  const ownId = type === 'User' ? 'substr(past.id, 5)::int' : 'past.id';
  // The audit log does not contain timestamps of deleted records.
  const usesTimestamps =
    referencesColumn(where, 'createdAt') || referencesColumn(where, 'updatedAt');
  const rows = await db.$queryRawUnsafe<{ key: string }[]>(
    `WITH requested AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS requested (id text, "after" bigint)
     ), past AS (
       SELECT requested.id, requested."after", coalesce(bool_or(l.kind = 'CREATED'), false) AS "isNew",
         jsonb_object_agg(old.key, old.value ORDER BY l.place < 0 DESC, l.place DESC) FILTER (WHERE old.key IS NOT NULL) AS replaced
       FROM requested LEFT JOIN "LogEntry" l ON l."accountId" = $1 AND l."recordId" = requested.id AND l."recordType" = '${type}'
           AND (l.place > requested."after" OR l.place < 0) AND l.kind IN ('CREATED', 'UPDATED', 'DELETED')
         LEFT JOIN LATERAL jsonb_each(l.before) old ON true
       GROUP BY requested.id, requested."after"
     ), former AS (
       SELECT past.id || ' ' || past."after" AS "membershipKey", t."accountId" IS NULL AS "isGone", old.*
       FROM past LEFT JOIN "${type}" t ON t."accountId" = $1 AND ${idOf('t')} = past.id, LATERAL jsonb_populate_record(t,
         coalesce(past.replaced, '{}') || jsonb_build_object('accountId', $1::int, 'id', ${ownId})) old
       WHERE NOT past."isNew" AND (t."accountId" IS NOT NULL OR past.replaced IS NOT NULL)
     )
     SELECT f."membershipKey" AS key FROM former f WHERE ${usesTimestamps ? 'f."isGone" OR ' : ''}${condition}`,
    ...values,
  );
  return new Set(rows.map(({ key }) => key));
}

/** How each event changed the list of its record type, by position. No entry: outside of the list. */
export async function readListChanges(
  db: Db,
  accountId: number,
  lists: FollowedLists,
  events: readonly WorkspaceEvent[],
): Promise<ReadonlyMap<string, ListChange>> {
  const changes = new Map<string, ListChange>();
  for (const [type, { where }] of lists) {
    const ofType = events.filter(({ recordType }) => recordType === type);
    if (ofType.length === 0) continue;
    const keysOf = ({ place, recordId: id }: WorkspaceEvent) => {
      const number = positionNumber(place);
      return [
        { id, after: String(number - 1n) },
        { id, after: String(number) },
      ] as const;
    };
    const members = await readMemberships(
      { accountId, db, type, where },
      ofType.flatMap((event) => [...keysOf(event)]),
    );
    for (const event of ofType) {
      const [wasMember, isMember] = keysOf(event).map(({ after, id }) =>
        members.has(`${id} ${after}`),
      );
      if (isMember) changes.set(event.place, wasMember ? 'CHANGED' : 'ENTERED');
      else if (wasMember) changes.set(event.place, 'LEFT');
    }
  }
  return changes;
}
