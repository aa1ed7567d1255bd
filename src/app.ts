import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Logger } from 'pino';
import type { Slot } from './admission.ts';
import {
  Admission,
  CallerLeftError,
  callerOf,
  longListsAtOnce,
  usualAdmission,
} from './admission.ts';
import { openChanges, openCounts } from './app-parts.ts';
import type { SignIn } from './auth/index.ts';
import { createSignIn } from './auth/index.ts';
import type { OpenIdSettings } from './auth/openid.ts';
import type { TokenIssuerSettings } from './auth/outside-tokens.ts';
import { type SignInRates, usualSignInRates } from './auth/rules.ts';
import { createBooksDoor } from './books-door.ts';
import type { Database } from './database/client.ts';
import { createDirectAnswers } from './direct-answers.ts';
import type { Changes } from './domain/changes/index.ts';
import type { ActionError } from './domain/kernel/errors.ts';
import { countWaitingJobs } from './domain/outbox-mails/jobs.ts';
import { createCallerWatch } from './domain/persons/caller-watch.ts';
import { shownSignInMails } from './domain/persons/sign-in-mails.ts';
import type { KeyMemory } from './domain/workspaces/key-memory.ts';
import type { DoorAnswer } from './door-answer.ts';
import { asResponse } from './door-answer.ts';
import type { DoorRequest } from './door-request.ts';
import { createNote, NodeRequest } from './door-request.ts';
import { createFailures } from './failures.ts';
import type { Metrics } from './metrics.ts';
import { createPages } from './pages/index.ts';
import { createAddressRule } from './pages/visitor.ts';
import { createReplicaReads } from './replica-reads.ts';
import { createRequestContexts } from './request-contexts.ts';
import { createRequestLimits, limitHeaders } from './request-limits.ts';
import { createRequestLog } from './request-log.ts';
import { mostValues, readJsonBody } from './rest/body.ts';
import { answerHeaders, clientLeft, errorAnswer, noEndpoint } from './rest/errors.ts';
import { createListAnswers } from './rest/list-answers.ts';
import type { ListLimits } from './rest/long-lists.ts';
import { usualListLimits } from './rest/long-lists.ts';
import { createActionSurface } from './rest/surface.ts';
import { createEndpoint } from './schema/endpoint/index.ts';
import type { OperationLimits } from './schema/endpoint/limits.ts';
import { usualLimits } from './schema/endpoint/limits.ts';
import type { PersistedOperations } from './schema/endpoint/persisted.ts';
import { createPersistedOperations } from './schema/endpoint/persisted.ts';
import { schemaText } from './schema/endpoint/schema-text.ts';
import type { SharedCounts } from './shared-counts.ts';
import { createUnknownKeys } from './unknown-keys.ts';
import { createWorkspaceDownloads } from './workspace-downloads.ts';

export interface AppDependencies {
  database: Database;
  log: Logger;
  publicUrl: string;
  /** Whether mail is sent; it is kept when left out. */
  sendsMail?: boolean;
  bodyLimitBytes: number;
  /** Of a key or person; 0: no limit. */
  rateLimitPerMinute: number;
  /** Of the GraphQL operations of a key or person; no limit when left out. */
  costPerMinute?: number;
  /** From one network; no limit when left out. */
  unknownKeysPerMinute?: number;
  /** How often somebody may try to sign in; as usual when left out. */
  signInRates?: SignInRates;
  /** What processes count together; of the database, and never closed, when left out. */
  counts?: SharedCounts;
  /** How many requests are worked on, and wait, at once; by the number of connections when left out. */
  admission?: Admission;
  /** How long lists are read; the usual limits when left out. */
  listLimits?: ListLimits;
  /** Whether the service is being stopped; it is not when left out. */
  isStopping?: () => boolean;
  /** How large a GraphQL operation may be; the usual limits when left out. */
  limits?: OperationLimits;
  /** Operations that clients may name; none when left out. */
  persisted?: PersistedOperations;
  /** The changes that subscriptions follow; of the database, and never closed, when left out. */
  changes?: Changes;
  /** AUTH_SECRET; the database's own when left out. */
  authSecret?: string;
  /** The OpenID Connect provider at which people sign in; none when left out. */
  openId?: OpenIdSettings;
  /** Whose tokens are taken besides our own; nobody's when left out. */
  tokenIssuer?: TokenIssuerSettings;
  /** Proxies whose X-Forwarded-For is believed; one on the same machine when left out. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may act for somebody who signed in there; only the service's own when left out. */
  corsOrigins?: readonly string[];
  /** Told how people sign in, for a test. */
  onSignIn?: (signIn: SignIn) => void;
  /** Remembers keys while their changes are heard; each request asks for its key when left out. */
  keyMemory?: KeyMemory;
  /** For how many days events are told: as long as the log keeps what changed. */
  eventDays?: number | undefined;
  /** Figures of what the service does; none are kept, and none shown, when left out. */
  metrics?: Metrics;
}

/** The service's doors: as a handler of the Fetch API's requests, and of those of Node's that need none of it. */
export interface App extends Hono {
  answersDirectly: ReturnType<typeof createDirectAnswers>;
}

/** The service's doors; no I/O until a request comes. */
export function createApp(dependencies: AppDependencies): App {
  const { database, log } = dependencies;
  const app = new Hono();
  const { metrics } = dependencies;
  const requestLog = createRequestLog(log, metrics);
  const failures = createFailures(log, requestLog);
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
  /** What the server says of a request's connection. */
  const connections = createNote<object | undefined>('connection');
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
          replicaReads.run(request, () =>
            work((...body) => slot.without(() => readJsonBody(...body)), slot.without),
          ),
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
  });
  app.route(
    '/',
    createPages({
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
    }),
  );
  app.route(
    '/books',
    createBooksDoor({
      ...{ ...door, database, addLimits: requestLimits.addToSurface },
      onBroken: (err, requestId) => log.warn({ err, requestId }, 'a file was broken off'),
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
  app.get('/health', (c) => c.json({ status: 'ok' }));
  app.get('/ready', async (c) => {
    const fault = dependencies.isStopping?.()
      ? 'The service stops.'
      : await failures.atPresent(database);
    if (fault === null) return c.json({ status: 'ready' });
    c.header('retry-after', '5');
    return c.json({ status: 'unavailable', message: fault }, 503);
  });
  if (metrics) {
    const waiting = () => countWaitingJobs(database.prisma);
    metrics.watch({
      pool: database.pool,
      replicas: database.replicas,
      admission,
      changes,
      waiting,
    });
    app.get('/metrics', ({ req }) => metrics.answer(req.raw));
  }
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
    connections.set(request, others[0] as object | undefined);
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
