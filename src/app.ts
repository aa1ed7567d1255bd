import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Slot } from './limits/admission-control.ts';
import {
  Admission,
  CallerLeftError,
  callerOf,
  longListsAtOnce,
  usualAdmission,
} from './limits/admission-control.ts';
import type { AppDependencies } from './server/app-dependencies.ts';
import { openChanges, openCounts } from './server/app-services.ts';
import { createSignIn } from './auth/index.ts';
import { usualSignInRates } from './auth/sign-in-rules.ts';
import { csvTableNames } from './backup/csv/csv-tables.ts';
import { createBooksDoor } from './server/accounting-routes.ts';
import { createDirectAnswers } from './server/node-dispatcher.ts';
import type { ActionError } from './platform/errors/action-error.ts';
import { createCallerWatch } from './domain/identities/credential-monitor.ts';
import { shownSignInMails } from './domain/identities/sign-in-mails.ts';
import type { DoorAnswer } from './http/http-response.ts';
import { asResponse } from './http/http-response.ts';
import type { DoorRequest } from './http/http-request.ts';
import { createNote, NodeRequest } from './http/http-request.ts';
import { createFailures } from './observability/error-handler.ts';
import { createPages } from './pages/index.ts';
import { createAddressRule } from './http/client-address.ts';
import { createReplicaReads } from './server/read-your-writes.ts';
import { createRequestContexts } from './server/request-authentication.ts';
import { createRequestLimits, limitHeaders } from './limits/rate-limits.ts';
import { createRequestLog } from './observability/request-log.ts';
import { mostValues, readJsonBody } from './rest/core/json-body.ts';
import { answerHeaders, clientLeft, errorAnswer, noEndpoint } from './rest/core/error-responses.ts';
import { createListAnswers } from './rest/core/list-responses.ts';
import { usualListLimits } from './rest/core/list-streaming.ts';
import { createActionSurface } from './rest/router.ts';
import { createEndpoint } from './schema/endpoint/index.ts';
import { usualLimits } from './schema/endpoint/operation-limits.ts';
import { createPersistedOperations } from './schema/endpoint/persisted-operations.ts';
import { schemaText } from './schema/endpoint/schema-sdl.ts';
import { createStatusDoor } from './server/status-routes.ts';
import { createUnknownKeys } from './limits/unknown-key-throttling.ts';
import { createWorkspaceDownloads } from './server/workspace-export-routes.ts';

