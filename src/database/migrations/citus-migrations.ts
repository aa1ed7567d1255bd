import { globalModels } from '../models/global-models.ts';

/**
 * A migration as a database takes it whose tables are spread over several servers (`citus-distribution.ts`): statement by statement, for
 * each is sent to every server; without triggers; and with each new table spread before something refers to it.
 */

/** What is one piece: a function's body, a text, a name, a comment; else a single character. */
const pieces =
  /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/** The statements of a text, each without comments and semicolon. */
export function splitSqlStatements(sql: string): string[] {
  const statements = [''];
  for (const [piece] of sql.matchAll(pieces)) {
    if (piece === ';') statements.push('');
    else if (!piece.startsWith('--') && !piece.startsWith('/*'))
      statements.push(`${statements.pop()}${piece}`);
  }
  return statements.map((text) => text.trim()).filter((text) => text !== '');
}

const isOfTriggers =
  /^(?:CREATE|DROP|ALTER)\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b|^ALTER\s+TABLE\b[^;]*\b(?:ENABLE|DISABLE)\s+(?:ALWAYS\s+|REPLICA\s+)?TRIGGER\b/i;
/** A block that makes or drops triggers of several tables: it does nothing else, which a test sees to. */
const blockOfTriggers = /^DO\b[\s\S]*\b(?:CREATE|DROP)\s+(?:CONSTRAINT\s+)?TRIGGER\b/i;
const newTable = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"(\w+)"/i;

/** The statements of a migration for a database that is spread. */
export function toCitusMigration(sql: string): string[] {
  return splitSqlStatements(sql)
    .filter((text) => !isOfTriggers.test(text) && !blockOfTriggers.test(text))
    .flatMap((text) => {
      const [, table] = newTable.exec(text) ?? [];
      return table === undefined ? [text] : [text, spreadTable(table)];
    });
}

function spreadTable(table: string): string {
  return (globalModels as readonly string[]).includes(table)
    ? `SELECT create_reference_table('"${table}"')`
    : `SELECT create_distributed_table('"${table}"', 'accountId', colocate_with => '"Workspace"')`;
}
