import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createSignInService } from './auth/index.ts';
import { csvTableNames } from './backup/index.ts';
import { defaultOperationLimits } from './config/operation-settings.ts';
import { defaultSignInRates } from './config/rate-limit-settings.ts';
import { createCredentialMonitor } from './domain/identities/credential-monitor.ts';
import { listSignInMails } from './domain/identities/sign-in-mails.ts';
import { createClientAddressResolver } from './http/client-address.ts';
import type { HttpRequest } from './http/http-request.ts';
import { createRequestAttribute, NodeRequest } from './http/http-request.ts';
import type { HttpResponse } from './http/http-response.ts';
import { toFetchResponse } from './http/http-response.ts';
import type { AdmissionSlot } from './limits/admission-control.ts';
import {
  AdmissionControl,
  CallerDisconnectedError,
  callerFromHeaders,
  defaultAdmissionLimits,
  longListAdmissionLimits,
} from './limits/admission-control.ts';
import { createRateLimiter, rateLimitHeaders } from './limits/rate-limits.ts';
import { createUnknownKeyThrottle } from './limits/unknown-key-throttling.ts';
import { createErrorHandler } from './observability/error-handler.ts';
import { createReadinessCheck } from './observability/readiness.ts';
import { createRequestLog } from './observability/request-log.ts';
import { errorPages } from './pages/error-pages.ts';
import { createPages } from './pages/index.ts';
import type { ActionError } from './platform/errors/action-error.ts';
import {
  clientClosedRequestStatus,
  endpointNotFoundError,
  responseHeaders,
  toErrorResponse,
} from './rest/core/error-responses.ts';
import { maxValuesForBodySize, readJsonBody } from './rest/core/json-body.ts';
import { createListResponder } from './rest/core/list-responses.ts';
import { defaultListLimits } from './rest/core/list-streaming.ts';
import { createRestRouter } from './rest/router.ts';
import { createGraphQLEndpoint } from './schema/endpoint/index.ts';
import { createPersistedOperations } from './schema/endpoint/persisted-operations.ts';
import { schemaSdl } from './schema/endpoint/schema-sdl.ts';
import { createAccountingRoutes } from './server/accounting-routes.ts';
import type { AppDependencies } from './server/app-dependencies.ts';
import { openRecordChangeFeed, openSharedCounters } from './server/app-services.ts';
import { createNodeDispatcher } from './server/node-dispatcher.ts';
import { createReadYourWrites } from './server/read-your-writes.ts';
import { createRequestAuthenticator } from './server/request-authentication.ts';
import { createStatusRoutes } from './server/status-routes.ts';
import { createWorkspaceExportRoutes } from './server/workspace-export-routes.ts';

/** All routes, with a dispatcher for Node requests that need no router. */
export interface App extends Hono {
  dispatchNodeRequest: ReturnType<typeof createNodeDispatcher>;
}

interface Connection {
  outgoing?: { destroy(): void };
}

