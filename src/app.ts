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

/** The service's doors: as a handler of the Fetch API's requests, and of those of Node's that need none of it. */
export interface App extends Hono {
  answersDirectly: ReturnType<typeof createNodeDispatcher>;
}

/** What the server says of a request's connection. */
interface Connection {
  outgoing?: { destroy(): void };
}

/** The service's doors; no I/O until a request comes. */
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
  /** Where the stream of an answer told that it broke, what sends it would print that, with where in its code. */
  const breakOff = (request: HttpRequest): boolean => {
    const { outgoing } = (request instanceof NodeRequest ? request : connections.of(request)) ?? {};
    outgoing?.destroy();
    return outgoing !== undefined;
  };
  const addressRule = createClientAddressResolver(dependencies.trustedProxies, (peer) =>
    log.warn(
      { peer },
      'X-Forwarded-For from this address is not believed, so that all who come through it count as one: if it is your proxy, name it in TRUSTED_PROXIES; if it is not, set TRUSTED_PROXIES=none',
    ),
  );
  const addressOf = (request: HttpRequest) =>
    addressRule(request, request instanceof NodeRequest ? request : connections.of(request));
  const { counts = openSharedCounters(database, log) } = dependencies;
  const requestLimits = createRateLimiter(counts, {
    requestsPerMinute: dependencies.rateLimitPerMinute,
    costPerMinute: dependencies.costPerMinute ?? 0,
  });
  const unknownKeys = createUnknownKeyThrottle({
    counters: counts,
    maxPerMinute: dependencies.unknownKeysPerMinute ?? 0,
    networkNameOf: signIn.networkName,
  });
  const replicaReads = createReadYourWrites(database);
  const door = {
    requestId: requestLog.requestIdOf,
    admit: <T>(
      request: HttpRequest,
      work: (readJson: typeof readJsonBody, aside: AdmissionSlot['releaseWhile']) => Promise<T>,
    ) =>
      admission.run(
        callerFromHeaders((name) => request.headers.get(name)),
        (slot) =>
          replicaReads.run(request, () => {
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
      keyMemory: dependencies.keyMemory,
      signIn,
      requestLog,
      addressOf,
      requestLimits,
      unknownKeys,
      letIn: replicaReads.letIn,
    }),
  };
  const longLists = new AdmissionControl(longListAdmissionLimits);
  const answerList = createListResponder({
    limits: dependencies.listLimits ?? defaultListLimits,
    takeTurn: (caller, work) => longLists.run(caller, work),
    onBroken: (err, requestId) => log.warn({ err, requestId }, 'a list was broken off'),
  });
  const surface = createRestRouter({
    ...door,
    answerList,
    addLimits: requestLimits.addRestHeaders,
    takeExtraRequests: requestLimits.takeExtraRequests,
  });
  app.route('/', surface.app);
  const {
    limits = defaultOperationLimits,
    persisted = createPersistedOperations('off', new Map()),
    changes = openRecordChangeFeed(database.listener, log),
  } = dependencies;
  const callers = createCredentialMonitor(database.prisma, (message, err) =>
    log.warn({ err }, message),
  );
  const endpoint = createGraphQLEndpoint({
    ...door,
    bodyValues: maxValuesForBodySize(dependencies.bodyLimitBytes),
    limits,
    rates: requestLimits.rates,
    takeCost: requestLimits.takeCost,
    addLimits: requestLimits.addGraphQLHeaders,
    persisted,
    changes,
    callers,
    breakOff: (request, { message: reason }, requestId) => {
      log.info({ requestId, reason }, 'a stream was broken off');
      return breakOff(request);
    },
  });
  app.route(
    '/',
    createPages({
      csvFiles: csvTableNames,
      ...dependencies,
      addressOf: addressRule,
      counts,
      networkName: signIn.networkName,
    }),
  );
  app.route(
    '/exports',
    createWorkspaceExportRoutes({
      ...{ database, addressOf, counts, networkName: signIn.networkName },
      requestId: requestLog.requestIdOf,
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'an export was broken off'),
      breakOff,
    }),
  );
  app.route(
    '/books',
    createAccountingRoutes({
      ...{ ...door, database, addLimits: requestLimits.addRestHeaders },
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'a file was broken off'),
      breakOff,
    }),
  );
  const unchanged = etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id', ...Object.values(rateLimitHeaders)],
  });
  const answerOperation = async (c: { req: { raw: Request } }) =>
    toFetchResponse(await endpoint(c.req.raw));
  app.get('/graphql', unchanged, answerOperation);
  app.all('/graphql', answerOperation);
  app.get('/schema.graphql', etag(), (c) =>
    c.body(schemaSdl(), 200, {
      'content-type': 'application/graphql; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
  const answerSignIn = ({ req: { raw } }: { req: { raw: Request } }) =>
    signIn.handle(raw, { requestId: requestLog.requestIdOf(raw), address: addressOf(raw) });
  app.get('/auth/outbox', async ({ req: { raw } }) => {
    const requestId = requestLog.requestIdOf(raw);
    const mails = await listSignInMails(await door.authenticate(raw, requestId, new Date()));
    return Response.json(mails, { headers: responseHeaders(requestId) });
  });
  app.all('/auth/*', answerSignIn);
  app.route('/', createStatusRoutes({ ...dependencies, ...door, readiness, admission, changes }));
  const refuse = (error: ActionError, path: string, request: HttpRequest) =>
    toErrorResponse(error, { path, requestId: requestLog.requestIdOf(request), now: new Date() });
  const failed = (error: unknown, path: string, request: HttpRequest): HttpResponse =>
    error instanceof CallerDisconnectedError
      ? { status: clientClosedRequestStatus, headers: {}, body: null }
      : refuse(asActionError(error, requestLog.requestIdOf(request)), path, request);
  app.notFound(({ req }) =>
    toFetchResponse(refuse(endpointNotFoundError(req.method, req.path), req.path, req.raw)),
  );
  app.onError((error, { req }) => toFetchResponse(failed(error, req.path, req.raw)));
  const routed = app.fetch;
  app.fetch = (request, ...others) => {
    connections.set(request, others[0] as Connection | undefined);
    return routed(request, ...others);
  };
  const answersDirectly = createNodeDispatcher({
    doorAt: (method, path) =>
      path === '/graphql' && method === 'POST' ? endpoint : surface.doorAt(method, path),
    requestLog,
    failed,
  });
  return Object.assign(app, { answersDirectly });
}
