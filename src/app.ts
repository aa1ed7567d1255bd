import { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Slot } from './admission.ts';
import {
  Admission,
  CallerLeftError,
  callerOf,
  longListsAtOnce,
  usualAdmission,
} from './admission.ts';
import type { SignIn } from './auth/index.ts';
import { createSignIn } from './auth/index.ts';
import type { OpenIdSettings } from './auth/openid.ts';
import type { TokenIssuerSettings } from './auth/outside-tokens.ts';
import type { Database } from './database/client.ts';
import { uncounted } from './database/pool.ts';
import type { OpenListener } from './database/shared-listener.ts';
import { services } from './delivery/index.ts';
import type { Changes } from './domain/changes/index.ts';
import { createChanges } from './domain/changes/index.ts';
import type { Context } from './domain/kernel/context.ts';
import { createContext } from './domain/kernel/context.ts';
import { ActionError } from './domain/kernel/errors.ts';
import { createCallerWatch } from './domain/persons/caller-watch.ts';
import { shownSignInMails } from './domain/persons/sign-in-mails.ts';
import type { Caller } from './domain/persons/signed-in.ts';
import { authenticate, isFirstUse, noteKeyUse } from './domain/workspaces/authentication.ts';
import type { KeyMemory } from './domain/workspaces/key-memory.ts';
import { createKeyMemory } from './domain/workspaces/key-memory.ts';
import { createFailures } from './failures.ts';
import { createPages } from './pages/index.ts';
import { createAddressRule } from './pages/visitor.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { mostValues, readJsonBody } from './rest/body.ts';
import { answerHeaders, clientLeft, errorResponse, noEndpoint } from './rest/errors.ts';
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

export interface AppDependencies {
  database: Database;
  log: Logger;
  publicUrl: string;
  /** Whether mail is sent; it is kept when left out. */
  sendsMail?: boolean;
  bodyLimitBytes: number;
  /** 0: no limit. */
  rateLimitPerMinute: number;
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
  /** Proxies whose X-Forwarded-For is believed; one that is nearby when left out. */
  trustedProxies?: readonly string[];
  /** Origins whose pages may act for somebody who signed in there; only the service's own when left out. */
  corsOrigins?: readonly string[];
  /** Told how people sign in, for a test. */
  onSignIn?: (signIn: SignIn) => void;
  /** Remembers keys while their changes are heard; each request asks for its key when left out. */
  keyMemory?: KeyMemory;
}

/** The changes of a database, told as long as they are not closed. */
export function openChanges(connect: OpenListener, log: Logger): Changes {
  return createChanges({ connect, log: (message, err) => log.warn({ err }, message) });
}

/** The keys of a database, remembered as long as the memory is not closed. */
export function openKeyMemory({ prisma }: Database, connect: OpenListener, log: Logger): KeyMemory {
  return createKeyMemory({
    db: prisma,
    connect,
    log: (message, err) => log.warn({ err }, message),
  });
}

