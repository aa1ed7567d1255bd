import { globalModels } from '../models/global-models.ts';

/** Removes triggers, and distributes new tables before references to them. */

/** A dollar-quoted body, literal, identifier, comment, or character. */
const pieces =
  /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

export function splitSqlStatements(sql: string): string[] {
  const statements = [''];
  for (const [piece] of sql.matchAll(pieces)) {
    if (piece === ';') statements.push('');
    else if (!piece.startsWith('--') && !piece.startsWith('/*'))
      statements.push(`${statements.pop()}${piece}`);
  }
  return statements.map((text) => text.trim()).filter((text) => text !== '');
}

const triggerStatement =
  /^(?:CREATE|DROP|ALTER)\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?TRIGGER\b|^ALTER\s+TABLE\b[^;]*\b(?:ENABLE|DISABLE)\s+(?:ALWAYS\s+|REPLICA\s+)?TRIGGER\b/i;
/** A DO block that creates or drops a trigger. A test ensures that it contains no other statement. */
const triggerBlock = /^DO\b[\s\S]*\b(?:CREATE|DROP)\s+(?:CONSTRAINT\s+)?TRIGGER\b/i;
const newTable = /^CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"(\w+)"/i;

export function toCitusMigration(sql: string): string[] {
  return splitSqlStatements(sql)
    .filter((text) => !triggerStatement.test(text) && !triggerBlock.test(text))
    .flatMap((text) => {
      const [, table] = newTable.exec(text) ?? [];
      return table === undefined ? [text] : [text, distributeTableSql(table)];
    });
}

function distributeTableSql(table: string): string {
  return (globalModels as readonly string[]).includes(table)
    ? `SELECT create_reference_table('"${table}"')`
    : `SELECT create_distributed_table('"${table}"', 'accountId', colocate_with => '"Workspace"')`;
}
