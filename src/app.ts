import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { csvTableNames } from './backup/index.ts';
import { defaultOperationLimits } from './config/operation-settings.ts';
import { createCredentialMonitor } from './domain/identities/credential-monitor.ts';
import { listSignInMails } from './domain/identities/sign-in-mails.ts';
import type { HttpRequest } from './http/http-request.ts';
import type { HttpResponse } from './http/http-response.ts';
import { toFetchResponse } from './http/http-response.ts';
import {
  AdmissionControl,
  CallerDisconnectedError,
  longListAdmissionLimits,
} from './limits/admission-control.ts';
import { rateLimitHeaders } from './limits/rate-limits.ts';
import { createConsentPage } from './pages/consent.ts';
import { errorPages } from './pages/error-pages.ts';
import { createPages } from './pages/index.ts';
import type { ActionError } from './platform/errors/action-error.ts';
import {
  clientClosedRequestStatus,
  endpointNotFoundError,
  responseHeaders,
  toErrorResponse,
} from './rest/core/error-responses.ts';
import { maxValuesForBodySize } from './rest/core/json-body.ts';
import { createListResponder } from './rest/core/list-responses.ts';
import { createRestRouter } from './rest/router.ts';
import { createGraphQLEndpoint } from './schema/endpoint/index.ts';
import { OperationExecutor } from './schema/endpoint/operation-executor.ts';
import { createPersistedOperations } from './schema/endpoint/persisted-operations.ts';
import { schemaSdl } from './schema/endpoint/schema-sdl.ts';
import { createAccountingRoutes } from './server/accounting-routes.ts';
import type { AppDependencies } from './server/app-dependencies.ts';
import type { AppParts, Connection } from './server/app-parts.ts';
import { createAppParts } from './server/app-parts.ts';
import { createAttachmentRoutes } from './server/attachment-routes.ts';
import { createMcpRoutes } from './server/mcp-routes.ts';
import { createNodeDispatcher } from './server/node-dispatcher.ts';
import { createStatusRoutes } from './server/status-routes.ts';
import { createWorkspaceExportRoutes } from './server/workspace-export-routes.ts';

/** All routes, with a dispatcher for Node requests that need no router. */
export interface App extends Hono {
  dispatchNodeRequest: ReturnType<typeof createNodeDispatcher>;
}

/** Does no I/O before the first request. */
export function createApp(dependencies: AppDependencies): App {
  const app = new Hono();
  const parts = createAppParts(dependencies);
  const { requestLog } = parts;
  app.use(requestLog.middleware);
  app.use(errorPages);
  const restRouter = createRest(parts);
  app.route('/', restRouter.app);
  const { endpoint: graphqlEndpoint, executor } = createGraphQL(parts);
  mountPages(app, parts);
  mountGraphQL(app, graphqlEndpoint);
  app.route('/', createMcpRoutes(parts, executor));
  mountSignIn(app, parts);
  app.route('/', createStatusRoutes({ ...dependencies, ...parts.api, ...parts }));
  const errorResponse = (error: ActionError, path: string, request: HttpRequest) =>
    toErrorResponse(error, { path, requestId: requestLog.requestIdOf(request), now: new Date() });
  const thrownErrorResponse = (error: unknown, path: string, request: HttpRequest): HttpResponse =>
    error instanceof CallerDisconnectedError
      ? { status: clientClosedRequestStatus, headers: {}, body: null }
      : errorResponse(
          parts.api.toActionError(error, requestLog.requestIdOf(request)),
          path,
          request,
        );
  app.notFound(({ req }) =>
    toFetchResponse(errorResponse(endpointNotFoundError(req.method, req.path), req.path, req.raw)),
  );
  app.onError((error, { req }) => toFetchResponse(thrownErrorResponse(error, req.path, req.raw)));
  const fetchRoute = app.fetch;
  app.fetch = (request, ...rest) => {
    parts.connections.set(request, rest[0] as Connection | undefined);
    return fetchRoute(request, ...rest);
  };
  const dispatchNodeRequest = createNodeDispatcher({
    findHandler: (method, path) =>
      path === '/graphql' && method === 'POST'
        ? graphqlEndpoint
        : restRouter.findHandler(method, path),
    requestLog,
    toErrorResponse: thrownErrorResponse,
  });
  return Object.assign(app, { dispatchNodeRequest });
}

