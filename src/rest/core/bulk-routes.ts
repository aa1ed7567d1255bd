import { z } from 'zod';
import type { Context } from '../../platform/context/context.ts';
import type { ActionError } from '../../platform/errors/action-error.ts';
import { booleanType, enumOf, list } from '../../platform/input/field-types.ts';
import type { FieldType } from '../../platform/input/fields.ts';
import { inputObject, parseInput, required, withDefault } from '../../platform/input/fields.ts';
import { requireScopes } from '../../platform/permissions/permissions.ts';
import { redactError } from '../../platform/records/error-redaction.ts';
import type { BulkItemResult } from '../../write/bulk-actions.ts';
import { runSequentially } from '../../write/bulk-actions.ts';
import { lockRecordsForBulkWrite } from '../../write/bulk-locks.ts';
import { errorBodySchema } from './error-responses.ts';
import { resolveItemExternalIds } from './external-id-inputs.ts';
import { errorCodesOf } from './openapi-errors.ts';
import { RecordJson } from './record-responses.ts';
import type { Route } from './route.ts';
import { writeAreasOf } from './route.ts';

const maxItems = 500;

/** The operation itself validates the body. */
const itemBody: FieldType<unknown> = {
  presentation: { kind: 'scalar', name: 'JSON' },
  json: { type: 'object', description: 'A body of the operation.' },
  read: (value, report) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    report('invalid_type', 'must be an object');
    return undefined;
  },
};

const { status, code, message, errors } = errorBodySchema.shape;

const itemResult = z
  .object({
    index: z.int().meta({ description: 'Position of the item in the request, from 0.' }),
    status: status.meta({
      description: 'HTTP status that the operation would have returned on its own.',
    }),
    record: z
      .looseObject({})
      .nullable()
      .meta({ description: 'Result of the operation. Null if the item failed.' }),
    error: z.object({ code, message, errors }).nullable().meta({
      description:
        'Error of the item. Paths begin with `items.` and its index. Null if it succeeded.',
    }),
  })
  .meta({ id: 'BulkItemResult', description: 'Result of one item.' });

const bulkResult = z
  .object({
    done: z.int().meta({ description: 'Number of items that succeeded.' }),
    refused: z.int().meta({
      description: 'Number of items that failed. 0 unless `partial` is true.',
    }),
    results: z.array(itemResult).meta({ description: 'Results in the order of the items.' }),
  })
  .meta({ id: 'BulkResult', description: 'Results of a bulk request.' });

/** Stored to rebuild the response for a replay. */
interface StoredBulkResult {
  operation: string;
  results: ({ index: number; written: object } | { index: number; error: ItemError })[];
}

type ItemError = NonNullable<z.output<typeof itemResult>['error']> & { status: number };

/** Returns 1 for an invalid body. */
function countItems(input: unknown): number {
  const { items } = (input ?? {}) as { items?: unknown };
  return Array.isArray(items) && items.length <= maxItems ? Math.max(1, items.length) : 1;
}

const isCreateOrUpdate = ({ input, operationId }: Route): boolean =>
  input.from === 'body' && /^(create|patch|replace)[A-Z]/.test(operationId);

type Operations = ReadonlyMap<string, Route>;

const bulkInputOf = (operations: Operations) =>
  inputObject('Bulk', 'A bulk request of one kind of write.', {
    operation: required(
      enumOf('BulkOperation', [...operations.keys()]),
      'Operation of all items, by its operationId in this document.',
    ),
    items: required(
      list(itemBody, { min: 1, max: maxItems }),
      `1 to ${maxItems} bodies, executed in order.`,
    ),
    partial: withDefault(
      booleanType,
      false,
      'Whether valid items are executed if others fail. Default: all or nothing.',
    ),
  });

function bulkExampleOf(operations: Operations): Route['example'] {
  const record = operations.get('createClient')?.example.output ?? null;
  const items = [{ name: 'Lovelace Analytics' }, { name: ' ' }];
  const errors = [{ path: 'items.1.name', code: 'required', message: 'is required' }];
  const error = { code: 'invalid_input', message: 'items.1: name: is required', errors };
  const results = [
    { index: 0, status: 200, record, error: null },
    { index: 1, status: 400, record: null, error },
  ];
  return {
    input: { operation: 'createClient', partial: true, items },
    output: { done: 1, refused: 1, results },
  };
}

