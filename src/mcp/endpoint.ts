import { isIP } from 'node:net';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createOriginMatcher } from '../config/allowed-origins.ts';
import { callerIdOf } from '../platform/actors/actor.ts';
import type { Context } from '../platform/context/context.ts';
import type { Signer } from '../platform/encryption/signer.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import {
  callerPermissions,
  errorForCaller,
  mcpWriteScope,
  missingScopeError,
} from '../platform/permissions/permissions.ts';
import type { OperationExecutor } from '../schema/endpoint/operation-executor.ts';
import { createGraphQLCalls } from './graphql-calls.ts';
import { isWriteTool } from './registry.ts';
import type { ServedCall } from './server.ts';
import { createToolServer } from './server.ts';

const maxBodyBytes = 1_048_576;

const maxConcurrentRequests = 4;

export interface McpDependencies {
  publicUrl: string;
  corsOrigins: readonly string[];
  bodyLimitBytes: number;
  /** Whether there is a tool for GraphQL queries. */
  hasGraphQL: boolean;
  toolTimeoutMs: number;
  /** @throws ActionError database_unavailable if not admitted */
  admit: <T>(
    request: Request,
    work: (readJson: (request: Request, limitBytes: number) => Promise<unknown>) => Promise<T>,
  ) => Promise<T>;
  authenticate: (
    request: Request,
    requestId: string,
    now: Date,
    options?: { isApp: boolean },
  ) => Promise<Context>;
  requestId: (request: Request) => string;
  toActionError: (error: unknown, requestId: string) => ActionError;
  addRateLimitHeaders: (
    request: Request,
    headers: Record<string, string>,
  ) => Record<string, string>;
  executor: Pick<OperationExecutor, 'runQuery' | 'runMutation'>;
  signer: Signer;
  /** @throws ActionError too_many_requests */
  countWrite: (context: Context) => Promise<void>;
}

export const protectedResourcePath = '/.well-known/oauth-protected-resource/mcp';

const jsonRpcError = (code: number, { message, code: reason }: ActionError) =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message, data: { code: reason } }, id: null });

