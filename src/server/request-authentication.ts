import type { Logger } from 'pino';
import type { SignInService } from '../auth/index.ts';
import type { Database } from '../database/client/client.ts';
import { runUnrecorded } from '../database/statements/statement-recorder.ts';
import type { Caller } from '../domain/identities/caller.ts';
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
import type { Context } from '../platform/context/context.ts';
import { createContext } from '../write/request-context.ts';

export interface RequestAuthenticatorOptions {
  database: Database;
  publicUrl: string;
  sendsMail: boolean;
  eventDays: number | undefined;
  log: Logger;
  /** Undefined: each request looks up its key. */
  keyCache: KeyCache | undefined;
  signIn: SignInService;
  requestLog: RequestLog;
  addressOf: (request: HttpRequest) => string;
  rateLimiter: RateLimiter;
  unknownKeys: ReturnType<typeof createUnknownKeyThrottle>;
  onAuthenticated: (context: Context) => void;
}

/** Creates the context from an API key or session, and counts the request against the rate limit. */
export function createRequestAuthenticator(options: RequestAuthenticatorOptions) {
  const { database, keyCache, log, publicUrl, rateLimiter, requestLog, sendsMail, signIn } =
    options;
  const { addressOf, onAuthenticated, unknownKeys } = options;
  const { prisma } = database;
  const buildContext = (
    { accountId, workspace, ...actor }: Caller,
    { now, request, requestId }: { now: Date; request: HttpRequest; requestId: string },
  ) =>
    createContext({
      root: prisma,
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
      services: domainServices,
      eventRetentionDays: options.eventDays,
    });

  const authenticateByKey = (request: HttpRequest, key: string | undefined, now: Date) =>
    authenticateKey(prisma, key, now, keyCache, {
      isExceeded: () => unknownKeys.isExceeded(addressOf(request)),
      countUnknownKey: () => unknownKeys.countUnknownKey(addressOf(request)),
    });

  function recordUse(
    { accountId, keyId }: AuthenticatedKey,
    request: HttpRequest,
    now: Date,
  ): void {
    if (!isFirstUseInMinute({ accountId, keyId }, now)) return;
    const address = addressOf(request);
    runUnrecorded(() => recordKeyUse(prisma, { accountId, keyId }, now, address)).catch((err) =>
      log.warn(
        { err, requestId: requestLog.requestIdOf(request) },
        'the last use of an API key could not be stored',
      ),
    );
  }

  /** @throws ActionError invalid_api_key, too_many_requests, errors of the sign-in service */
  return async (
    request: HttpRequest,
    requestId: string,
    now: Date,
    { checksReads = false }: { checksReads?: boolean } = {},
  ): Promise<Context> => {
    const key = request.headers.get('x-api-key')?.trim() || undefined;
    if (key === undefined && signIn.hasCredential(request.headers)) {
      const caller = await signIn.authenticate(request, now, { checksReads });
      const context = buildContext(caller, { now, request, requestId });
      requestLog.recordCaller(request, context);
      const { personId } = caller.contact ?? caller.person;
      await rateLimiter.takeRequest(request, personId, false);
      onAuthenticated(context);
      return context;
    }
    const cachedCaller =
      key === undefined ? undefined : keyCache && authenticateCachedKey(key, now, keyCache);
    const caller = cachedCaller ?? (await authenticateByKey(request, key, now));
    const context = buildContext(caller, { now, request, requestId });
    requestLog.recordCaller(request, context);
    const rateLimitCheck = rateLimiter.takeRequest(
      request,
      `${caller.accountId} ${caller.keyId}`,
      true,
    );
    if (rateLimitCheck !== undefined) await rateLimitCheck;
    recordUse(caller, request, now);
    onAuthenticated(context);
    return context;
  };
}
