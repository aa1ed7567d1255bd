import pg from 'pg';
import { auditLogSchema } from '../statements/audit-log-tables.ts';

/** Append-only: only functions of the owner change rows. */
const appendOnlyTables = ['LogEntry', 'NewLogEntry'];

const readOnlyTables = ['_prisma_migrations'];

/** SECURITY DEFINER functions for erasure and retention. */
const ownerFunctions = [
  'redact_audit_log',
  'clear_expired_audit_changes',
  'delete_expired_audit_entries',
  'delete_audit_log',
  'publish_log_entries',
];

const jobsSchema = 'graphile_worker';

const literals = (names: readonly string[]) => names.map(pg.escapeLiteral).join(', ');

/** Includes permissions that the role can grant itself. */
export const canChangeAuditLogSql = `(SELECT coalesce(bool_or(
    has_any_column_privilege(c.oid, 'UPDATE') OR has_table_privilege(c.oid, 'DELETE, TRUNCATE, TRIGGER')
    OR pg_has_role(c.relowner, 'USAGE')), true)
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN (current_schema(), ${pg.escapeLiteral(auditLogSchema)}) AND c.relname IN (${literals(appendOnlyTables)}))`;

/** For VACUUM. MAINTAIN exists since PostgreSQL 17. */
const maintainPrivilegeSql = `CASE WHEN n.nspname = ${pg.escapeLiteral(auditLogSchema)} AND current_setting('server_version_num')::int >= 170000
      THEN ARRAY['MAINTAIN'] ELSE '{}'::text[] END`;

const schemas = `SELECT oid, nspname FROM pg_namespace WHERE nspname IN (current_schema(), ${literals([jobsSchema, auditLogSchema])})`;

const neededPrivilegesSql = `SELECT c.oid, c.relkind, c.relrowsecurity AS "hasPolicies", n.nspname, c.relname, CASE
    WHEN c.relkind = 'S' THEN ARRAY['USAGE', 'SELECT']
    WHEN n.nspname <> ${pg.escapeLiteral(jobsSchema)} AND c.relname IN (${literals(readOnlyTables)}) THEN ARRAY['SELECT']
    WHEN n.nspname <> ${pg.escapeLiteral(jobsSchema)} AND c.relname IN (${literals(appendOnlyTables)}) THEN ARRAY['SELECT', 'INSERT'] || ${maintainPrivilegeSql}
    WHEN c.relkind = 'v' THEN ARRAY['SELECT']
    ELSE ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'] END AS privileges
  FROM pg_class c JOIN (${schemas}) n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'S')
    AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

const functions = `SELECT p.oid FROM pg_proc p
  WHERE p.pronamespace = quote_ident(current_schema())::regnamespace AND p.proname IN (${literals(ownerFunctions)})`;

export async function findMissingPrivileges(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ missing: string }>(
    `WITH needed AS (${neededPrivilegesSql})
     SELECT 'USAGE ON SCHEMA ' || nspname AS missing FROM (${schemas}) AS s WHERE NOT has_schema_privilege(oid, 'USAGE')
     UNION ALL SELECT privilege || ' ON ' || relname FROM needed, unnest(privileges) AS privilege
       WHERE NOT CASE WHEN relkind = 'S' THEN has_sequence_privilege(oid, privilege) ELSE has_table_privilege(oid, privilege) END
     UNION ALL SELECT 'the policies of ' || relname FROM needed
       WHERE "hasPolicies" AND row_security_active(oid) AND NOT EXISTS (
         SELECT FROM pg_policy p, unnest(p.polroles) AS named WHERE p.polrelid = needed.oid AND pg_has_role(named, 'USAGE'))
     UNION ALL SELECT 'EXECUTE ON ' || f.oid::regprocedure::text FROM (${functions}) AS f
       WHERE NOT has_function_privilege(f.oid, 'EXECUTE')
     UNION ALL SELECT 'the tables themselves' WHERE to_regclass('"LogEntry"') IS NULL`,
  );
  return rows.map(({ missing }) => missing);
}

interface Needed {
  name: string;
  kind: 'TABLE' | 'SEQUENCE';
  hasPolicies: boolean;
  privileges: string;
}

/** A copied database can contain other roles with the prefix. */
export async function grantPrivileges(
  client: pg.ClientBase,
  role: string,
  prefix: string,
): Promise<void> {
  const grantee = pg.escapeIdentifier(role);
  const { rows } = await client.query<Needed>(
    `SELECT format('%I.%I', nspname, relname) AS name, CASE WHEN relkind = 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind,
       "hasPolicies", array_to_string(privileges, ', ') AS privileges FROM (${neededPrivilegesSql}) AS needed ORDER BY 1`,
  );
  const executed = await namesOf(client, `SELECT oid::regprocedure::text FROM (${functions}) AS f`);
  const usable = await namesOf(client, `SELECT quote_ident(nspname) FROM (${schemas}) AS s`);
  const grants = [
    { on: `SCHEMA ${usable.join(', ')}`, privileges: 'USAGE' },
    ...groupByPrivileges(rows),
    { on: `FUNCTION ${executed.join(', ')}`, privileges: 'EXECUTE' },
  ];
  const copied = await namesOf(client, rolesWithRights, [prefix, role]);
  for (const { on } of grants) {
    await client.query(`REVOKE ALL ON ${on} FROM ${[grantee, ...copied].join(', ')}`);
  }
  for (const { on, privileges } of grants) {
    await client.query(`GRANT ${privileges} ON ${on} TO ${grantee}`);
  }
  for (const { name } of rows.filter(({ hasPolicies }) => hasPolicies)) {
    await client.query(`DROP POLICY IF EXISTS actiongraph_service ON ${name}`);
    await client.query(
      `CREATE POLICY actiongraph_service ON ${name} TO ${grantee} USING (true) WITH CHECK (true)`,
    );
  }
}

const rolesWithRights = `SELECT DISTINCT quote_ident(r.rolname)
  FROM pg_class c, aclexplode(c.relacl) AS a JOIN pg_roles r ON r.oid = a.grantee
  WHERE c.oid = to_regclass('"LogEntry"') AND starts_with(r.rolname, $1) AND r.rolname <> $2`;

async function namesOf(client: pg.ClientBase, query: string, values: string[] = []) {
  const { rows } = await client.query({ text: query, values, rowMode: 'array' });
  return rows.map(([name]) => name as string);
}

function groupByPrivileges(needs: Needed[]): { on: string; privileges: string }[] {
  const groups = new Map<string, { on: string; privileges: string }>();
  for (const { kind, name, privileges } of needs) {
    const group = groups.get(`${kind} ${privileges}`);
    if (group) group.on += `, ${name}`;
    else groups.set(`${kind} ${privileges}`, { on: `${kind} ${name}`, privileges });
  }
  return [...groups.values()];
}