/** Serves both eras of the protocol without sessions, so any process can respond. */
class McpEndpoint {
  readonly #dependencies: McpDependencies;
  readonly #isAllowedOrigin: (origin: string) => boolean;
  readonly #runningByKey = new Map<string, number>();
  readonly #handler = createMcpHandler(
    ({ authInfo }) => createToolServer(authInfo?.extra?.call as ServedCall),
    { keepAliveMs: 0 },
  );

  constructor(dependencies: McpDependencies) {
    this.#dependencies = dependencies;
    const { corsOrigins, publicUrl } = dependencies;
    this.#isAllowedOrigin = createOriginMatcher([new URL(publicUrl).origin, ...corsOrigins]);
  }

  async handle(request: Request): Promise<Response> {
    const { addRateLimitHeaders, admit, toActionError } = this.#dependencies;
    const requestId = this.#dependencies.requestId(request);
    const headers = () => addRateLimitHeaders(request, { 'x-request-id': requestId });
    try {
      this.#check(request);
      return await admit(request, async (readJson) => {
        const { bodyLimitBytes } = this.#dependencies;
        const body = await readJson(request, Math.min(bodyLimitBytes, maxBodyBytes));
        requireOneMessage(body);
        const context = await this.#authenticate(request, requestId);
        requireWriteScope(context, body);
        return this.#withConcurrencyLimit(context, () =>
          this.#serve(request, context, body, headers),
        );
      });
    } catch (error) {
      return this.#errorResponse(toActionError(error, requestId), headers());
    }
  }

  /** @throws ActionError method_not_allowed, origin_not_allowed */
  #check({ headers, method, url }: Request): void {
    if (method !== 'POST')
      throw new ActionError('method_not_allowed', 'Send messages with POST.', { allow: 'POST' });
    const origin = headers.get('origin');
    if (origin !== null && !this.#isAllowedOrigin(origin))
      throw new ActionError(
        'origin_not_allowed',
        `Pages of ${origin.slice(0, 200)} cannot call MCP: CORS_ORIGINS does not contain that origin.`,
      );
    const { hostname } = new URL(url);
    if (hostname !== new URL(this.#dependencies.publicUrl).hostname && isPublicName(hostname))
      throw new ActionError(
        'origin_not_allowed',
        `${hostname.slice(0, 200)} is not the host of PUBLIC_URL.`,
      );
  }

  async #authenticate(request: Request, requestId: string): Promise<Context> {
    const { headers } = request;
    const authorization = headers.get('authorization') ?? '';
    const hasKey = headers.get('x-api-key')?.trim() || /^bearer\s+ag_/i.test(authorization);
    const isApp = !hasKey && /^bearer\s+[\w-]+\.[\w-]+\.[\w-]*$/i.test(authorization.trim());
    if (!(hasKey || isApp))
      throw new ActionError(
        'invalid_api_key',
        'MCP needs an access token of OAuth, or an API key: Authorization: Bearer ag_….',
      );
    const context = await this.#dependencies.authenticate(request, requestId, new Date(), {
      isApp,
    });
    context.origin.operation = 'mcp';
    context.origin.clientName = context.actor.person?.app;
    return context;
  }

  async #withConcurrencyLimit<T>(context: Context, work: () => Promise<T>): Promise<T> {
    const key = `${context.accountId} ${callerIdOf(context.actor)}`;
    const running = this.#runningByKey.get(key) ?? 0;
    if (running >= maxConcurrentRequests)
      throw new ActionError(
        'too_many_requests',
        `A key or person can have ${maxConcurrentRequests} MCP requests at the same time.`,
        { retryAfterSeconds: 1 },
      );
    this.#runningByKey.set(key, running + 1);
    try {
      return await work();
    } finally {
      const left = (this.#runningByKey.get(key) ?? 1) - 1;
      if (left > 0) this.#runningByKey.set(key, left);
      else this.#runningByKey.delete(key);
    }
  }

  async #serve(
    request: Request,
    context: Context,
    body: unknown,
    headersOf: () => Record<string, string>,
  ): Promise<Response> {
    const authInfo = {
      ...{ token: '', clientId: callerIdOf(context.actor), scopes: [] },
      extra: { call: this.#callOf(request, context) },
    };
    // Without the signal of the caller: the request keeps its slot until the tool has run, also if the caller disconnects.
    const { headers: requestHeaders, method, url } = request;
    const detached = new Request(url, { method, headers: requestHeaders });
    const response = await this.#handler.fetch(detached, { authInfo, parsedBody: body });
    // The 2025 era responds with a stream.
    const text = await response.text();
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(headersOf())) headers.set(name, value);
    return new Response(text === '' ? null : text, { status: response.status, headers });
  }

  #callOf(request: Request, context: Context): ServedCall {
    const { countWrite, executor, hasGraphQL, signer, toActionError, toolTimeoutMs } =
      this.#dependencies;
    const { headers } = request;
    const names = headers.get('x-mcp-tools')?.split(',');
    const isReadOnly = headers.get('x-mcp-read-only')?.trim().toLowerCase() === 'true';
    return {
      ...{ context, request, signer, timeoutMs: toolTimeoutMs },
      access: {
        hasGraphQL,
        permissions: callerPermissions(context),
        writes: !isReadOnly && context.actor.scopes.includes(mcpWriteScope),
        names: names?.map((name) => name.trim()),
      },
      ...createGraphQLCalls(executor, request, context),
      countWrite: () => countWrite(context),
      toActionError: (error) =>
        errorForCaller(context, toActionError(error, context.requestId)) as ActionError,
    };
  }

  #errorResponse(error: ActionError, headers: Record<string, string>): Response {
    const { allow, missingScopes, retryAfterSeconds } = error.details;
    const metadata = `resource_metadata="${this.#dependencies.publicUrl}${protectedResourcePath}"`;
    const challenge = missingScopes
      ? `Bearer error="insufficient_scope", scope="read ${mcpWriteScope}", ${metadata}`
      : error.status === 401 && `Bearer ${metadata}`;
    return new Response(jsonRpcError(-32_000, error), {
      status: error.status,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...(allow && { allow }),
        ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
        ...(challenge && { 'www-authenticate': challenge }),
      },
    });
  }
}

/** Apps can ask the person for it. A key without it does not learn that the tool exists. */
function requireWriteScope({ actor }: Context, body: unknown): void {
  if (actor.person?.app === undefined || actor.scopes.includes(mcpWriteScope)) return;
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  if (method === 'tools/call' && isWriteTool(params?.name))
    throw missingScopeError([mcpWriteScope], 'The access that you gave this app');
}

/** A name in DNS, which an attacker can point to this service. */
const isPublicName = (hostname: string): boolean =>
  hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[');

/** @throws ActionError invalid_operation */
function requireOneMessage(body: unknown): void {
  if (Array.isArray(body))
    throw new ActionError('invalid_operation', 'Send one message per request, not a batch.');
  // Tools never change while a client is connected, so there is nothing to listen for.
  if ((body as { method?: unknown } | null)?.method === 'subscriptions/listen')
    throw new ActionError('invalid_operation', 'This server has no subscriptions.');
}

export function createMcpEndpoint(dependencies: McpDependencies) {
  const endpoint = new McpEndpoint(dependencies);
  return (request: Request): Promise<Response> => endpoint.handle(request);
}