/** Does no I/O before the first request. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log } = dependencies;
  const app = new Hono();
  const { metrics } = dependencies;
  const requestLog = createRequestLog(log, metrics, dependencies.traces);
  const readiness = createReadinessCheck(log);
  const asActionError = createErrorHandler({ log, requestLog, readiness, metrics });
  const { admission = new AdmissionControl(defaultAdmissionLimits(database.pool.options.max)) } =
    dependencies;
  app.use(requestLog.middleware);
  app.use(errorPages);
  const signIn = createSignInService({
    prisma: database.prisma,
    pool: database.pool,
    publicUrl: dependencies.publicUrl,
    corsOrigins: dependencies.corsOrigins ?? [],
    sendsMail: dependencies.sendsMail ?? false,
    secret: dependencies.authSecret,
    openId: dependencies.openId,
    tokenIssuer: dependencies.tokenIssuer,
    rates: dependencies.signInRates ?? defaultSignInRates,
    log,
  });
  dependencies.onSignIn?.(signIn);
  const connections = createRequestAttribute<Connection | undefined>('connection');
  /** The adapter would print the error of a failed stream with its stack. */
  const breakOff = (request: HttpRequest): boolean => {
    const { outgoing } = (request instanceof NodeRequest ? request : connections.of(request)) ?? {};
    outgoing?.destroy();
    return outgoing !== undefined;
  };
  const resolveClientAddress = createClientAddressResolver(dependencies.trustedProxies, (peer) =>
    log.warn(
      { peer },
      'X-Forwarded-For from this address is ignored, so all clients behind it share one rate limit. If it is your proxy, add it to TRUSTED_PROXIES; otherwise set TRUSTED_PROXIES=none',
    ),
  );
  const addressOf = (request: HttpRequest) =>
    resolveClientAddress(
      request,
      request instanceof NodeRequest ? request : connections.of(request),
    );
  const { counters = openSharedCounters(database, log) } = dependencies;
  const rateLimiter = createRateLimiter(counters, {
    requestsPerMinute: dependencies.rateLimitPerMinute,
    costPerMinute: dependencies.costPerMinute ?? 0,
  });
  const unknownKeys = createUnknownKeyThrottle({
    counters,
    maxPerMinute: dependencies.unknownKeysPerMinute ?? 0,
    networkNameOf: signIn.networkName,
  });
  const readYourWrites = createReadYourWrites(database);
  const apiDependencies = {
    requestId: requestLog.requestIdOf,
    admit: <T>(
      request: HttpRequest,
      work: (
        readJson: typeof readJsonBody,
        releaseWhile: AdmissionSlot['releaseWhile'],
      ) => Promise<T>,
    ) =>
      admission.run(
        callerFromHeaders((name) => request.headers.get(name)),
        (slot) =>
          readYourWrites.run(request, () => {
            requestLog.describeStatements(request);
            return work(
              (...body) => slot.releaseWhile(() => readJsonBody(...body)),
              slot.releaseWhile,
            );
          }),
        () => request.signal.aborted,
      ),
    asActionError,
    bodyLimitBytes: dependencies.bodyLimitBytes,
    authenticate: createRequestAuthenticator({
      database,
      publicUrl: dependencies.publicUrl,
      sendsMail: dependencies.sendsMail ?? false,
      eventDays: dependencies.eventDays,
      log,
      keyCache: dependencies.keyCache,
      signIn,
      requestLog,
      addressOf,
      rateLimiter,
      unknownKeys,
      onAuthenticated: readYourWrites.setCaller,
    }),
  };
  const longListAdmission = new AdmissionControl(longListAdmissionLimits);
  const respondWithList = createListResponder({
    limits: dependencies.listLimits ?? defaultListLimits,
    takeTurn: (caller, work) => longListAdmission.run(caller, work),
    onBroken: (err, requestId) => log.warn({ err, requestId }, 'a list response was aborted'),
  });
  const restRouter = createRestRouter({
    ...apiDependencies,
    answerList: respondWithList,
    addLimits: rateLimiter.addRestHeaders,
    takeExtraRequests: rateLimiter.takeExtraRequests,
  });
  app.route('/', restRouter.app);
  const {
    limits = defaultOperationLimits,
    persisted = createPersistedOperations('off', new Map()),
    changes = openRecordChangeFeed(database.listener, log),
  } = dependencies;
  const credentialMonitor = createCredentialMonitor(database.prisma, (message, err) =>
    log.warn({ err }, message),
  );
  const graphqlEndpoint = createGraphQLEndpoint({
    ...apiDependencies,
    bodyValues: maxValuesForBodySize(dependencies.bodyLimitBytes),
    limits,
    rates: rateLimiter.rates,
    takeCost: rateLimiter.takeCost,
    addLimits: rateLimiter.addGraphQLHeaders,
    persisted,
    changes,
    callers: credentialMonitor,
    breakOff: (request, { message: reason }, requestId) => {
      log.info({ requestId, reason }, 'an event stream was aborted');
      return breakOff(request);
    },
  });
  app.route(
    '/',
    createPages({
      csvFiles: csvTableNames,
      ...dependencies,
      addressOf: resolveClientAddress,
      counters,
      networkName: signIn.networkName,
    }),
  );
  app.route(
    '/exports',
    createWorkspaceExportRoutes({
      ...{ database, addressOf, counters, networkName: signIn.networkName },
      requestId: requestLog.requestIdOf,
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'an export was aborted'),
      breakOff,
    }),
  );
  app.route(
    '/books',
    createAccountingRoutes({
      ...{ ...apiDependencies, database, addLimits: rateLimiter.addRestHeaders },
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'a file download was aborted'),
      breakOff,
    }),
  );
  const graphqlEtag = etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id', ...Object.values(rateLimitHeaders)],
  });
  const respondToOperation = async (c: { req: { raw: Request } }) =>
    toFetchResponse(await graphqlEndpoint(c.req.raw));
  app.get('/graphql', graphqlEtag, respondToOperation);
  app.all('/graphql', respondToOperation);
  app.get('/schema.graphql', etag(), (c) =>
    c.body(schemaSdl(), 200, {
      'content-type': 'application/graphql; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
  const respondToSignIn = ({ req: { raw } }: { req: { raw: Request } }) =>
    signIn.handle(raw, { requestId: requestLog.requestIdOf(raw), address: addressOf(raw) });
  app.get('/auth/outbox', async ({ req: { raw } }) => {
    const requestId = requestLog.requestIdOf(raw);
    const mails = await listSignInMails(
      await apiDependencies.authenticate(raw, requestId, new Date()),
    );
    return Response.json(mails, { headers: responseHeaders(requestId) });
  });
  app.all('/auth/*', respondToSignIn);
  app.route(
    '/',
    createStatusRoutes({ ...dependencies, ...apiDependencies, readiness, admission, changes }),
  );
  const errorResponse = (error: ActionError, path: string, request: HttpRequest) =>
    toErrorResponse(error, { path, requestId: requestLog.requestIdOf(request), now: new Date() });
  const thrownErrorResponse = (error: unknown, path: string, request: HttpRequest): HttpResponse =>
    error instanceof CallerDisconnectedError
      ? { status: clientClosedRequestStatus, headers: {}, body: null }
      : errorResponse(asActionError(error, requestLog.requestIdOf(request)), path, request);
  app.notFound(({ req }) =>
    toFetchResponse(errorResponse(endpointNotFoundError(req.method, req.path), req.path, req.raw)),
  );
  app.onError((error, { req }) => toFetchResponse(thrownErrorResponse(error, req.path, req.raw)));
  const fetchRoute = app.fetch;
  app.fetch = (request, ...rest) => {
    connections.set(request, rest[0] as Connection | undefined);
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
