import type pg from 'pg';
import { globalModels } from '../../src/database/models/global-models.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';

/** The tables that a statement reads without naming the workspace, in the plan of PostgreSQL for any parameters. */

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'One-Time Filter'?: string;
  'Parent Relationship'?: string;
  Plans?: PlanNode[];
}

interface Scan {
  table: string;
  conditions: string;
  /** The query within the query whose table it is; undefined in the query itself. */
  within: PlanNode | undefined;
}

const global: readonly string[] = globalModels;
const ofWorkspaces: ReadonlySet<string> = new Set(
  Object.keys(Prisma.ModelName).filter((model) => !global.includes(model)),
);

/** The workspace is a parameter or a constant, or, in a query within the query, that of the row outside, which is looked at too. */
const confined = /"accountId" = \(?('?\d|\$\d|\w+\."accountId")/;
/** The condition of an outer row is not enough if rows are locked or changed: a value must select the server. */
const confinedByValue = /"accountId" = \(?('?\d|\$\d)/;
const changes = /\bFOR (NO KEY )?UPDATE\b|^\s*(\/\*.*?\*\/\s*)?(UPDATE|DELETE)\b/i;

/**
 * The parts of a statement that are not restricted to one workspace: tables that it scans by other conditions, and
 * tables without a workspace that it reads with them.
 */
export async function unconfinedScans(pool: pg.Pool, statement: string): Promise<string[]> {
  const { rows } = await pool.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${statement}`);
  const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }];
  const scans = scansOf(Plan);
  const expected = changes.test(statement) ? confinedByValue : confined;
  const ofWorkspace = scans.filter(({ table }) => ofWorkspaces.has(table));
  const byRowOutside = ofWorkspace.filter(
    ({ conditions, within }) => within && !confinedByValue.test(conditions),
  );
  const errors = [
    ...ofWorkspace.filter(({ conditions }) => !expected.test(conditions)),
    // Two tables that know their workspace by the same row outside know nothing of each other.
    ...byRowOutside.filter((scan) =>
      byRowOutside.some((other) => other !== scan && other.within === scan.within),
    ),
    ...(ofWorkspace.length > 0 ? scans.filter(({ table }) => global.includes(table)) : []),
  ];
  return [...new Set(errors.map(({ table }) => table))];
}

function scansOf(node: PlanNode, outer?: PlanNode): Scan[] {
  const within = node['Parent Relationship'] === 'SubPlan' ? node : outer;
  const table = node['Relation Name'];
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  const isScan = table !== undefined && node['Node Type'].endsWith('Scan');
  return [
    ...(isScan ? [{ table, conditions, within }] : []),
    ...(node.Plans ?? []).flatMap((one) => scansOf(one, within)),
  ];
}

/** What COPY writes of a query is what the query reads; the values of its columns do not matter. */
export const queryOf = (statement: string) =>
  /^\s*COPY\s*\((.*)\)\s*TO\b/is.exec(statement)?.[1] ?? statement;

/** Whether a statement reads or writes rows: what opens and ends transactions does not. */
export const isOfRows = (statement: string) =>
  /^\s*(\/\*.*?\*\/\s*)?(WITH|SELECT|INSERT|UPDATE|DELETE)\b/i.test(statement);