function createRest({ api, breakOffLog, rateLimiter, listLimits }: AppParts) {
  const longListAdmission = new AdmissionControl(longListAdmissionLimits);
  return createRestRouter({
    ...api,
    respondWithList: createListResponder({
      limits: listLimits,
      runInListSlot: (caller, work) => longListAdmission.run(caller, work),
      onAborted: breakOffLog('a list response was aborted'),
    }),
    addRateLimitHeaders: rateLimiter.addRestHeaders,
    countExtraRequests: rateLimiter.countExtraRequests,
  });
}

function createGraphQL({ api, breakOff, changes, dependencies, rateLimiter }: AppParts) {
  const { database, log } = dependencies;
  const graphql = {
    ...api,
    bodyValues: maxValuesForBodySize(dependencies.bodyLimitBytes),
    limits: dependencies.limits ?? defaultOperationLimits,
    rates: rateLimiter.rates,
    takeCost: rateLimiter.takeCost,
    addRateLimitHeaders: rateLimiter.addGraphQLHeaders,
    persisted: dependencies.persisted ?? createPersistedOperations('off', new Map()),
    changes,
    callers: createCredentialMonitor(database.prisma, (message, err) => log.warn({ err }, message)),
    breakOff: (request: HttpRequest, { message: reason }: Error, requestId: string) => {
      log.info({ requestId, reason }, 'an event stream was aborted');
      return breakOff(request);
    },
  };
  const executor = new OperationExecutor(graphql);
  return { executor, endpoint: createGraphQLEndpoint(graphql, executor) };
}

function mountPages(app: Hono, parts: AppParts): void {
  const { addressOf, api, breakOff, breakOffLog, counters, dependencies, signIn } = parts;
  const { database } = dependencies;
  const { networkName, signer } = signIn;
  app.route(
    '/attachments',
    createAttachmentRoutes({ database, services: parts.attachments, requestId: api.requestId }),
  );
  app.route(
    '/',
    createPages({
      csvFiles: csvTableNames,
      ...dependencies,
      addressOf: parts.resolveClientAddress,
      counters,
      networkName,
      signer,
    }),
  );
  app.route(
    '/exports',
    createWorkspaceExportRoutes({
      ...{ database, addressOf, counters, networkName, breakOff },
      files: dependencies.attachments.store,
      requestId: api.requestId,
      onAborted: breakOffLog('an export was aborted'),
    }),
  );
  app.route(
    '/books',
    createAccountingRoutes({
      ...{ ...api, database, breakOff, addRateLimitHeaders: parts.rateLimiter.addRestHeaders },
      onAborted: breakOffLog('a file download was aborted'),
    }),
  );
}

function mountGraphQL(app: Hono, endpoint: ReturnType<typeof createGraphQLEndpoint>): void {
  const graphqlEtag = etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id', ...Object.values(rateLimitHeaders)],
  });
  const respond = async (c: { req: { raw: Request } }) =>
    toFetchResponse(await endpoint(c.req.raw));
  app.get('/graphql', graphqlEtag, respond);
  app.all('/graphql', respond);
  app.get('/schema.graphql', etag(), (c) =>
    c.body(schemaSdl(), 200, {
      'content-type': 'application/graphql; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
}

function mountSignIn(app: Hono, { addressOf, api, signIn }: AppParts): void {
  app.get('/auth/outbox', async ({ req: { raw } }) => {
    const requestId = api.requestId(raw);
    const mails = await listSignInMails(await api.authenticate(raw, requestId, new Date()));
    return Response.json(mails, { headers: responseHeaders(requestId) });
  });
  const metadataOf = (request: Request) => ({
    requestId: api.requestId(request),
    address: addressOf(request),
  });
  app.route('/', createConsentPage(signIn.consent, metadataOf));
  app.all('/auth/*', ({ req: { raw } }) => signIn.handle(raw, metadataOf(raw)));
}
