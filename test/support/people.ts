import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';
import { defaultOperationLimits } from '../../src/config/operation-settings.ts';
import { createCredentialMonitor } from '../../src/domain/identities/credential-monitor.ts';
import { createRecordChangeFeed } from '../../src/domain/record-changes/record-change-feed.ts';
import type { HttpRequest } from '../../src/http/http-request.ts';
import { toFetchResponse } from '../../src/http/http-response.ts';
import { startAuditLogSequencer } from '../../src/jobs/audit-log-sequencer.ts';
import type { ActingContact, Actor } from '../../src/platform/actors/actor.ts';
import { ActionError } from '../../src/platform/errors/action-error.ts';
import { contactScopes, roleScopes, type UserRole } from '../../src/platform/permissions/roles.ts';
import { readJsonBody } from '../../src/rest/core/json-body.ts';
import { createListResponder } from '../../src/rest/core/list-responses.ts';
import { defaultListLimits } from '../../src/rest/core/list-streaming.ts';
import { createRestRouter } from '../../src/rest/router.ts';
import { createGraphQLEndpoint } from '../../src/schema/endpoint/index.ts';
import { createPersistedOperations } from '../../src/schema/endpoint/persisted-operations.ts';
import { createContext } from '../../src/write/request-context.ts';
import type { Answer, TestApi, TestWorkspace } from './api.ts';
import { testPublicUrl, workspaceOf } from './api.ts';
import { stopListening } from './listening.ts';

/** A signed-in person: a user of our workspace, or a contact of a client. */
export interface Caller {
  role?: UserRole;
  userId?: number;
  personId?: string;
  contact?: Pick<ActingContact, 'contactId' | 'clientId'>;
}

function actorOf({ role, userId = 0, contact, personId = `per_${userId}` }: Caller): Actor {
  const none = { keyId: null, keyName: null };
  if (contact) {
    const entered = { personId, sessionId: 'ses_none', name: 'A contact' };
    return { ...none, contact: { ...contact, ...entered }, scopes: contactScopes };
  }
  const of = role ?? 'MEMBER';
  const person = { personId, userId, role: of, name: `Person ${userId}` };
  return { ...none, person, scopes: roleScopes[of] };
}

/** A context of our workspace for a signed-in person. */
function contextOf(api: TestApi, caller: Caller) {
  const { accountId, workspace, services } = api.ours.context;
  return createContext({
    root: api.database.prisma,
    accountId,
    actor: actorOf(caller),
    workspace,
    now: new Date(),
    requestId: 'test',
    publicUrl: testPublicUrl,
    services,
  });
}

/** Both APIs, with a caller identity that the test sets instead of a sign-in. */
export function personDoors(api: TestApi): (caller: Caller) => TestWorkspace {
  let app: Hono | undefined;
  const request: TestApi['request'] = async (path, init) => {
    app ??= openDoors(api).app;
    const response = await app.request(path, init);
    const text = await response.text();
    const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    return { status: response.status, body, headers: response.headers } satisfies Answer;
  };
  return (caller) => workspaceOf({ ...api, request }, contextOf(api, caller), keyOf(caller));
}

/** A header that replaces the key, and names the caller. */
const keyOf = (caller: Caller) => JSON.stringify(caller);

/** The same doors on a socket, for streams of events. */
export async function startDoors(api: TestApi) {
  const { app, changes } = openDoors(api);
  const sequencer = startAuditLogSequencer(api.database, pino({ level: 'silent' }));
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyOf,
    close: async () => {
      await changes.close();
      await stopListening(server as Server);
      await sequencer.close();
    },
  };
}

function openDoors(api: TestApi) {
  const { database } = api;
  const apiName = {
    requestId: () => 'test',
    admit: <T>(_: HttpRequest, work: (readJson: typeof readJsonBody, aside: Aside) => Promise<T>) =>
      work(readJsonBody, (waiting) => waiting()),
    toActionError: (error: unknown) => {
      if (error instanceof ActionError) return error;
      return new ActionError('internal_error', String((error as Error).stack ?? error));
    },
    bodyLimitBytes: 1_048_576,
    addRateLimitHeaders: (_: HttpRequest, headers: Record<string, string>) => headers,
    countExtraRequests: async () => undefined,
    authenticate: async (request: HttpRequest) =>
      contextOf(api, JSON.parse(request.headers.get('x-api-key') ?? '{}') as Caller),
  };
  const app = new Hono();
  const respondWithList = createListResponder({
    limits: defaultListLimits,
    runInListSlot: (_, work) => work(),
    onAborted: (reason) => {
      throw reason;
    },
  });
  app.route('/', createRestRouter({ ...apiName, respondWithList }).app);
  // Reads during an outage of the database do not belong to a test.
  const log = () => undefined;
  const changes = createRecordChangeFeed({ connect: database.listener, log });
  const endpoint = createGraphQLEndpoint({
    ...apiName,
    bodyValues: 100_000,
    limits: { ...defaultOperationLimits, timeMs: 50_000, cost: 1_000_000, depth: 30 },
    rates: { requestsPerMinute: 0, costPerMinute: 0 },
    takeCost: () => undefined,
    persisted: createPersistedOperations('off', new Map()),
    changes,
    callers: createCredentialMonitor(database.prisma, log),
    breakOff: () => false,
  });
  app.all('/graphql', async (c) => toFetchResponse(await endpoint(c.req.raw)));
  return { app, changes };
}

type Aside = <T>(waiting: () => Promise<T>) => Promise<T>;
