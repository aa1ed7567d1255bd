import type { Context as HonoContext } from 'hono';
import { Hono } from 'hono';
import type { HttpRequest, NodeRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toFetchResponse } from '../http/http-response.ts';
import type { Context } from '../platform/context/context.ts';
import type { ActionError } from '../platform/errors/action-error.ts';
import {
  errorForCaller,
  notForRoleError,
  requireScopes,
} from '../platform/permissions/permissions.ts';
import { redactError } from '../platform/records/error-redaction.ts';
import { idempotencyReplayedHeader } from '../write/idempotency/run-idempotent.ts';
import { withOutcomeUnknownError } from '../write/write-outcome.ts';
import { endpointNotFoundError, responseHeaders, toErrorResponse } from './core/error-responses.ts';
import type { HandledRequest } from './core/idempotent-requests.ts';
import { handleIdempotentRequest, readIdempotencyKey } from './core/idempotent-requests.ts';
import { createParameterCheck } from './core/ignored-parameters.ts';
import type { ListResponder } from './core/list-responses.ts';
import { RecordList, RecordListPart } from './core/list-routes.ts';
import { formatEntityTag, parseIfMatchHeader, rejectIfMatchHeader } from './core/preconditions.ts';
import { parseQueryString } from './core/query-string.ts';
import { RecordJson } from './core/record-responses.ts';
import type { HttpMethod, Route } from './core/route.ts';
import { writeAreasOf } from './core/route.ts';
import { basePaths } from './core/route-paths.ts';
import { groupByPath, rejectMethod } from './core/routes-by-path.ts';
import { routes } from './index.ts';

export interface RestRouterDependencies {
  /**
   * Runs a request within the limit of concurrent requests.
   * @throws ActionError database_unavailable
   */
  admit: Admit;
  /** @throws ActionError invalid_api_key, too_many_requests */
  authenticate: (request: HttpRequest, requestId: string, now: Date) => Promise<Context>;
  requestId: (request: HttpRequest) => string;
  /** Converts any error, and logs unexpected ones. */
  toActionError: (error: unknown, requestId: string) => ActionError;
  /** Adds the headers of the rate limit. */
  addRateLimitHeaders: (
    request: HttpRequest,
    headers: Record<string, string>,
  ) => Record<string, string>;
  /**
   * Counts a bulk request as several.
   * @throws ActionError too_many_requests
   */
  countExtraRequests: (request: HttpRequest, requests: number) => Promise<void>;
  bodyLimitBytes: number;
  respondWithList: ListResponder;
}

type Admit = <T>(
  request: HttpRequest,
  work: (readJson: ReadJson, runWithoutSlot: RunWithoutSlot) => Promise<T>,
) => Promise<T>;

/** Releases the slot of the request while it waits. */
type RunWithoutSlot = <T>(callback: () => Promise<T>) => Promise<T>;

type ReadJson = (request: HttpRequest, limitBytes: number) => Promise<unknown>;

interface Call {
  request: HttpRequest;
  path: string;
  params: Readonly<Record<string, string>>;
  /** Undefined without a network connection. */
  outgoing: { destroy(): void } | undefined;
  /** Headers for errors too. */
  headers?: Readonly<Record<string, string>>;
}

const checkParameters = createParameterCheck(routes);

export interface RestRouter {
  app: Hono;
  /** Finds a route without path parameters, which saves the pattern matching. */
  findHandler(
    method: string,
    path: string,
  ): ((request: NodeRequest) => Promise<HttpResponse>) | undefined;
}

/** Serves the REST API (spec part 4). Every error leaves as JSON. */
export function createRestRouter(dependencies: RestRouterDependencies): RestRouter {
  const app = new Hono();
  const handlersWithoutParameters = new Map<
    string,
    (request: NodeRequest) => Promise<HttpResponse>
  >();
  const withErrorResponse = (call: Call, work: () => Promise<HttpResponse>) =>
    work().catch((error) => errorResponse(call, dependencies, error));
  const handleCall = (route: Route, call: Call) =>
    withErrorResponse(call, () =>
      dependencies.admit(call.request, (readJson, runWithoutSlot) =>
        execute(route, call, { ...dependencies, readJson, runWithoutSlot }),
      ),
    );
  for (const { base, path, byMethod } of groupByPath(routes)) {
    for (const prefix of basePaths[base]) {
      const pattern = `${prefix}/${path.replace(/\{(\w+)\}/g, ':$1')}`;
      app.on('ALL', [pattern, `${pattern}/`], async (c) => {
        const { method } = c.req;
        const route = byMethod.get((method === 'HEAD' ? 'GET' : method) as HttpMethod);
        const call = callOf(c);
        return toFetchResponse(
          await (route
            ? handleCall(route, call)
            : withErrorResponse(call, () => rejectMethod(method, byMethod))),
        );
      });
      if (path.includes('{')) continue;
      for (const [method, route] of byMethod) {
        handlersWithoutParameters.set(`${method} ${pattern}`, (request) =>
          handleCall(route, { request, path: pattern, params: {}, outgoing: request.outgoing }),
        );
      }
    }
  }
  for (const prefix of Object.values(basePaths).flat()) {
    app.all(`${prefix}/*`, async (c) =>
      toFetchResponse(await withErrorResponse(callOf(c), () => rejectUnknownPath(c.req))),
    );
  }
  return { app, findHandler: (method, path) => handlersWithoutParameters.get(`${method} ${path}`) };
}

