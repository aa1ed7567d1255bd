import type { z } from 'zod';
import type { JsonQuery } from '../../query/json-query.ts';
import { fillMissingWithNull } from './example-values.ts';
import type { RecordForm } from './operation-routes.ts';
import type { Route } from './route.ts';

/** How REST shows a record. */
export interface DocumentedRecord {
  tree: JsonQuery;
  schema: z.ZodType;
  example: object;
}

/** The form of each model: the given one, or that of the first write that returns it. */
export function documentedRecordsOf(
  routes: readonly Route[],
  given: Readonly<Record<string, RecordForm>>,
): ReadonlyMap<string, DocumentedRecord> {
  const forms = new Map<string, DocumentedRecord>();
  for (const { example, method, output, tree } of routes) {
    if (method === 'GET' || !tree || !output || forms.has(tree.model)) continue;
    forms.set(tree.model, { tree, schema: output, example: example.output as object });
  }
  for (const [model, { example, response }] of Object.entries(given)) {
    const { schema, tree } = response;
    forms.set(model, { tree, schema, example: fillMissingWithNull(schema, example) as object });
  }
  return forms;
}
