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
  /** Remembers keys while their changes are heard; each request asks for its key when left out. */
  keyMemory: KeyCache | undefined;
  signIn: SignInService;
  requestLog: RequestLog;
  /** Where a request comes from. */
  addressOf: (request: HttpRequest) => string;
  requestLimits: RateLimiter;
  unknownKeys: ReturnType<typeof createUnknownKeyThrottle>;
  /** Told of every request that is let in. */
  letIn: (context: Context) => void;
}

/** Key, or who signed in → context, the one way into the domain for both doors. Who that is counts here, by its limit. */
export function createRequestAuthenticator(options: RequestAuthenticatorOptions) {
  const { database, keyMemory, log, publicUrl, requestLimits, requestLog, sendsMail, signIn } =
    options;
  const { addressOf, letIn, unknownKeys } = options;
  const { prisma } = database;
  const contextOf = (
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
      // The door says what is done as soon as it knows.
      origin: { operation: 'unknown', address: addressOf(request) },
      publicUrl,
      sendsMail,
      isAllowedLinkTarget: signIn.isAllowedRedirect,
      services: domainServices,
      eventRetentionDays: options.eventDays,
    });

  const keyOf = (request: HttpRequest, key: string | undefined, now: Date) =>
    authenticateKey(prisma, key, now, keyMemory, {
      requireFew: () => unknownKeys.assertBelowLimit(addressOf(request)),
      note: () => unknownKeys.recordUnknownKey(addressOf(request)),
    });

  function noteUse({ accountId, keyId }: AuthenticatedKey, request: HttpRequest, now: Date): void {
    if (!isFirstUseInMinute({ accountId, keyId }, now)) return;
    const address = addressOf(request);
    runUnrecorded(() => recordKeyUse(prisma, { accountId, keyId }, now, address)).catch((err) =>
      log.warn(
        { err, requestId: requestLog.requestIdOf(request) },
        'the use of a key was not noted',
      ),
    );
  }

  /** @throws ActionError invalid_api_key, not_signed_in and what else signing in says, too_many_requests */
  return async (request: HttpRequest, requestId: string, now: Date): Promise<Context> => {
    const key = request.headers.get('x-api-key') ?? undefined;
    if (key === undefined && signIn.hasCredential(request.headers)) {
      const caller = await signIn.authenticate(request, now);
      const context = contextOf(caller, { now, request, requestId });
      requestLog.recordCaller(request, context);
      const { personId } = caller.contact ?? caller.person;
      await requestLimits.takeRequest(request, personId, false);
      letIn(context);
      return context;
    }
    const known =
      key === undefined ? undefined : keyMemory && authenticateCachedKey(key, now, keyMemory);
    const caller = known ?? (await keyOf(request, key, now));
    const context = contextOf(caller, { now, request, requestId });
    requestLog.recordCaller(request, context);
    const taken = requestLimits.takeRequest(request, `${caller.accountId} ${caller.keyId}`, true);
    if (taken !== undefined) await taken;
    noteUse(caller, request, now);
    letIn(context);
    return context;
  };
}
