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
  asActionError: (error: unknown, requestId: string) => ActionError;
  /** Adds the headers of the rate limit. */
  addLimits: (request: HttpRequest, headers: Record<string, string>) => Record<string, string>;
  /**
   * Counts a bulk request as several.
   * @throws ActionError too_many_requests
   */
  takeExtraRequests: (request: HttpRequest, requests: number) => Promise<void>;
  bodyLimitBytes: number;
  answerList: ListResponder;
}

type Admit = <T>(
  request: HttpRequest,
  work: (readJson: ReadJson, aside: Aside) => Promise<T>,
) => Promise<T>;

/** Releases the slot of the request while it waits. */
type Aside = <T>(waiting: () => Promise<T>) => Promise<T>;

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
  const direct = new Map<string, (request: NodeRequest) => Promise<HttpResponse>>();
  const answerTo = (call: Call, work: () => Promise<HttpResponse>) =>
    work().catch((thrown) => refused(call, dependencies, thrown));
  const called = (route: Route, call: Call) =>
    answerTo(call, () =>
      dependencies.admit(call.request, (readJson, aside) =>
        execute(route, call, { ...dependencies, readJson, aside }),
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
            ? called(route, call)
            : answerTo(call, () => rejectMethod(method, byMethod))),
        );
      });
      if (path.includes('{')) continue;
      for (const [method, route] of byMethod) {
        direct.set(`${method} ${pattern}`, (request) =>
          called(route, { request, path: pattern, params: {}, outgoing: request.outgoing }),
        );
      }
    }
  }
  for (const prefix of Object.values(basePaths).flat()) {
    app.all(`${prefix}/*`, async (c) =>
      toFetchResponse(await answerTo(callOf(c), () => refuseRoute(c.req))),
    );
  }
  return { app, findHandler: (method, path) => direct.get(`${method} ${path}`) };
}

function callOf({ env, req }: HonoContext): Call {
  const { outgoing } = (env ?? {}) as Pick<Call, 'outgoing'>;
  return { request: req.raw, path: req.path, params: req.param(), outgoing };
}

function refused(
  { path, request, headers = {} }: Call,
  { addLimits, asActionError, requestId: idOf }: RestRouterDependencies,
  thrown: unknown,
): HttpResponse {
  const requestId = idOf(request);
  const error = asActionError(thrown, requestId);
  return toErrorResponse(error, {
    path,
    requestId,
    now: new Date(),
    headers: addLimits(request, { ...headers }),
  });
}

async function execute(
  route: Route,
  call: Call,
  dependencies: RestRouterDependencies & { readJson: ReadJson; aside: Aside },
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
  dependencies: RestRouterDependencies & { readJson: ReadJson; aside: Aside },
): Promise<HttpResponse> {
  const { outgoing, request } = call;
  const { requestId } = context;
  context.origin.operation = `${route.method} ${route.path}`;
  if (context.actor.contact) throw notForRoleError('contact');
  requireScopes(context, ...route.scopes);
  const { addLimits, bodyLimitBytes, readJson, takeExtraRequests } = dependencies;
  const key = route.method === 'GET' ? undefined : readIdempotencyKey(request);
  const versions = route.takesVersion ? parseIfMatchHeader(request) : undefined;
  if (!route.takesVersion && route.method !== 'GET') rejectIfMatchHeader(request);
  const input = await readInput(route, call, () => readJson(request, bodyLimitBytes));
  const checked = checkParameters(route, request, input, key !== undefined);
  call.headers = checked.headers;
  if (checked.error) throw checked.error;
  if (route.countsAs) await takeExtraRequests(request, route.countsAs(input));
  const work = () => handled(route, context, key, input, versions);
  const { result, isReplayed } = await withOutcomeUnknownError(
    requestId,
    work,
    key !== undefined,
  ).catch((error) => {
    throw redactError(context, writeAreasOf(route), error);
  });
  const headers = addLimits(request, {
    ...responseHeaders(requestId),
    ...call.headers,
    ...(isReplayed && { [idempotencyReplayedHeader]: 'true' }),
    ...(result instanceof RecordJson && tagOf(result.version)),
  });
  if (route.output === null) return emptyAnswer(headers);
  const isHead = request.method === 'HEAD';
  if (result instanceof RecordList) {
    const asked = { context, requestId, outgoing, isHead, aside: dependencies.aside };
    const list = await dependencies.answerList(result, asked);
    if (list === null || !('text' in list)) return { status: 200, headers, body: list };
    return written(list.text, { ...headers, ...tagOf(list.version) }, isHead);
  }
  const body = result instanceof RecordJson ? result.body : JSON.stringify(result);
  const link = result instanceof RecordListPart && linkAfter(request.url, result);
  return written(body, link ? { ...headers, link } : headers, isHead);
}

const tagOf = (version: number | undefined): { etag?: string } =>
  version === undefined ? {} : { etag: formatEntityTag(version) };

/** The same request after the last record of this page. */
function linkAfter(asked: string, { lastId }: RecordListPart): string | null {
  if (lastId === null) return null;
  const { pathname, searchParams } = new URL(asked);
  searchParams.set('after', lastId);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

function written(body: string, headers: Record<string, string>, isHead: boolean): HttpResponse {
  // Later, a HEAD or compressed response has no known length.
  const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  return { status: 200, headers: sized, body: isHead ? null : body };
}

async function handled(
  route: Route,
  context: Context,
  key: string | undefined,
  input: unknown,
  versions: readonly number[] | undefined,
): Promise<HandledRequest> {
  if (key !== undefined) return handleIdempotentRequest(route, context, key, input, versions);
  return { result: await route.handle(context, input as never, versions), isReplayed: false };
}

function emptyAnswer({ 'content-type': _, ...headers }: Record<string, string>): HttpResponse {
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

async function refuseRoute({ method, path }: HonoContext['req']): Promise<never> {
  throw endpointNotFoundError(method, path);
}
