import { createHash } from 'node:crypto';
import pg from 'pg';
import { withMigrationLock } from '../migrations/migration-lock.ts';
import { withConnection } from '../pool/single-connection.ts';
import { canChangeAuditLogSql, findMissingPrivileges, grantPrivileges } from './role-grants.ts';

/**
 * The role of the database as which the service and its commands speak: it reads and writes everything, but of the log of
 * changes it may only read what is there and add to it (decision 45). Whoever migrates makes it, and is the owner of the tables.
 */

/** As whom to speak to a database. */
export interface ServiceRole {
  /** To be taken on by each connection; undefined where the URL's user is to speak. */
  role: string | undefined;
  /** Why the log is not protected from whoever speaks, and what to do, for a person; undefined where it is protected. */
  problem: string | undefined;
}

const prefix = 'actiongraph_service_';

/** What PostgreSQL keeps of a name. */
const longestName = 63;

/**
 * The name of a database's role. Roles belong to all databases of a server, and each database has one of its own, so that
 * who may speak as the one gets no rights in the other.
 */
export function serviceRoleName(database: string): string {
  const plain = `${prefix}${database}`;
  if (/^[a-z0-9_]+$/.test(database) && plain.length <= longestName) return plain;
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const readable = database.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return `${prefix}${readable.slice(0, longestName - prefix.length - 13)}_${digest}`;
}

interface State {
  role: string;
  /** The URL's user. */
  user: string;
  isMade: boolean;
  /** Whether the URL's user may take it on. */
  isOpen: boolean;
  /** Whether the URL's user by itself could change the log. */
  isNeeded: boolean;
}

/** What a user may, who is to take on a role: a privilege of its own since PostgreSQL 16. */
const mayTakeOn = `CASE WHEN current_setting('server_version_num')::int >= 160000
  THEN pg_has_role(r.oid, 'SET') ELSE pg_has_role(r.oid, 'MEMBER') END`;

async function readState(client: pg.ClientBase): Promise<State> {
  const { rows } = await client.query<{ database: string; user: string; isNeeded: boolean }>(
    `SELECT current_database() AS database, current_user AS user, ${canChangeAuditLogSql} AS "isNeeded"`,
  );
  const { database = '', user = '', isNeeded = true } = rows[0] ?? {};
  const role = serviceRoleName(database);
  const { rows: found } = await client.query<{ isOpen: boolean }>(
    `SELECT ${mayTakeOn} AS "isOpen" FROM pg_roles r WHERE rolname = $1`,
    [role],
  );
  const isMade = found.length > 0;
  return { role, user, isMade, isOpen: found[0]?.isOpen === true, isNeeded };
}

/**
 * As whom to speak to a database whose tables are there; it changes nothing. Two connections, with two statements each.
 * @throws whatever the connection throws
 */
export async function findServiceRole(url: string): Promise<ServiceRole> {
  const state = await withConnection(url, readState);
  const reason = await whyNot(url, state);
  if (reason === undefined) return { role: state.role, problem: undefined };
  if (!state.isNeeded) return { role: undefined, problem: undefined };
  return { role: undefined, problem: `${reason} ${consequence(state)} ${cure}` };
}

/** Why the role cannot be taken on; undefined where it can, and may what it has to. */
async function whyNot(url: string, state: State): Promise<string | undefined> {
  const { role, user } = state;
  if (!state.isMade) return `The database has no role ${role}.`;
  if (!state.isOpen) return `${user} may not take on the role ${role}.`;
  try {
    return await withConnection(url, (client) => whatIsWrong(client, role), role);
  } catch (error) {
    // A pooler may refuse how connections begin.
    if (!(error instanceof pg.DatabaseError)) throw error;
    return `No connection can begin in the role ${role}: ${error.message}.`;
  }
}

/** What is wrong with a role, on a connection that began in it. */
async function whatIsWrong(client: pg.ClientBase, role: string): Promise<string | undefined> {
  const { rows } = await client.query<{ speaks: string; mayChange: boolean }>(
    `SELECT current_user AS speaks, ${canChangeAuditLogSql} AS "mayChange"`,
  );
  if (rows[0]?.speaks !== role) return `Connections do not begin in the role ${role}.`;
  const lacking = await findMissingPrivileges(client);
  if (lacking.length > 0) {
    return `The role ${role} lacks rights (${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''}).`;
  }
  return rows[0].mayChange ? `The role ${role} may change the log of changes.` : undefined;
}

const consequence = ({ user }: State) =>
  `So the service speaks to the database as ${user}, who may also change and remove what the log of changes says.`;

const cure =
  'Run `actiongraph migrate`, which makes the role, or says what an administrator of the server has to do.';

/**
 * Makes the role where it is missing, gives it the rights that it needs, and takes what it must not have; those of roles that a
 * copied database brought along end. Answers as whom to speak. Where nothing is to be done, as {@link findServiceRole}.
 *
 * Where the server does not allow it, the problem says what an administrator has to do, and everything works as before.
 * @throws MigrationError where another process migrates for too long; whatever the connection throws
 */
export async function ensureServiceRole(url: string, signal?: AbortSignal): Promise<ServiceRole> {
  const found = await findServiceRole(url);
  if (found.problem === undefined) return found;
  const refusal = await withMigrationLock(url, signal, tryToMake);
  return refusal === undefined ? findServiceRole(url) : { role: undefined, problem: refusal };
}

/** Makes the role, in one transaction; answers why not. */
async function tryToMake(client: pg.ClientBase): Promise<string | undefined> {
  const state = await readState(client);
  const name = pg.escapeIdentifier(state.role);
  try {
    await client.query('BEGIN');
    if (!state.isMade) await client.query(`CREATE ROLE ${name} NOLOGIN`);
    // Whoever makes a role may since PostgreSQL 16 give it to anybody, and is not in it.
    if (!(await readState(client)).isOpen) await client.query(`GRANT ${name} TO CURRENT_USER`);
    await grantPrivileges(client, state.role, prefix);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (!(error instanceof pg.DatabaseError)) throw error;
    return `${inWords(state, error)} ${consequence(state)} ${byAdministrator(state)}`;
  }
}

const inWords = ({ role }: State, { message, code }: pg.DatabaseError) =>
  `The role ${role}, as which the service is to speak to the database, could not be made ready: ${message} (${code}).`;

const byAdministrator = ({ role, user }: State) =>
  `An administrator of the server makes it by \`CREATE ROLE ${pg.escapeIdentifier(role)} NOLOGIN; ` +
  `GRANT ${pg.escapeIdentifier(role)} TO ${pg.escapeIdentifier(user)};\`, then \`actiongraph migrate\` gives it its rights.`;
