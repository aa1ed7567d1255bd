import type { Logger } from 'pino';
import type { SignInService } from '../auth/index.ts';
import type { Database } from '../database/client/client.ts';
import { runUnrecorded } from '../database/statements/statement-recorder.ts';
import type { AttachmentServices } from '../domain/attachments/services.ts';
import type { Caller } from '../domain/identities/caller.ts';
import type { WebhookServices } from '../domain/webhooks/services.ts';
import type { AuthenticatedKey } from '../domain/workspaces/authentication.ts';
import {
  authenticateCachedKey,
  authenticateKey,
  isFirstUseInMinute,
  recordKeyUse,
} from '../domain/workspaces/authentication.ts';
import type { KeyCache } from '../domain/workspaces/key-cache.ts';
import type { HttpRequest } from '../http/http-request.ts';
import type { RateLimiter } from '../limits/rate-limits.ts';
import type { createUnknownKeyThrottle } from '../limits/unknown-key-throttling.ts';
import { domainServices } from '../mail/index.ts';
import type { RequestLog } from '../observability/request-log.ts';
import type { Context, Services } from '../platform/context/context.ts';
import { createContext } from '../write/request-context.ts';

export interface RequestAuthenticatorOptions {
  database: Database;
  publicUrl: string;
  sendsMail: boolean;
  eventDays: number | undefined;
  log: Logger;
  /** Undefined: each request looks up its key. */
  keyCache: KeyCache | undefined;
  webhooks: WebhookServices | undefined;
  attachments: AttachmentServices;
  signIn: SignInService;
  requestLog: RequestLog;
  addressOf: (request: HttpRequest) => string;
  rateLimiter: RateLimiter;
  unknownKeys: ReturnType<typeof createUnknownKeyThrottle>;
  onAuthenticated: (context: Context) => void;
}

interface SessionOptions {
  checksReads?: boolean;
  /** The token is that of an app. */
  isApp?: boolean;
}

/** Clients of MCP send keys as bearer tokens. */
function apiKeyOf({ headers }: HttpRequest): string | undefined {
  const [, bearer] = /^bearer\s+(ag_\S+)$/i.exec(headers.get('authorization')?.trim() ?? '') ?? [];
  return headers.get('x-api-key')?.trim() || bearer;
}

class RequestAuthenticator {
  readonly #options: RequestAuthenticatorOptions;
  readonly #services: Services;

  constructor(options: RequestAuthenticatorOptions) {
    this.#options = options;
    const { attachments, webhooks } = options;
    this.#services = { ...domainServices, attachments, ...(webhooks && { webhooks }) };
  }

  async authenticateSession(
    request: HttpRequest,
    requestId: string,
    now: Date,
    { checksReads = false, isApp }: SessionOptions,
  ): Promise<Context> {
    const { onAuthenticated, rateLimiter, requestLog, signIn } = this.#options;
    const caller = await (isApp
      ? signIn.authenticateApp(request, now)
      : signIn.authenticate(request, now, { checksReads }));
    const context = this.#createContext(caller, { now, request, requestId });
    requestLog.recordCaller(request, context);
    const { personId } = caller.contact ?? caller.person;
    await rateLimiter.takeRequest(request, personId, false);
    onAuthenticated(context);
    return context;
  }

  async authenticateKey(
    request: HttpRequest,
    requestId: string,
    now: Date,
    key: string | undefined,
  ): Promise<Context> {
    const { keyCache, onAuthenticated, rateLimiter, requestLog } = this.#options;
    const cachedCaller =
      key === undefined ? undefined : keyCache && authenticateCachedKey(key, now, keyCache);
    const caller = cachedCaller ?? (await this.#lookUpKey(request, key, now));
    const context = this.#createContext(caller, { now, request, requestId });
    requestLog.recordCaller(request, context);
    const quotaName = `${caller.accountId} ${caller.keyId}`;
    const rateLimitCheck = rateLimiter.takeRequest(request, quotaName, true);
    if (rateLimitCheck !== undefined) await rateLimitCheck;
    this.#recordUse(caller, request, now);
    onAuthenticated(context);
    return context;
  }

  #createContext(
    { accountId, workspace, ...actor }: Caller,
    { now, request, requestId }: { now: Date; request: HttpRequest; requestId: string },
  ): Context {
    const { addressOf, database, eventDays, publicUrl, sendsMail, signIn } = this.#options;
    return createContext({
      root: database.prisma,
      accountId,
      actor,
      workspace,
      now,
      requestId,
      // Set by the API as soon as it is known.
      origin: { operation: 'unknown', address: addressOf(request) },
      publicUrl,
      sendsMail,
      isAllowedLinkTarget: signIn.isAllowedRedirect,
      services: this.#services,
      eventRetentionDays: eventDays,
    });
  }

  #lookUpKey(request: HttpRequest, key: string | undefined, now: Date): Promise<AuthenticatedKey> {
    const { addressOf, database, keyCache, unknownKeys } = this.#options;
    return authenticateKey(database.prisma, key, now, keyCache, {
      isExceeded: () => unknownKeys.isExceeded(addressOf(request)),
      countUnknownKey: () => unknownKeys.countUnknownKey(addressOf(request)),
    });
  }

  #recordUse({ accountId, keyId }: AuthenticatedKey, request: HttpRequest, now: Date): void {
    if (!isFirstUseInMinute({ accountId, keyId }, now)) return;
    const { addressOf, database, log, requestLog } = this.#options;
    const address = addressOf(request);
    runUnrecorded(() => recordKeyUse(database.prisma, { accountId, keyId }, now, address)).catch(
      (err) =>
        log.warn(
          { err, requestId: requestLog.requestIdOf(request) },
          'the last use of an API key could not be stored',
        ),
    );
  }
}

/** Creates the context from an API key or session, and counts the request against the rate limit. */
export function createRequestAuthenticator(options: RequestAuthenticatorOptions) {
  const authenticator = new RequestAuthenticator(options);
  /** @throws ActionError invalid_api_key, too_many_requests, errors of the sign-in service */
  return (
    request: HttpRequest,
    requestId: string,
    now: Date,
    sessionOptions: SessionOptions = {},
  ): Promise<Context> => {
    const key = apiKeyOf(request);
    return key === undefined && options.signIn.hasCredential(request.headers)
      ? authenticator.authenticateSession(request, requestId, now, sessionOptions)
      : authenticator.authenticateKey(request, requestId, now, key);
  };
}
