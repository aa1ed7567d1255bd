import { createSignInService } from '../auth/index.ts';
import { defaultSignInRates } from '../config/rate-limit-settings.ts';
import { createClientAddressResolver } from '../http/client-address.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { createRequestAttribute, NodeRequest } from '../http/http-request.ts';
import type { AdmissionSlot } from '../limits/admission-control.ts';
import {
  AdmissionControl,
  callerFromHeaders,
  defaultAdmissionLimits,
} from '../limits/admission-control.ts';
import { createRateLimiter } from '../limits/rate-limits.ts';
import { createUnknownKeyThrottle } from '../limits/unknown-key-throttling.ts';
import { createErrorHandler } from '../observability/error-handler.ts';
import { createReadinessCheck } from '../observability/readiness.ts';
import type { RequestLog } from '../observability/request-log.ts';
import { createRequestLog } from '../observability/request-log.ts';
import { readJsonBody } from '../rest/core/json-body.ts';
import { defaultListLimits } from '../rest/core/list-streaming.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { openRecordChangeFeed, openSharedCounters } from './app-services.ts';
import { createReadYourWrites } from './read-your-writes.ts';
import { createRequestAuthenticator } from './request-authentication.ts';

export interface Connection {
  outgoing?: { destroy(): void };
}

/** Dependencies that several routes share. */
export type AppParts = ReturnType<typeof createAppParts>;

export function createAppParts(dependencies: AppDependencies) {
  const { database, log, metrics } = dependencies;
  const requestLog = createRequestLog(log, metrics, dependencies.traces);
  const readiness = createReadinessCheck(log);
  const toActionError = createErrorHandler({ log, requestLog, readiness, metrics });
  const signIn = openSignIn(dependencies);
  dependencies.onSignIn?.(signIn);
  const addresses = createConnectionAddresses(dependencies);
  const { addressOf } = addresses;
  const { counters = openSharedCounters(database, log) } = dependencies;
  const rateLimiter = createRateLimiter(counters, {
    requestsPerMinute: dependencies.requestsPerMinute,
    costPerMinute: dependencies.costPerMinute ?? 0,
  });
  const { admission = new AdmissionControl(defaultAdmissionLimits(database.pool.options.max)) } =
    dependencies;
  const attachments = { ...dependencies.attachments, signer: signIn.signer };
  const readYourWrites = createReadYourWrites(database);
  const authenticate = createRequestAuthenticator({
    ...{ attachments, database, log, signIn, requestLog, addressOf, rateLimiter },
    publicUrl: dependencies.publicUrl,
    sendsMail: dependencies.sendsMail ?? false,
    eventDays: dependencies.eventDays,
    keyCache: dependencies.keyCache,
    webhooks: dependencies.webhooks,
    unknownKeys: createUnknownKeyThrottle({
      counters,
      maxPerMinute: dependencies.unknownKeysPerMinute ?? 0,
      networkNameOf: signIn.networkName,
    }),
    onAuthenticated: readYourWrites.setCaller,
  });
  return {
    ...addresses,
    ...{ attachments, dependencies, requestLog, readiness },
    ...{ signIn, counters, rateLimiter, admission },
    changes: dependencies.changes ?? openRecordChangeFeed(database.listener, log),
    listLimits: dependencies.listLimits ?? defaultListLimits,
    api: {
      requestId: requestLog.requestIdOf,
      admit: createAdmission({ admission, readYourWrites, requestLog }),
      toActionError,
      bodyLimitBytes: dependencies.bodyLimitBytes,
      authenticate,
    },
    breakOffLog: (message: string) => (err: unknown, requestId: string) =>
      log.warn({ err, requestId }, message),
  };
}

const openSignIn = (dependencies: AppDependencies) =>
  createSignInService({
    prisma: dependencies.database.prisma,
    pool: dependencies.database.pool,
    publicUrl: dependencies.publicUrl,
    corsOrigins: dependencies.corsOrigins ?? [],
    sendsMail: dependencies.sendsMail ?? false,
    secret: dependencies.authSecret,
    openId: dependencies.openId,
    tokenIssuer: dependencies.tokenIssuer,
    rates: dependencies.signInRates ?? defaultSignInRates,
    log: dependencies.log,
  });

function createConnectionAddresses({ log, trustedProxies }: AppDependencies) {
  const connections = createRequestAttribute<Connection | undefined>('connection');
  const resolveClientAddress = createClientAddressResolver(trustedProxies, (peer) =>
    log.warn(
      { peer },
      'X-Forwarded-For from this address is ignored, so all clients behind it share one rate limit. If it is your proxy, add it to TRUSTED_PROXIES; otherwise set TRUSTED_PROXIES=none',
    ),
  );
  const connectionOf = (request: HttpRequest) =>
    request instanceof NodeRequest ? request : connections.of(request);
  return {
    connections,
    resolveClientAddress,
    addressOf: (request: HttpRequest) => resolveClientAddress(request, connectionOf(request)),
    /** The adapter would print the error of a failed stream with its stack. */
    breakOff: (request: HttpRequest): boolean => {
      const { outgoing } = connectionOf(request) ?? {};
      outgoing?.destroy();
      return outgoing !== undefined;
    },
  };
}

function createAdmission({
  admission,
  readYourWrites,
  requestLog,
}: {
  admission: AdmissionControl;
  readYourWrites: ReturnType<typeof createReadYourWrites>;
  requestLog: RequestLog;
}) {
  return <T>(
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
    );
}