/** The service's doors as one handler of requests; no I/O until a request comes. */
export function createApp(dependencies: AppDependencies): Hono {
  const { database, log } = dependencies;
  const app = new Hono();
  const requestLog = createRequestLog(log);
  const failures = createFailures(log, requestLog);
  const asActionError = failures.asActionError;
  const { admission = new Admission(usualAdmission(database.pool.options.max)) } = dependencies;
  app.use(requestLog.middleware);
  const signIn = createSignIn({
    prisma: database.prisma,
    publicUrl: dependencies.publicUrl,
    corsOrigins: dependencies.corsOrigins ?? [],
    sendsMail: dependencies.sendsMail ?? false,
    secret: dependencies.authSecret,
    openId: dependencies.openId,
    tokenIssuer: dependencies.tokenIssuer,
    log,
  });
  dependencies.onSignIn?.(signIn);
  /** What the server says of a request's connection. */
  const connections = new WeakMap<Request, object | undefined>();
  const addressRule = createAddressRule(dependencies.trustedProxies);
  const addressOf = (request: Request) => addressRule(request, connections.get(request));
  const door = {
    requestId: requestLog.idOf,
    admit: <T>(
      request: Request,
      work: (readJson: typeof readJsonBody, aside: Slot['without']) => Promise<T>,
    ) =>
      admission.run(
        callerOf((name) => request.headers.get(name)),
        (slot) => work((...body) => slot.without(() => readJsonBody(...body)), slot.without),
        () => request.signal.aborted,
      ),
    asActionError,
    bodyLimitBytes: dependencies.bodyLimitBytes,
    authenticate: contextMaker(dependencies, signIn, requestLog, addressOf),
  };
  const longLists = new Admission(longListsAtOnce);
  const answerList = createListAnswers({
    limits: dependencies.listLimits ?? usualListLimits,
    takeTurn: (caller, work) => longLists.run(caller, work),
    onBroken: (err, requestId) => log.warn({ err, requestId }, 'a list was broken off'),
  });
  app.route('/', createActionSurface({ ...door, answerList }));
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
    rateLimitPerMinute: dependencies.rateLimitPerMinute,
    persisted,
    changes,
    callers,
  });
  app.route('/', createPages({ ...dependencies, addressOf: addressRule }));
  const unchanged = etag({
    weak: true,
    retainedHeaders: [...RETAINED_304_HEADERS, 'x-request-id'],
  });
  app.get('/graphql', unchanged, (c) => endpoint(c.req.raw));
  app.all('/graphql', (c) => endpoint(c.req.raw));
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
  const refuse = (error: ActionError, path: string, request: Request) =>
    errorResponse(error, { path, requestId: requestLog.idOf(request), now: new Date() });
  const failed = (error: unknown, path: string, request: Request) =>
    error instanceof CallerLeftError
      ? new Response(null, { status: clientLeft })
      : refuse(asActionError(error, requestLog.idOf(request)), path, request);
  app.notFound(({ req }) => refuse(noEndpoint(req.method, req.path), req.path, req.raw));
  app.onError((error, { req }) => failed(error, req.path, req.raw));
  // Finding its route takes as long as all else that is done for a small operation.
  const routed = app.fetch;
  app.fetch = (request, ...others) => {
    connections.set(request, others[0] as object | undefined);
    if (!isPlainOperation(request)) return routed(request, ...others);
    const answer = () => endpoint(request).catch((error) => failed(error, '/graphql', request));
    return requestLog.logged(request, '/graphql', answer);
  };
  return app;
}

/** Whether a request goes to the GraphQL endpoint, which its URL says as it stands. */
function isPlainOperation({ method, url }: Request): boolean {
  if (method !== 'POST') return false;
  const [path] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split('?', 1);
  return path === '/graphql';
}

/** Key, or who signed in → context, the one way into the domain for both doors. */
function contextMaker(
  { database, publicUrl, rateLimitPerMinute, log, keyMemory, sendsMail = false }: AppDependencies,
  signIn: SignIn,
  requestLog: RequestLog,
  addressOf: (request: Request) => string,
) {
  const { prisma } = database;
  const limiter =
    rateLimitPerMinute > 0
      ? new RateLimiterMemory({ points: rateLimitPerMinute, duration: 60 })
      : undefined;
  const contextOf = ({ accountId, workspace, ...actor }: Caller, requestId: string, now: Date) =>
    createContext({
      root: prisma,
      accountId,
      actor,
      workspace,
      now,
      requestId,
      publicUrl,
      sendsMail,
      services,
    });
  return async (request: Request, requestId: string, now: Date): Promise<Context> => {
    const key = request.headers.get('x-api-key') ?? undefined;
    if (key === undefined && signIn.isAsked(request.headers)) {
      const caller = await signIn.callerOf(request, now);
      requestLog.noteWorkspace(request, caller.accountId);
      const { personId } = caller.contact ?? caller.person;
      if (limiter) await consume(limiter, personId, 'Your rate limit is reached.');
      return contextOf(caller, requestId, now);
    }
    const caller = await authenticate(prisma, key, now, keyMemory);
    const { accountId, keyId } = caller;
    requestLog.noteWorkspace(request, accountId);
    if (limiter) await consume(limiter, keyId, 'The rate limit of this key is reached.');
    if (isFirstUse({ accountId, keyId }, now)) {
      const address = addressOf(request);
      uncounted(() => noteKeyUse(prisma, { accountId, keyId }, now, address)).catch((error) =>
        log.warn({ err: error, requestId }, 'the use of a key was not noted'),
      );
    }
    return contextOf(caller, requestId, now);
  };
}

async function consume(limiter: RateLimiterMemory, name: string, message: string): Promise<void> {
  try {
    await limiter.consume(name);
  } catch (refusal) {
    if (refusal instanceof Error) throw refusal;
    const { msBeforeNext } = refusal as { msBeforeNext: number };
    throw new ActionError('too_many_requests', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1_000)),
    });
  }
}
