import type { Context as HonoContext } from 'hono';
import { Hono } from 'hono';
import type { HttpRequest, NodeRequest } from '../http/http-request.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { toFetchResponse } from '../http/http-response.ts';
import type { Context } from '../platform/context/context.ts';
import type { ActionError } from '../platform/errors/action-error.ts';
import { errorForCaller } from '../platform/permissions/permissions.ts';
import { endpointNotFoundError, toErrorResponse } from './core/error-responses.ts';
import type { HttpMethod, Route } from './core/route.ts';
import { basePaths } from './core/route-paths.ts';
import { groupByPath, rejectMethod } from './core/routes-by-path.ts';
import type { AdmittedRequest, ExecutionDependencies, RouteCall } from './execute-route.ts';
import { executeRoute } from './execute-route.ts';
import { routes } from './index.ts';

export interface RestRouterDependencies extends ExecutionDependencies {
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
}

type Admit = <T>(
  request: HttpRequest,
  work: (
    readJson: AdmittedRequest['readJson'],
    runWithoutSlot: AdmittedRequest['runWithoutSlot'],
  ) => Promise<T>,
) => Promise<T>;

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
  const withErrorResponse = (call: RouteCall, work: () => Promise<HttpResponse>) =>
    work().catch((error) => errorResponse(call, dependencies, error));
  const handleCall = (route: Route, call: RouteCall) =>
    withErrorResponse(call, () =>
      dependencies.admit(call.request, (readJson, runWithoutSlot) =>
        authenticateAndExecute(route, call, { ...dependencies, readJson, runWithoutSlot }),
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

function callOf({ env, req }: HonoContext): RouteCall {
  const { outgoing } = (env ?? {}) as Pick<RouteCall, 'outgoing'>;
  return { request: req.raw, path: req.path, params: req.param(), outgoing };
}

function errorResponse(
  { path, request, headers = {} }: RouteCall,
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

async function authenticateAndExecute(
  route: Route,
  call: RouteCall,
  dependencies: RestRouterDependencies & AdmittedRequest,
): Promise<HttpResponse> {
  const { request } = call;
  const requestId = dependencies.requestId(request);
  const context = await dependencies.authenticate(request, requestId, new Date());
  return executeRoute(context, route, call, dependencies).catch((error) => {
    throw errorForCaller(context, error);
  });
}

async function rejectUnknownPath({ method, path }: HonoContext['req']): Promise<never> {
  throw endpointNotFoundError(method, path);
}