function callOf({ env, req }: HonoContext): Call {
  const { outgoing } = (env ?? {}) as Pick<Call, 'outgoing'>;
  return { request: req.raw, path: req.path, params: req.param(), outgoing };
}

function errorResponse(
  { path, request, headers = {} }: Call,
  { addRateLimitHeaders, toActionError, requestId: idOf }: RestRouterDependencies,
  error: unknown,
): HttpResponse {
  const requestId = idOf(request);
  return toErrorResponse(toActionError(error, requestId), {
    path,
    requestId,
    now: new Date(),
    headers: addRateLimitHeaders(request, { ...headers }),
  });
}

async function execute(
  route: Route,
  call: Call,
  dependencies: RestRouterDependencies & { readJson: ReadJson; runWithoutSlot: RunWithoutSlot },
): Promise<HttpResponse> {
  const { request } = call;
  const requestId = dependencies.requestId(request);
  const context = await dependencies.authenticate(request, requestId, new Date());
  return executeFor(context, route, call, dependencies).catch((error) => {
    throw errorForCaller(context, error);
  });
}

async function executeFor(
  context: Context,
  route: Route,
  call: Call,
  dependencies: RestRouterDependencies & { readJson: ReadJson; runWithoutSlot: RunWithoutSlot },
): Promise<HttpResponse> {
  const { outgoing, request } = call;
  const { requestId } = context;
  context.origin.operation = `${route.method} ${route.path}`;
  if (context.actor.contact) throw notForRoleError('contact');
  requireScopes(context, ...route.scopes);
  const { addRateLimitHeaders, bodyLimitBytes, readJson, countExtraRequests } = dependencies;
  const key = route.method === 'GET' ? undefined : readIdempotencyKey(request);
  const versions = route.takesVersion ? parseIfMatchHeader(request) : undefined;
  if (!route.takesVersion && route.method !== 'GET') rejectIfMatchHeader(request);
  const input = await readInput(route, call, () => readJson(request, bodyLimitBytes));
  const parameterCheck = checkParameters(route, request, input, key !== undefined);
  call.headers = parameterCheck.headers;
  if (parameterCheck.error) throw parameterCheck.error;
  if (route.countRequests) await countExtraRequests(request, route.countRequests(input));
  const work = () => runRoute(route, context, key, input, versions);
  const { result, isReplayed } = await withOutcomeUnknownError(
    requestId,
    work,
    key !== undefined,
  ).catch((error) => {
    throw redactError(context, writeAreasOf(route), error);
  });
  const headers = addRateLimitHeaders(request, {
    ...responseHeaders(requestId),
    ...call.headers,
    ...(isReplayed && { [idempotencyReplayedHeader]: 'true' }),
    ...(result instanceof RecordJson && entityTagOf(result.version)),
  });
  if (route.output === null) return emptyResponse(headers);
  const isHead = request.method === 'HEAD';
  if (result instanceof RecordList) {
    const listRequest = {
      context,
      requestId,
      outgoing,
      isHead,
      runWithoutSlot: dependencies.runWithoutSlot,
    };
    const list = await dependencies.respondWithList(result, listRequest);
    if (list === null || !('text' in list)) return { status: 200, headers, body: list };
    return jsonResponse(list.text, { ...headers, ...entityTagOf(list.version) }, isHead);
  }
  const body = result instanceof RecordJson ? result.body : JSON.stringify(result);
  const link = result instanceof RecordListPart && nextPageLink(request.url, result);
  return jsonResponse(body, link ? { ...headers, link } : headers, isHead);
}

const entityTagOf = (version: number | undefined): { etag?: string } =>
  version === undefined ? {} : { etag: formatEntityTag(version) };

/** The same request after the last record of this page. */
function nextPageLink(url: string, { lastId }: RecordListPart): string | null {
  if (lastId === null) return null;
  const { pathname, searchParams } = new URL(url);
  searchParams.set('after', lastId);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

function jsonResponse(
  body: string,
  headers: Record<string, string>,
  isHead: boolean,
): HttpResponse {
  // Later, a HEAD or compressed response has no known length.
  const headersWithLength = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return { status: 200, headers: headersWithLength, body: isHead ? null : body };
}

async function runRoute(
  route: Route,
  context: Context,
  key: string | undefined,
  input: unknown,
  versions: readonly number[] | undefined,
): Promise<HandledRequest> {
  if (key !== undefined) return handleIdempotentRequest(route, context, key, input, versions);
  return { result: await route.handle(context, input as never, versions), isReplayed: false };
}

function emptyResponse({ 'content-type': _, ...headers }: Record<string, string>): HttpResponse {
  return { status: 200, headers: { ...headers, 'content-length': '0' }, body: null };
}

async function readInput(
  route: Route,
  { params, request }: Call,
  readBody: () => Promise<unknown>,
): Promise<unknown> {
  switch (route.input.from) {
    case 'nothing':
      return {};
    case 'query':
      return parseQueryString(new URL(request.url).search, Object.keys(route.input.schema.shape));
    case 'path':
      return params;
    case 'body':
      return readBody();
  }
}

async function rejectUnknownPath({ method, path }: HonoContext['req']): Promise<never> {
  throw endpointNotFoundError(method, path);
}
