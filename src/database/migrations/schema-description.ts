import pg from 'pg';

export interface SchemaObject {
  kind: 'column' | 'constraint' | 'enumeration' | 'function' | 'index' | 'statistics' | 'trigger';
  /** With its table, if any. */
  name: string;
  /** Without schema name. */
  definition: string;
  /** Of a constraint or trigger. */
  table: string | null;
}

/** Excludes objects of extensions, and Prisma's table of migrations. */
const objectsSql = `
  WITH own AS (
    SELECT c.oid, c.relname::text AS name FROM pg_class c
    WHERE c.relnamespace = $1::text::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
  )
  SELECT 'column' AS kind, own.name || '.' || a.attname AS name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN 'NOT NULL' END, 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)) AS definition, NULL AS "table"
  FROM own JOIN pg_attribute a ON a.attrelid = own.oid LEFT JOIN pg_attrdef d ON d.adrelid = own.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL SELECT 'constraint', o.conname, pg_get_constraintdef(o.oid), own.name
  FROM own JOIN pg_constraint o ON o.conrelid = own.oid WHERE o.contype NOT IN ('n', 't')
  UNION ALL SELECT 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), NULL
  FROM own JOIN pg_index i ON i.indrelid = own.oid
  WHERE NOT EXISTS (SELECT FROM pg_constraint o WHERE o.conindid = i.indexrelid AND o.conrelid = own.oid)
  UNION ALL SELECT 'statistics', s.stxname, pg_get_statisticsobjdef(s.oid), NULL FROM own JOIN pg_statistic_ext s ON s.stxrelid = own.oid
  UNION ALL SELECT 'trigger', t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' END), own.name
  FROM own JOIN pg_trigger t ON t.tgrelid = own.oid WHERE NOT t.tgisinternal
  UNION ALL SELECT 'enumeration', t.typname, string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder), NULL
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace = $1::text::regnamespace GROUP BY t.typname
  UNION ALL SELECT 'function', p.oid::regprocedure::text, concat_ws(' ', pg_get_functiondef(p.oid),
    CASE WHEN EXISTS (SELECT FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee = 0)
      THEN 'FOR PUBLIC' END), NULL
  FROM pg_proc p WHERE p.pronamespace = $1::text::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e')`;

/** The schema must be first in the search path. The order of columns does not count. */
export async function describeSchema(
  client: pg.ClientBase,
  schema: string,
): Promise<Map<string, SchemaObject>> {
  const quoted = /^[a-z_][a-z0-9_]*$/.test(schema) ? schema : pg.escapeIdentifier(schema);
  const { rows } = await client.query<SchemaObject>(objectsSql, [pg.escapeIdentifier(schema)]);
  const withoutSchema = (text: string) =>
    text
      .replaceAll(`${quoted}.`, '')
      .replace(/^ SET search_path TO .*$/m, ' SET search_path FROM CURRENT');
  return new Map(
    rows.map((row) => {
      const name = withoutSchema(row.name);
      const key = [row.kind, row.table, name].filter(Boolean).join(' ');
      return [key, { ...row, name, definition: withoutSchema(row.definition) }];
    }),
  );
}

/** Keys of objects that differ or exist in only one schema. */
export function schemaDifferences(
  one: ReadonlyMap<string, SchemaObject>,
  other: ReadonlyMap<string, SchemaObject>,
): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => one.get(key)?.definition !== other.get(key)?.definition).sort();
}
