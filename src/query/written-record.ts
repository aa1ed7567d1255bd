import { rowAlias } from './json-columns.ts';
import type { JsonQuery, JsonQueryPart } from './json-query.ts';
import { JsonQueryBuilder } from './json-query.ts';

/** Whether RETURNING can build the JSON: no lists and no computed values that the statement changes. */
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

/** For RETURNING. The workspace is the first parameter. @throws TypeError if the query needs more */
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
