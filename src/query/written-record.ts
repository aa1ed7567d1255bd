import { rowAlias } from './json-columns.ts';
import type { JsonQuery, JsonQueryPart } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';

/**
 * Whether all that is related to a record in a tree was there before a statement that writes the record, and is not made
 * of what the statement writes: no list, and nothing that is computed.
 */
export const isUnaffectedByWrite = ({ parts }: Pick<JsonQuery, 'parts'>): boolean =>
  parts.every(isPartOfBefore);

function isPartOfBefore(part: JsonQueryPart): boolean {
  switch (part.kind) {
    case 'constant':
    case 'column':
    case 'stored':
      return true;
    case 'own':
      return isUnaffectedByWrite(part);
    case 'one':
      return isUnaffectedByWrite(part.tree);
    case 'through':
      return isPartOfBefore(part.part);
    default:
      return false;
  }
}

/**
 * The JSON of a record that a statement has just written, for its RETURNING, so that nobody has to read the record again.
 * What is related to it has to be there before the statement. The workspace is the statement's first parameter.
 * @throws TypeError where it would need parameters of its own
 */
export function writtenRecordSql(tree: JsonQuery, alias: string, publicUrl: string): string {
  const writer = new JsonQueryBuilder([undefined], publicUrl);
  const columns = writer.columns(tree.parts, alias);
  if (writer.values.length > 1) {
    throw new TypeError(
      `What is written of ${tree.model} has conditions: it has to be read again.`,
    );
  }
  return `(SELECT row_to_json(${rowAlias})::text FROM (SELECT ${columns}) ${rowAlias})`;
}