export function defineBulkRoute(table: readonly Route[]): Route {
  const operations: Operations = new Map(
    table.filter(isCreateOrUpdate).map((route) => [route.operationId, route]),
  );
  const schema = bulkInputOf(operations);
  const routeNamed = (operation: string) => operations.get(operation) as Route;
  return {
    base: 'action',
    method: 'POST',
    path: 'bulk',
    operationId: 'bulk',
    tag: 'Bulk',
    summary: 'Create or update many records of one kind',
    description: `Executes up to ${maxItems} creates or updates of one kind, in the order of the list. All or nothing: if one fails, the response is an error that lists all errors with paths like \`items.3.name\`, and nothing is written. With \`partial\`, valid items are executed, and each result contains the outcome of its item. An \`Idempotency-Key\` applies to the whole request. It counts as one request per item.`,
    scopes: [],
    hasScopesOfInput: true,
    optionalScopes: [],
    input: { from: 'body', schema },
    countRequests: countItems,
    itemRoute: (input) => {
      const { operation } = (input ?? {}) as { operation?: unknown };
      return operations.get(schema.shape.operation.safeParse(operation).data ?? '');
    },
    output: bulkResult,
    errors: [...new Set([...operations.values()].flatMap(errorCodesOf))],
    example: bulkExampleOf(operations),
    handle: async (context, input) => {
      const { operation, items, partial } = parseInput(schema, input);
      return runItems(context, routeNamed(operation), items, partial);
    },
    readAgain: (context, written) => {
      const { operation, results } = written as unknown as StoredBulkResult;
      return readResultsAgain(context, routeNamed(operation), results);
    },
  };
}

async function runItems(
  context: Context,
  route: Route,
  requestedItems: readonly unknown[],
  partial: boolean,
): Promise<RecordJson> {
  requireScopes(context, ...route.scopes);
  const writeAreas = writeAreasOf(route);
  const items = await resolveItemExternalIds(route, context, requestedItems);
  const outcomes = await runSequentially(context, items, {
    partial,
    lockFirst: (tx) =>
      lockRecordsForBulkWrite(tx, writeAreas, items, async () => route.lockFirst?.(tx, items)),
    runItem: async (tx, item) => (await route.handle(tx, item as never)) as RecordJson,
    errorForCaller: (error) => redactError(context, writeAreas, error),
  });
  const results = outcomes.map((outcome) => ({
    ...outcome,
    error: outcome.error && toItemError(outcome.error),
  }));
  const storedResults: StoredBulkResult['results'] = results.map(({ index, record, error }) =>
    error ? { index, error } : { index, written: record?.written ?? {} },
  );
  return new RecordJson(toBulkBody(results), {
    operation: route.operationId,
    results: storedResults,
  });
}

async function readResultsAgain(
  context: Context,
  route: Route,
  storedResults: StoredBulkResult['results'],
): Promise<RecordJson> {
  const results: ItemOutcome[] = [];
  for (const storedResult of storedResults) {
    const { index } = storedResult;
    if ('error' in storedResult) results.push({ index, record: null, error: storedResult.error });
    else {
      const record = (await route.readAgain?.(
        context,
        storedResult.written as never,
      )) as RecordJson;
      results.push({ index, record, error: null });
    }
  }
  return new RecordJson(toBulkBody(results));
}

type ItemOutcome = Pick<BulkItemResult<RecordJson>, 'index' | 'record'> & {
  error: ItemError | null;
};

const toItemError = ({ code, message, details, status }: ActionError): ItemError => ({
  status,
  code: code as ItemError['code'],
  message,
  errors: details.errors ?? [],
});

/** Restores the order of the fields, because JSONB changes it. */
function toErrorJson({ code, message, errors }: ItemError): string {
  const orderedErrors = errors.map(({ path, code: fieldCode, message: fieldMessage }) => ({
    path,
    code: fieldCode,
    message: fieldMessage,
  }));
  return JSON.stringify({ code, message, errors: orderedErrors });
}

function toBulkBody(outcomes: readonly ItemOutcome[]): string {
  const failedCount = outcomes.filter(({ error }) => error).length;
  const itemTexts = outcomes.map(({ index, record, error }) => {
    if (!error) return `{"index":${index},"status":200,"record":${record?.body},"error":null}`;
    return `{"index":${index},"status":${error.status},"record":null,"error":${toErrorJson(error)}}`;
  });
  return `{"done":${outcomes.length - failedCount},"refused":${failedCount},"results":[${itemTexts.join(',')}]}`;
}
