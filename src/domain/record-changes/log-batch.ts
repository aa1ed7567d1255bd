import { requirePublication } from '../../platform/audit-log/publish-entries.ts';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';
import type { RecordType } from '../../platform/ids/record-ids.ts';
import { idPrefixes, numericIdPrefixes } from '../../platform/ids/record-ids.ts';
import { formatLogPosition } from '../events/log-positions.ts';
import type { ChangedType, ChangeKind } from './followed-record-types.ts';
import { changedTypes } from './followed-record-types.ts';

/** As a number, and as the text that clients store. */
export interface FormattedLogPosition {
  number: number;
  text: string;
}

export interface LoggedChange {
  place: FormattedLogPosition;
  /** Undefined for entries that subscribers do not get, for example sign-ins. */
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

export const logBatchSize = 500;

/** A change of these rows is a change of their parent. */
const parentTypes: Readonly<Record<string, ChangedType>> = {
  DeliverableAssignee: 'Deliverable',
  ProjectMember: 'Project',
  WorkspaceLogo: 'Workspace',
};

const changeKinds: ReadonlySet<string> = new Set<ChangeKind>(['CREATED', 'UPDATED', 'DELETED']);
const types: ReadonlySet<string> = new Set(changedTypes);

const prefixOf = (type: ChangedType): string =>
  type === 'User' || type === 'Workspace'
    ? numericIdPrefixes[type]
    : idPrefixes[type as RecordType];

function parseChange({ deleted, kind, recordId, recordType }: Row): LoggedChange['change'] {
  if (!changeKinds.has(kind)) return undefined;
  const parentType = parentTypes[recordType];
  if (parentType !== undefined) {
    const id = recordId.split('/').find((part) => part.startsWith(`${prefixOf(parentType)}_`));
    return id === undefined ? undefined : { type: parentType, id, kind: 'UPDATED', deleted: null };
  }
  if (!types.has(recordType)) return undefined;
  return { type: recordType as ChangedType, id: recordId, kind: kind as ChangeKind, deleted };
}

const positionOf = ({ millis, number }: Pick<Row, 'number' | 'millis'>): FormattedLogPosition => ({
  number: Number(number),
  text: formatLogPosition({ number, at: new Date(Number(millis)) }),
});

const columns = `place::text AS number, (extract(epoch FROM "createdAt") * 1000)::bigint::text AS millis,
  kind::text AS kind, "recordType", "recordId",
  CASE WHEN kind = 'DELETED' THEN before END AS deleted`;

const toLoggedChange = (row: Row): LoggedChange => ({
  place: positionOf(row),
  change: parseChange(row),
});

/** At most {@link logBatchSize} entries after a position. */
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
  return rows.map(toLoggedChange);
}

/**
 * The last position, after everything that is committed was published.
 * @throws ActionError database_unavailable
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
  return last ? positionOf(last) : { number: 0, text: '0' };
}
