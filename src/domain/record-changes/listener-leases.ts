import { setTimeout as sleep } from 'node:timers/promises';
import type { NotificationConnection } from '../../platform/events/notification-connection.ts';

/**
 * Who listens to which workspace's changes: one lease for each process and workspace, which whoever
 * draws a place of the log looks for. The leases of a process that died run out.
 */

/** A lease is valid for this long, and renewed well before: a process may pause for two renewals. */
const leaseSeconds = 60;
export const leaseRenewalSeconds = 20;

/** Transactions that are longer than this when a listener comes may go untold to it. */
const earlierWritersPatienceMillis = 3_000;
const earlierWritersPauseMillis = 10;

const channelPrefix = 'actiongraph_';

/** Where a workspace's changes are notified. */
export const workspaceChannelOf = (accountId: number) => `${channelPrefix}${accountId}`;
/** The workspace of a channel. */
export const accountIdOfChannel = (channel: string) => Number(channel.slice(channelPrefix.length));

/**
 * Takes or renews the process's leases, and removes those that ran out. Answers the workspaces whose lease was not
 * valid until now: what changed there before was not told.
 */
export async function renewLeases(
  connection: NotificationConnection,
  process: string,
  accountIds: readonly number[],
): Promise<number[]> {
  await connection.query('DELETE FROM "ChangeListener" WHERE "expiresAt" <= now()');
  const rows = await connection.query<{ accountId: number; taken: boolean }>(
    `INSERT INTO "ChangeListener" ("accountId", process, "expiresAt")
     SELECT "accountId", $1, now() + interval '${leaseSeconds} s' FROM unnest($2::int[]) AS "accountId"
     ON CONFLICT ("accountId", process) DO UPDATE SET "expiresAt" = excluded."expiresAt"
     RETURNING "accountId", xmax = 0 AS taken`,
    [process, accountIds],
  );
  return rows.filter(({ taken }) => taken).map(({ accountId }) => accountId);
}

/** Gives the process's leases back; all of them unless workspaces are given. */
export async function releaseLeases(
  connection: NotificationConnection,
  process: string,
  accountIds?: readonly number[],
): Promise<void> {
  await connection.query(
    `DELETE FROM "ChangeListener" WHERE process = $1 AND ($2::int[] IS NULL OR "accountId" = ANY ($2))`,
    [process, accountIds],
  );
}

const others = `FROM pg_locks WHERE relation = '"ChangeListener"'::regclass AND pid <> pg_backend_pid()`;

/**
 * Waits for the transactions that wrote before a lease was there, and so looked for it in vain: they hold a lock on
 * the table of leases until they end. What commits after this was told, or can be read.
 */
export async function awaitEarlierWriters(connection: NotificationConnection): Promise<void> {
  const deadline = Date.now() + earlierWritersPatienceMillis;
  let writing = await transactions(connection, `SELECT virtualtransaction AS id ${others}`, []);
  while (writing.length > 0 && Date.now() < deadline) {
    await sleep(earlierWritersPauseMillis);
    writing = await transactions(
      connection,
      `SELECT virtualtransaction AS id ${others} AND virtualtransaction = ANY ($1)`,
      [writing],
    );
  }
}

async function transactions(
  connection: NotificationConnection,
  sql: string,
  values: readonly unknown[],
): Promise<string[]> {
  return (await connection.query<{ id: string }>(sql, values)).map(({ id }) => id);
}
