import type { Db } from '../../database/client/db.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { unfilteredClient } from '../../platform/access-policies/policy-client.ts';
import type { Context } from '../../platform/context/context.ts';
import type { FieldError } from '../../platform/errors/action-error.ts';
import { ActionError, invalidInputError } from '../../platform/errors/action-error.ts';

/**
 * Positions in the event log, as clients store them. Their time detects positions of another workspace or of before a
 * restore.
 */

export interface LogPosition {
  /** '0' is the beginning. */
  number: string;
  at: Date;
}

const beginning: LogPosition = { number: '0', at: new Date(0) };

/** Entries of releases that numbered them before COMMIT have no time of publication. */
const publishedAt = Prisma.sql`coalesce("publishedAt", "createdAt")`;

export const endOfLogKeyword = 'now';

export const formatLogPosition = ({ number, at }: LogPosition): string =>
  number === '0' ? '0' : `${number}-${at.getTime().toString(36)}`;

const positionPattern = /^([1-9]\d{0,17})-([0-9a-z]{1,9})$/;

export function validateLogPosition(text: string, path = 'after'): FieldError[] {
  if (text === '0' || text === endOfLogKeyword || positionPattern.test(text)) return [];
  const message = `must be the position of an event, like "1042-mmc1xk2o", or "0" or "${endOfLogKeyword}"`;
  return [{ path, code: 'invalid_format', message }];
}

/** Requires a valid text ({@link validateLogPosition}). */
export function parseLogPosition(text: string): LogPosition {
  const [, number, at = ''] = positionPattern.exec(text) ?? [];
  return number === undefined ? beginning : { number, at: new Date(Number.parseInt(at, 36)) };
}

interface StoredLog {
  accountId: number;
  /** Earlier entries are expired. */
  retainedSince: Date;
}

/** The position before the oldest stored entry. */
export async function findFirstLogPosition(
  db: Db,
  { accountId, retainedSince }: StoredLog,
): Promise<LogPosition> {
  const [first] = await db.$queryRaw<LogPosition[]>`
    SELECT (place - 1)::text AS number, "createdAt" AS at FROM ONLY "LogEntry"
    WHERE "accountId" = ${accountId} AND ${publishedAt} >= ${retainedSince}
    ORDER BY ${publishedAt}, "LogEntry".place LIMIT 1`;
  return first ?? beginning;
}

export async function findLastLogPosition(db: Db, accountId: number): Promise<LogPosition> {
  const [last] = await db.$queryRaw<LogPosition[]>`
    SELECT place::text AS number, "createdAt" AS at FROM ONLY "LogEntry"
    WHERE "accountId" = ${accountId} ORDER BY "LogEntry".place DESC LIMIT 1`;
  return last ?? beginning;
}

/** The numbers of the last positions, by workspace. */
export async function readLogEnds(
  db: Db,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.$queryRaw<{ accountId: number; end: string }[]>`
    SELECT w."accountId", coalesce((SELECT max(l.place) FROM ONLY "LogEntry" l WHERE l."accountId" = w."accountId"), 0)::text AS end
    FROM unnest(${[...accountIds]}::int[]) AS w ("accountId")`;
  return new Map(rows.map(({ accountId, end }) => [accountId, end]));
}

/** A replica can lack the position: then no entry follows yet. */
export async function isRetainedLogPosition(
  db: Db,
  { accountId, retainedSince }: StoredLog,
  { number, at }: LogPosition,
): Promise<boolean> {
  const [found] = await db.$queryRaw<[{ isThere: boolean; next: Date | null }]>`
    SELECT EXISTS (SELECT 1 FROM ONLY "LogEntry" WHERE "accountId" = ${accountId} AND place = ${number}::bigint AND "createdAt" = ${at})
      OR (pg_is_in_recovery() AND ${number}::bigint > coalesce((SELECT max(place) FROM ONLY "LogEntry" WHERE "accountId" = ${accountId}), 0))
      AS "isThere", (SELECT ${publishedAt} FROM ONLY "LogEntry" WHERE "accountId" = ${accountId} AND place > ${number}::bigint
        ORDER BY "LogEntry".place LIMIT 1) AS next`;
  const isThere = number === '0' || found.isThere;
  return isThere && (found.next === null || found.next >= retainedSince);
}

/**
 * @param path the input field of the position
 * @throws ActionError events_expired
 */
export async function requireRetainedLogPosition(
  db: Db,
  log: StoredLog,
  position: LogPosition,
  path = 'after',
): Promise<void> {
  if (await isRetainedLogPosition(db, log, position)) return;
  throw new ActionError(
    'events_expired',
    `${path}: The events after this position are no longer stored, or the position is not from this workspace. Read the records that you need again, and continue with "${endOfLogKeyword}".`,
    { errors: [{ path, code: 'events_expired', message: 'is not a stored position' }] },
  );
}

const defaultRetentionDays = 30;

export const eventsRetainedSince = ({
  eventRetentionDays = defaultRetentionDays,
  now,
}: Pick<Context, 'eventRetentionDays' | 'now'>): Date =>
  new Date(now.getTime() - eventRetentionDays * 86_400_000);

/**
 * Returns undefined if the caller wants new events only.
 * @param path the input field of `after`
 * @throws ActionError invalid_input; events_expired
 */
export async function resolveFollowPosition(
  context: Pick<Context, 'accountId' | 'db' | 'eventRetentionDays' | 'now'>,
  after: string | null | undefined,
  path?: string,
): Promise<{ number: number; text: string } | undefined> {
  if (after === null || after === undefined || after === endOfLogKeyword) return undefined;
  const errors = validateLogPosition(after, path);
  if (errors.length > 0) throw invalidInputError(errors);
  const place = parseLogPosition(after);
  const { accountId } = context;
  await requireRetainedLogPosition(
    unfilteredClient(context.db),
    { accountId, retainedSince: eventsRetainedSince(context) },
    place,
    path,
  );
  return { number: Number(place.number), text: formatLogPosition(place) };
}
