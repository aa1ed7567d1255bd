import type { ReadingContext } from '../../domain/webhooks/services.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import type { JsonQueryReader } from '../../query/json-query-runner.ts';
import { createJsonQueryReader, readRecordFromValues } from '../../query/json-query-runner.ts';
import { redactQuery } from '../../query/redacted-query.ts';
import type { DocumentedRecord } from './documented-records.ts';
import { addDraftWarnings } from './draft-warnings.ts';

/** Reads records in their documented form. */
export function createRecordReaders(documented: ReadonlyMap<string, DocumentedRecord>) {
  const readers = new Map<JsonQuery, JsonQueryReader>();

  async function readRecords(
    context: ReadingContext,
    model: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const tree = documented.get(model)?.tree;
    if (!tree) return new Map();
    const visible = redactQuery(tree, callerPermissions(context));
    const reader = readers.get(visible) ?? createJsonQueryReader(visible, 'ids', context.publicUrl);
    readers.set(visible, reader);
    const json = await addDraftWarnings(context, (await reader(context, [...ids])) ?? '[]');
    const records = JSON.parse(json) as { id: string }[];
    return new Map(records.map((record) => [String(record.id), JSON.stringify(record)]));
  }

  async function readFormerRecord(
    context: ReadingContext,
    model: string,
    values: object,
  ): Promise<string> {
    const tree = documented.get(model)?.tree;
    if (!tree) return 'null';
    const visible = redactQuery(tree, callerPermissions(context));
    const json = await readRecordFromValues(context, visible, values, context.publicUrl);
    return addDraftWarnings(context, json);
  }

  const exampleOf = (model: string): object | null => documented.get(model)?.example ?? null;

  return { readRecords, readFormerRecord, exampleOf };
}