/** The service's doors: as a handler of the Fetch API's requests, and of those of Node's that need none of it. */
export interface App extends Hono {
  answersDirectly: ReturnType<typeof createDirectAnswers>;
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
  const failures = createFailures(log, requestLog, metrics);
  const asActionError = failures.asActionError;
  const { admission = new Admission(usualAdmission(database.pool.options.max)) } = dependencies;
  app.use(requestLog.middleware);
  const signIn = createSignIn({
    prisma: database.prisma,
    pool: database.pool,
    publicUrl: dependencies.publicUrl,
    corsOrigins: dependencies.corsOrigins ?? [],
    sendsMail: dependencies.sendsMail ?? false,
    secret: dependencies.authSecret,
    openId: dependencies.openId,
    tokenIssuer: dependencies.tokenIssuer,
    rates: dependencies.signInRates ?? usualSignInRates,
    log,
  });
  dependencies.onSignIn?.(signIn);
  const connections = createNote<Connection | undefined>('connection');
  /** Where the stream of an answer told that it broke, what sends it would print that, with where in its code. */
  const breakOff = (request: DoorRequest): boolean => {
    const { outgoing } = (request instanceof NodeRequest ? request : connections.of(request)) ?? {};
    outgoing?.destroy();
    return outgoing !== undefined;
  };
  const addressRule = createAddressRule(dependencies.trustedProxies, (peer) =>
    log.warn(
      { peer },
      'X-Forwarded-For from this address is not believed, so that all who come through it count as one: if it is your proxy, name it in TRUSTED_PROXIES; if it is not, set TRUSTED_PROXIES=none',
    ),
  );
  const addressOf = (request: DoorRequest) =>
    addressRule(request, request instanceof NodeRequest ? request : connections.of(request));
  const { counts = openCounts(database, log) } = dependencies;
  const requestLimits = createRequestLimits(counts, {
    requestsPerMinute: dependencies.rateLimitPerMinute,
    costPerMinute: dependencies.costPerMinute ?? 0,
  });
  const unknownKeys = createUnknownKeys({
    counts,
    mostPerMinute: dependencies.unknownKeysPerMinute ?? 0,
    nameOf: signIn.networkName,
  });
  const replicaReads = createReplicaReads(database);
  const door = {
    requestId: requestLog.idOf,
    admit: <T>(
      request: DoorRequest,
      work: (readJson: typeof readJsonBody, aside: Slot['without']) => Promise<T>,
    ) =>
      admission.run(
        callerOf((name) => request.headers.get(name)),
        (slot) =>
          replicaReads.run(request, () => {
            requestLog.noteWork(request);
            return work((...body) => slot.without(() => readJsonBody(...body)), slot.without);
          }),
        () => request.signal.aborted,
      ),
    asActionError,
    bodyLimitBytes: dependencies.bodyLimitBytes,
    authenticate: createRequestContexts({
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
  const longLists = new Admission(longListsAtOnce);
  const answerList = createListAnswers({
    limits: dependencies.listLimits ?? usualListLimits,
    takeTurn: (caller, work) => longLists.run(caller, work),
    onBroken: (err, requestId) => log.warn({ err, requestId }, 'a list was broken off'),
  });
  const surface = createActionSurface({
    ...door,
    answerList,
    addLimits: requestLimits.addToSurface,
    takeMore: requestLimits.takeMore,
  });
  app.route('/', surface.app);
  const {
    limits = usualLimits,
    persisted = createPersistedOperations('off', new Map()),
    changes = openChanges(database.listener, log),
  } = dependencies;
  const callers = createCallerWatch(database.prisma, (message, err) => log.warn({ err }, message));
  const endpoint = createEndpoint({
    ...door,
    bodyValues: mostValues(dependencies.bodyLimitBytes),
    limits,
    rates: requestLimits.rates,
    takeCost: requestLimits.takeCost,
    addLimits: requestLimits.addToGraphQL,
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
    createWorkspaceDownloads({
      ...{ database, addressOf, counts, networkName: signIn.networkName },
      requestId: requestLog.idOf,
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'an export was broken off'),
      breakOff,
    }),
  );
  app.route(
    '/books',
    createBooksDoor({
      ...{ ...door, database, addLimits: requestLimits.addToSurface },
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'a file was broken off'),
      breakOff,
    }),
  );
  const unchanged = etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id', ...Object.values(limitHeaders)],
  });
  const answerOperation = async (c: { req: { raw: Request } }) =>
    asResponse(await endpoint(c.req.raw));
  app.get('/graphql', unchanged, answerOperation);
  app.all('/graphql', answerOperation);
  app.get('/schema.graphql', etag(), (c) =>
    c.body(schemaText(), 200, {
      'content-type': 'application/graphql; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
  const answerSignIn = ({ req: { raw } }: { req: { raw: Request } }) =>
    signIn.answer(raw, { requestId: requestLog.idOf(raw), address: addressOf(raw) });
  app.get('/auth/outbox', async ({ req: { raw } }) => {
    const requestId = requestLog.idOf(raw);
    const mails = await shownSignInMails(await door.authenticate(raw, requestId, new Date()));
    return Response.json(mails, { headers: answerHeaders(requestId) });
  });
  app.all('/auth/*', answerSignIn);
  app.route('/', createStatusDoor({ ...dependencies, ...door, failures, admission, changes }));
  const refuse = (error: ActionError, path: string, request: DoorRequest) =>
    errorAnswer(error, { path, requestId: requestLog.idOf(request), now: new Date() });
  const failed = (error: unknown, path: string, request: DoorRequest): DoorAnswer =>
    error instanceof CallerLeftError
      ? { status: clientLeft, headers: {}, body: null }
      : refuse(asActionError(error, requestLog.idOf(request)), path, request);
  app.notFound(({ req }) =>
    asResponse(refuse(noEndpoint(req.method, req.path), req.path, req.raw)),
  );
  app.onError((error, { req }) => asResponse(failed(error, req.path, req.raw)));
  const routed = app.fetch;
  app.fetch = (request, ...others) => {
    connections.set(request, others[0] as Connection | undefined);
    return routed(request, ...others);
  };
  const answersDirectly = createDirectAnswers({
    doorAt: (method, path) =>
      path === '/graphql' && method === 'POST' ? endpoint : surface.doorAt(method, path),
    requestLog,
    failed,
  });
  return Object.assign(app, { answersDirectly });
}
