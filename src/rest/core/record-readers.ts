import type { ReadingContext } from '../../domain/webhooks/services.ts';
import { callerPermissions } from '../../platform/permissions/permissions.ts';
import type { JsonQuery } from '../../query/json-query.ts';
import { createJsonQueryReader, type JsonQueryReader } from '../../query/json-query-runner.ts';
import { redactQuery } from '../../query/redacted-query.ts';
import type { Route } from './route.ts';

/** Records in the form in which the first route of their model returns them. */
export function createRecordReaders(routes: readonly Route[]) {
  const routeByModel = new Map(
    routes
      .filter(({ method, tree }) => method !== 'GET' && tree)
      .reverse()
      .map((route) => [(route.tree as JsonQuery).model as string, route]),
  );
  const readers = new Map<JsonQuery, JsonQueryReader>();

  async function readRecords(
    context: ReadingContext,
    model: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const tree = routeByModel.get(model)?.tree;
    if (!tree) return new Map();
    const visible = redactQuery(tree, callerPermissions(context));
    const reader = readers.get(visible) ?? createJsonQueryReader(visible, 'ids', context.publicUrl);
    readers.set(visible, reader);
    const records = JSON.parse((await reader(context, [...ids])) ?? '[]') as { id: string }[];
    return new Map(records.map((record) => [String(record.id), JSON.stringify(record)]));
  }

  function exampleOf(model: string): object | null {
    const output = routeByModel.get(model)?.example.output;
    return typeof output === 'object' ? output : null;
  }

  return { readRecords, exampleOf };
}
