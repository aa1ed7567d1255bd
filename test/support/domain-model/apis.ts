import { returnedRecord, sourceOf } from '../mutations.ts';
import type { Input, Operation } from './operations.ts';
import type { Labels } from './views.ts';
import { selectionOf } from './views.ts';

/** One request in either API, and its result. */

/** An operation with its input. */
export interface Call {
  operation: Operation;
  input: Input;
}

/** The request. */
export interface Sent {
  method: string;
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** The result of one call. */
export interface Reported {
  /** Why it was rejected; undefined where it was done. */
  code?: string;
  /** The record as the door shows it. */
  record?: Record<string, unknown>;
  version?: number;
}

const decimals = ['amount', 'unitPrice', 'quantity', 'value', 'defaultTaxRate'];
const percents = ['discountPercent', 'taxPercentage'];

/** An input as REST takes it: by its names, and with numbers. */
function restBody({ restNames = {} }: Operation, input: Input): Input {
  const body = Object.entries(input).map(([name, value]): [string, unknown] => {
    const isNumber = [...decimals, ...percents].includes(name) && value !== null;
    const isList = Array.isArray(value) && typeof value[0] === 'object';
    const written = isList
      ? value.map((one) => restBody({ restNames } as Operation, one))
      : isNumber
        ? Number(value)
        : value;
    return [restNames[name] ?? name, written];
  });
  return Object.fromEntries(body);
}

/** Stages are named by their ids, where the input has their label. */
function withIds({ stage, ...input }: Input, labels: Labels): Input {
  return stage === undefined ? input : { ...input, statusId: labels[stage] };
}

/** The request of a call on REST; the version that is expected goes into the body or a header. */
export function restRequest({ operation, input }: Call, labels: Labels, byHeader: boolean): Sent {
  const [method, path] = operation.rest as NonNullable<Operation['rest']>;
  const { expectedVersion, ...rest } = withIds(input, labels);
  const isHeader = byHeader && expectedVersion !== undefined;
  const argument = isHeader || expectedVersion === undefined ? rest : { ...rest, expectedVersion };
  return {
    method,
    path: `/public/action/${path}`,
    body: restBody(operation, argument),
    headers: isHeader ? { 'if-match': `"${expectedVersion}"` } : {},
  };
}

/** The request of many calls of one operation. */
export function bulkRequest(calls: readonly Call[], labels: Labels, partial: boolean): Sent {
  const [{ operation }] = calls as [Call];
  const items = calls.map(({ input }) => restBody(operation, withIds(input, labels)));
  const body = { operation: bulkName(operation), items, partial };
  return { method: 'POST', path: '/public/action/bulk', body, headers: {} };
}

/** What REST calls an operation. */
const bulkName = ({ name, rest }: Operation) =>
  ({ recordPayment: 'createPayment', createSimpleInvoice: 'createInvoice' })[name] ??
  (rest?.[0] === 'PATCH' ? name.replace('update', 'patch') : name);

const isDeletion = ({ name }: Operation) => name.startsWith('delete');

const sourceFor = (operation: Operation, isVisible: boolean) => {
  const selection = isVisible ? selectionOf(operation.type) : '__typename';
  return sourceOf(operation.name, isDeletion(operation) ? 'deletedId' : selection);
};

/** The request of calls through GraphQL: of several, in one transaction. */
export function graphqlRequest(calls: readonly Call[], labels: Labels, isDisplayed = true): Sent {
  const [first] = calls as [Call];
  const variables = calls.map(({ input }) => withIds(input, labels));
  const one = {
    query: sourceFor(first.operation, isDisplayed),
    variables: { input: variables[0] },
  };
  const body = calls.length === 1 ? one : atomicBody(calls, variables);
  return { method: 'POST', path: '/graphql', body, headers: {} };
}

/** Several mutations as one operation, whose variables have numbers. */
function atomicBody(calls: readonly Call[], inputs: readonly Input[]): object {
  const parts = calls.map(({ operation }, at) => {
    const source = sourceFor(operation, true);
    const [, type = '', field = ''] = /\$input: ([\w!]+)\) \{ result: (.*)\}$/s.exec(source) ?? [];
    return { variable: `$i${at}: ${type}`, field: `r${at}: ${field.replace('$input', `$i${at}`)}` };
  });
  return {
    query: `mutation (${parts.map(({ variable }) => variable).join(', ')}) @atomic {
      ${parts.map(({ field }) => field).join('\n')} }`,
    variables: Object.fromEntries(inputs.map((input, at) => [`i${at}`, input])),
  };
}

/** The content of a mutation's result. */
function reportedBy(operation: Operation, result: Record<string, unknown> | null): Reported {
  if (result === null) return {};
  if (String(result.__typename).endsWith('Error')) return { code: String(result.code) };
  const field = returnedRecord(operation.name)?.field;
  const record = result[field ?? ''] as Record<string, unknown> | undefined;
  return record ? { record, version: Number(record.version) } : {};
}

export interface Returned {
  status: number;
  text: string;
  headers: Headers;
}

/** The result of each call in a response. */
export function readAnswer(
  calls: readonly Call[],
  sent: Sent,
  { headers, text }: Returned,
): Reported[] {
  const body = JSON.parse(text);
  if (sent.path === '/graphql') {
    const code = body.errors?.[0]?.extensions?.code;
    if (code !== undefined) return calls.map(() => ({ code }));
    const results = Object.values(body.data) as Record<string, unknown>[];
    return calls.map(({ operation }, at) => reportedBy(operation, results[at] ?? null));
  }
  if (body.code !== undefined) return calls.map(() => ({ code: body.code }));
  if (Array.isArray(body.results)) {
    return body.results.map(
      ({ error, record }: { error: { code: string } | null; record: Input }) =>
        error ? { code: error.code } : { record },
    );
  }
  const tag = headers.get('etag');
  const version = tag === null ? {} : { version: Number(JSON.parse(tag)) };
  return [{ record: body, ...version }];
}
