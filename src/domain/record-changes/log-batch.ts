import { requirePublication } from '../../platform/audit-log/publish-entries.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { RecordType } from '../../platform/ids/record-ids.ts';
import { idPrefixes, numericIdPrefixes } from '../../platform/ids/record-ids.ts';
import { formatLogPosition } from '../events/log-positions.ts';
import type { ChangedType, ChangeKind } from './followed-record-types.ts';
import { changedTypes } from './followed-record-types.ts';

/** What the log says of changes, for subscribers (decision 139). */

/** A place in a workspace's log: its number, and how readers write it. */
export interface FormattedLogPosition {
  number: number;
  text: string;
}

/** One entry of the log, as who follows is told of it. */
export interface LoggedChange {
  place: FormattedLogPosition;
  /** Undefined where it is none of a record that is told: that somebody signed in, say. */
  change: { type: ChangedType; id: string; kind: ChangeKind; deleted: object | null } | undefined;
}

interface Row {
  number: string;
  millis: string;
  kind: string;
  recordType: string;
  recordId: string;
  deleted: object | null;
}

/** Entries that one statement reads. */
export const logBatchSize = 500;

/** What links records, or belongs to one, is told as a change of that. */
const partsOf: Readonly<Record<string, ChangedType>> = {
  DeliverableAssignee: 'Deliverable',
  ProjectMember: 'Project',
  WorkspaceLogo: 'Workspace',
};

const kinds: ReadonlySet<string> = new Set<ChangeKind>(['CREATED', 'UPDATED', 'DELETED']);
const types: ReadonlySet<string> = new Set(changedTypes);

const prefixOf = (type: ChangedType): string =>
  type === 'User' || type === 'Workspace'
    ? numericIdPrefixes[type]
    : idPrefixes[type as RecordType];

function changeOf({ deleted, kind, recordId, recordType }: Row): LoggedChange['change'] {
  if (!kinds.has(kind)) return undefined;
  const whole = partsOf[recordType];
  if (whole !== undefined) {
    const id = recordId.split('/').find((part) => part.startsWith(`${prefixOf(whole)}_`));
    return id === undefined ? undefined : { type: whole, id, kind: 'UPDATED', deleted: null };
  }
  if (!types.has(recordType)) return undefined;
  return { type: recordType as ChangedType, id: recordId, kind: kind as ChangeKind, deleted };
}

const placeOf = ({ millis, number }: Pick<Row, 'number' | 'millis'>): FormattedLogPosition => ({
  number: Number(number),
  text: formatLogPosition({ number, at: new Date(Number(millis)) }),
});

const columns = `place::text AS number, (extract(epoch FROM "createdAt") * 1000)::bigint::text AS millis,
  kind::text AS kind, "recordType", "recordId",
  CASE WHEN kind = 'DELETED' THEN before END AS deleted`;

const changeOfRow = (row: Row): LoggedChange => ({
  place: placeOf(row),
  change: changeOf(row),
});

/** The entries of a workspace behind a place, in their order, {@link logBatchSize} at most. */
export async function readLogBatch(
  connection: NotificationConnection,
  accountId: number,
  after: number,
): Promise<LoggedChange[]> {
  const rows = await connection.query<Row>(
    `SELECT ${columns} FROM ONLY "LogEntry" WHERE "accountId" = $1 AND place > $2::bigint
     ORDER BY "LogEntry".place LIMIT ${logBatchSize}`,
    [accountId, after],
  );
  return rows.map(changeOfRow);
}

/**
 * The last position of a workspace's log, with everything that was committed before.
 * @throws ActionError database_unavailable, if entries are still staged after a second
 */
export async function readLastLogPosition(
  connection: NotificationConnection,
  accountId: number,
): Promise<FormattedLogPosition> {
  await requirePublication((sql, values) => connection.query(sql, values), accountId);
  const [last] = await connection.query<Row>(
    `SELECT ${columns} FROM ONLY "LogEntry" WHERE "accountId" = $1 ORDER BY "LogEntry".place DESC LIMIT 1`,
    [accountId],
  );
  return last ? placeOf(last) : { number: 0, text: '0' };
}
