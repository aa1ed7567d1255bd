import { createHash } from 'node:crypto';
import pg from 'pg';
import { withMigrationLock } from '../migrations/migration-lock.ts';
import { withConnection } from '../pool/single-connection.ts';
import { canChangeAuditLogSql, findMissingPrivileges, grantPrivileges } from './role-grants.ts';

/** The service's role can append to the audit log but not change it. `actiongraph migrate` creates it. */

export interface ServiceRole {
  role: string | undefined;
  /** Why the audit log is unprotected. */
  problem: string | undefined;
}

const prefix = 'actiongraph_service_';

const maxNameLength = 63;

/** Roles are global, so each database has its own. */
export function serviceRoleName(database: string): string {
  const plain = `${prefix}${database}`;
  if (/^[a-z0-9_]+$/.test(database) && plain.length <= maxNameLength) return plain;
  const digest = createHash('sha256').update(database).digest('hex').slice(0, 12);
  const readable = database.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return `${prefix}${readable.slice(0, maxNameLength - prefix.length - 13)}_${digest}`;
}

interface State {
  role: string;
  user: string;
  exists: boolean;
  canSetRole: boolean;
  canChangeLog: boolean;
}

/** A separate privilege since PostgreSQL 16. */
const canSetRoleSql = `CASE WHEN current_setting('server_version_num')::int >= 160000
  THEN pg_has_role(r.oid, 'SET') ELSE pg_has_role(r.oid, 'MEMBER') END`;

async function readState(client: pg.ClientBase): Promise<State> {
  const { rows } = await client.query<{ database: string; user: string; canChangeLog: boolean }>(
    `SELECT current_database() AS database, current_user AS user, ${canChangeAuditLogSql} AS "canChangeLog"`,
  );
  const { database = '', user = '', canChangeLog = true } = rows[0] ?? {};
  const role = serviceRoleName(database);
  const { rows: found } = await client.query<{ canSetRole: boolean }>(
    `SELECT ${canSetRoleSql} AS "canSetRole" FROM pg_roles r WHERE rolname = $1`,
    [role],
  );
  const exists = found.length > 0;
  return {
    role,
    user,
    exists,
    canSetRole: found[0]?.canSetRole === true,
    canChangeLog,
  };
}

export async function findServiceRole(url: string): Promise<ServiceRole> {
  const state = await withConnection(url, readState);
  const reason = await roleProblem(url, state);
  if (reason === undefined) return { role: state.role, problem: undefined };
  if (!state.canChangeLog) return { role: undefined, problem: undefined };
  return { role: undefined, problem: `${reason} ${consequence(state)} ${roleInstructions}` };
}

async function roleProblem(url: string, state: State): Promise<string | undefined> {
  const { role, user } = state;
  if (!state.exists) return `The database has no role ${role}.`;
  if (!state.canSetRole) return `${user} may not take on the role ${role}.`;
  try {
    return await withConnection(url, (client) => sessionProblem(client, role), role);
  } catch (error) {
    // A pooler may reject startup options.
    if (!(error instanceof pg.DatabaseError)) throw error;
    return `No connection can begin in the role ${role}: ${error.message}.`;
  }
}

async function sessionProblem(client: pg.ClientBase, role: string): Promise<string | undefined> {
  const { rows } = await client.query<{ currentRole: string; mayChange: boolean }>(
    `SELECT current_user AS "currentRole", ${canChangeAuditLogSql} AS "mayChange"`,
  );
  if (rows[0]?.currentRole !== role) return `Connections do not begin in the role ${role}.`;
  const missing = await findMissingPrivileges(client);
  if (missing.length > 0) {
    return `The role ${role} lacks rights (${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ', …' : ''}).`;
  }
  return rows[0].mayChange ? `The role ${role} can change audit entries.` : undefined;
}

const consequence = ({ user }: State) =>
  `The service therefore connects to the database as ${user}, which can also change and delete audit entries.`;

const roleInstructions =
  'Run `actiongraph migrate`: it creates the role, or prints the commands for an administrator of the server.';

/**
 * If the server does not allow it, `problem` has instructions and the URL's user stays in use.
 * @throws MigrationError while another process migrates
 */
export async function ensureServiceRole(url: string, signal?: AbortSignal): Promise<ServiceRole> {
  const found = await findServiceRole(url);
  if (found.problem === undefined) return found;
  const problem = await withMigrationLock(url, signal, tryCreateRole);
  return problem === undefined ? findServiceRole(url) : { role: undefined, problem };
}

/** @returns the reason of a failure */
async function tryCreateRole(client: pg.ClientBase): Promise<string | undefined> {
  const state = await readState(client);
  const name = pg.escapeIdentifier(state.role);
  try {
    await client.query('BEGIN');
    if (!state.exists) await client.query(`CREATE ROLE ${name} NOLOGIN`);
    // Since PostgreSQL 16, the creator of a role is not a member.
    if (!(await readState(client)).canSetRole) await client.query(`GRANT ${name} TO CURRENT_USER`);
    await grantPrivileges(client, state.role, prefix);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (!(error instanceof pg.DatabaseError)) throw error;
    return `${creationError(state, error)} ${consequence(state)} ${byAdministrator(state)}`;
  }
}

const creationError = ({ role }: State, { message, code }: pg.DatabaseError) =>
  `The role ${role}, as which the service is to speak to the database, could not be made ready: ${message} (${code}).`;

const byAdministrator = ({ role, user }: State) =>
  `An administrator of the server makes it by \`CREATE ROLE ${pg.escapeIdentifier(role)} NOLOGIN; ` +
  `GRANT ${pg.escapeIdentifier(role)} TO ${pg.escapeIdentifier(user)};\`, then \`actiongraph migrate\` gives it its rights.`;
