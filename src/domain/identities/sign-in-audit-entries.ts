import type { Db } from '../../database/client/db.ts';
import type { LogEntryKind, PrismaClient } from '../../generated/prisma/client.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { AuditActor, AuditAuthor } from '../../platform/audit-log/audit-author.ts';
import type { ChangeCollector, ChangeOrigin } from '../../platform/audit-log/change-collector.ts';
import { formatNumericId } from '../../platform/ids/record-ids.ts';
import { inAuditedTransaction } from '../../write/audited-transaction.ts';
import { signedInContactsSql } from './portal-contacts.ts';

/** Each workspace that a session can open gets its own entry, which does not mention the others. */

export interface RequestOrigin extends ChangeOrigin {
  requestId: string;
  now: Date;
}

export interface WorkspaceActor {
  accountId: number;
  model: 'User' | 'Contact';
  id: string;
  name: string;
}

export type SignInAction = Exclude<LogEntryKind, 'CREATED' | 'UPDATED' | 'DELETED' | 'ERASED'>;

export interface SignInTransaction {
  db: Db;
  logFor(user: WorkspaceActor): ChangeCollector;
  /** Adds audit entries for these actors. `by` defaults to each actor. */
  addEntries(action: SignInAction, actors: readonly WorkspaceActor[], by?: AuditActor): void;
}

const actorOf = ({ id, model, name }: WorkspaceActor): AuditActor => ({
  kind: model === 'User' ? 'PERSON' : 'CONTACT',
  id,
  name,
});

export function inSignInTransaction<T>(
  root: PrismaClient,
  at: RequestOrigin,
  work: (transaction: SignInTransaction) => Promise<T>,
): Promise<T> {
  return inAuditedTransaction(root, (db, logFor) => {
    const { now: _now, requestId, ...origin } = at;
    const logOf = (actor: WorkspaceActor, by = actorOf(actor)) => {
      const author: AuditAuthor = { accountId: actor.accountId, by, origin, requestId };
      return logFor(author);
    };
    return work({
      db,
      logFor: (user) => logOf(user),
      addEntries: (action, actors, by) => {
        for (const actor of actors) logOf(actor, by).acted(action, actor.model, actor.id);
      },
    });
  });
}

interface ActorRow {
  accountId: number;
  userId: number | null;
  contactId: string | null;
  name: string;
}

const toActor = ({ accountId, contactId, name, userId }: ActorRow): WorkspaceActor =>
  userId === null
    ? { accountId, model: 'Contact', id: contactId as string, name }
    : { accountId, model: 'User', id: formatNumericId('User', userId), name };

const userName = Prisma.sql`coalesce(nullif(concat_ws(' ', u."firstName", u."lastName"), ''), u.email)`;

/**
 * The users of the session's person, otherwise its contacts if all belong to one workspace: anyone can enter an address
 * as a contact's, and must not learn of sign-ins elsewhere.
 */
export async function findActorsOfSession(db: Db, sessionId: string): Promise<WorkspaceActor[]> {
  const rows = await db.$queryRaw<ActorRow[]>`
    WITH p AS MATERIALIZED (SELECT "personId", "addressProvenAt", "onlyIn" FROM "SignInSession" WHERE id = ${sessionId}),
      own AS MATERIALIZED (SELECT u."accountId", u.id AS "userId", NULL AS "contactId", ${userName} AS name
        FROM p JOIN "User" u ON u."personId" = p."personId" AND u.active AND (p."onlyIn" IS NULL OR p."onlyIn" = u."accountId")),
      entered AS MATERIALIZED (SELECT c."accountId", NULL::int AS "userId", c.id AS "contactId",
          coalesce(nullif(concat_ws(' ', c."firstName", c."lastName"), ''), c.email) AS name
        FROM p CROSS JOIN ${signedInContactsSql}
        WHERE NOT EXISTS (SELECT FROM own))
    SELECT * FROM own UNION ALL
    SELECT * FROM entered WHERE (SELECT count(DISTINCT "accountId") FROM entered) = 1
    ORDER BY "accountId", "contactId" LIMIT 100`;
  return rows.map(toActor);
}

/** Active or not, in all workspaces. */
export async function findUsersOfPerson(db: Db, personId: string): Promise<WorkspaceActor[]> {
  const rows = await db.$queryRaw<ActorRow[]>`
    SELECT u."accountId", u.id AS "userId", NULL AS "contactId", ${userName} AS name
    FROM "User" u WHERE u."personId" = ${personId} ORDER BY u."accountId"`;
  return rows.map(toActor);
}
