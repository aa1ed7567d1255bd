import type { z } from 'zod';
import type { Route } from '../../src/rest/core/route.ts';
import { basePaths, routePathOf } from '../../src/rest/core/route-paths.ts';
import { routes } from '../../src/rest/index.ts';
import type { Answer, TestApi } from './api.ts';

export { routePathOf, routes };

/** Every address below which there are routes. */
export const allBasePaths: string[] = Object.values(basePaths).flat();

/** The base paths of a route. */
export const basePathsOf = ({ base }: Route): readonly string[] => basePaths[base];

/** The routes of a table as rows of `describe.each`, named by operation. */
export const byOperation = (table: readonly Route[]) =>
  table.map((route) => [route.operationId, route] as const);

export const writingRoutes = routes.filter(({ input }) => input.from === 'body');
export const readingRoutes = routes.filter(({ method }) => method === 'GET');
export const changingRoutes = routes.filter(
  ({ hasScopesOfInput, method, scopes }) =>
    method !== 'GET' && (hasScopesOfInput || scopes.some((scope) => scope.endsWith(':write'))),
);
/** Those that do one thing for each request, as mutations do. Automation platforms have no mutations, and GraphQL takes no files. */
export const singleRoutes = changingRoutes.filter(
  ({ base, hasScopesOfInput, input }) =>
    !hasScopesOfInput && base !== 'platform' && input.from !== 'form',
);
export const isUpdate = ({ method }: Route) => method === 'PUT' || method === 'PATCH';
/** Routes whose body identifies the record by `id`: updates, and commands on one record. */
export const takesId = ({ errors, input }: Route) =>
  input.from === 'body' &&
  errors.includes('id_missing') &&
  'id' in ((input.schema as z.ZodObject).shape ?? {});

export interface Call {
  /** A key, or null for none; the first workspace's unless given. */
  key?: string | null;
  base?: string;
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is. */
  text?: BodyInit;
  query?: Record<string, string>;
  /** Of the parameters in the path; the workspace's own number, and what names nothing, unless given. */
  parameters?: Record<string, string>;
  headers?: Record<string, string>;
}

/** Calls a route. Missing parts of the request are valid, except the input, which is empty. */
export function callRoute(api: TestApi, route: Route, call: Call = {}): Promise<Answer> {
  const { key = api.ours.key, method = route.method, query = {} } = call;
  const base = call.base ?? basePaths[route.base][0];
  const parameters: Record<string, string> = {
    accountId: String(api.ours.accountId),
    ...call.parameters,
  };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(parameters[name] ?? 'none'),
  );
  const search = new URLSearchParams(query).toString();
  const takesBody = method !== 'GET' && method !== 'HEAD';
  const form = takesBody && call.text === undefined ? formOf(route, call.body) : undefined;
  const body = call.text ?? form ?? (takesBody ? JSON.stringify(call.body ?? {}) : undefined);
  return api.request(`${base}/${path}${search && `?${search}`}`, {
    method,
    headers: {
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(takesBody && !form ? { 'content-type': 'application/json' } : {}),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  });
}

/** A form with a small file, for a route that takes one. */
function formOf({ input }: Route, body: unknown): FormData | undefined {
  if (input.from !== 'form' || input.fileField === undefined) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (name === input.fileField) form.append(name, new Blob(['%PDF-1.7']), String(value));
    else form.append(name, String(value));
  }
  return form;
}

/** The fields of an error's body, in their order. */
const errorFields = [
  'status',
  'error',
  'message',
  'detail',
  'path',
  'timestamp',
  'code',
  'errors',
  'requestId',
];

/** The deviations of an error response from the form of REST errors. Empty without one. */
export function errorsInBody({ status, body, headers }: Answer): string[] {
  const problems = [];
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) problems.push(`content type ${type}`);
  if (typeof body !== 'object' || body === null) return [...problems, 'no JSON object'];
  if (Object.keys(body).join() !== errorFields.join()) problems.push(`fields ${Object.keys(body)}`);
  if (body.status !== status) problems.push(`status ${body.status} in the body of a ${status}`);
  for (const field of ['error', 'message', 'detail', 'path', 'requestId']) {
    if (typeof body[field] !== 'string' || body[field] === '') problems.push(`no ${field}`);
  }
  if (!/^[a-z]+(_[a-z]+)*$/.test(body.code)) problems.push(`code ${body.code}`);
  if (new Date(body.timestamp).toISOString() !== body.timestamp) problems.push('timestamp');
  if (body.requestId !== headers.get('x-request-id')) problems.push('request id of the header');
  for (const entry of body.errors) {
    if (Object.keys(entry).join() !== 'path,code,message') problems.push('fields of errors');
  }
  if (/\n\s+at |node_modules|\/src\//.test(JSON.stringify(body))) problems.push('a stack');
  return problems;
}

/** An answer's status and body without what differs from one request to the next. */
export function comparable({ status, body }: Answer): unknown {
  if (typeof body !== 'object' || body === null || !('requestId' in body)) return { status, body };
  const { requestId: _, timestamp: __, ...rest } = body;
  return { status, body: rest };
}
