import { Hono } from 'hono';
import { authorizationServerMetadata, mcpResource, oauthScopes } from '../auth/oauth-provider.ts';
import { defaultMcpConfig } from '../config/mcp-settings.ts';
import { rateLimitWindowMs, SharedCounter } from '../limits/shared-counters.ts';
import { createMcpEndpoint, protectedResourcePath } from '../mcp/endpoint.ts';
import { callerIdOf } from '../platform/actors/actor.ts';
import { memoizeByName } from '../platform/caching/bounded-cache.ts';
import type { Context } from '../platform/context/context.ts';
import { ActionError } from '../platform/errors/action-error.ts';
import type { OperationExecutor } from '../schema/endpoint/operation-executor.ts';
import type { AppParts } from './app-parts.ts';

/** @throws ActionError too_many_requests */
function createWriteCounter({ counters }: Pick<AppParts, 'counters'>, limit: number) {
  const counterOf = memoizeByName((name) => new SharedCounter(`mcp writes ${name}`, limit));
  return async ({ accountId, actor }: Context): Promise<void> => {
    const counter = counterOf(`${accountId} ${callerIdOf(actor)}`);
    if (limit === 0 || (await counters.take(counter, 1))) return;
    const retryAfterSeconds = counter.secondsLeft(Date.now());
    const message = `There is a limit of ${limit} MCP writes per ${rateLimitWindowMs / 1_000} s. Try again in ${retryAfterSeconds} s.`;
    throw new ActionError('too_many_requests', message, { retryAfterSeconds });
  };
}

export function createMcpRoutes(parts: AppParts, executor: OperationExecutor): Hono {
  const { corsOrigins = [], mcp = defaultMcpConfig, publicUrl } = parts.dependencies;
  const endpoint = createMcpEndpoint({
    ...parts.api,
    ...{ corsOrigins, publicUrl, hasGraphQL: mcp.hasGraphQL },
    toolTimeoutMs: mcp.toolTimeoutMs ?? 30_000,
    addRateLimitHeaders: parts.rateLimiter.addRestHeaders,
    ...{ executor, signer: parts.signIn.signer },
    countWrite: createWriteCounter(parts, mcp.writesPerMinute),
  });
  const app = new Hono();
  app.all('/mcp', ({ req }) => endpoint(req.raw));
  app.get(protectedResourcePath, (c) =>
    c.json({
      resource: mcpResource(publicUrl),
      resource_name: 'Actiongraph',
      authorization_servers: [publicUrl],
      scopes_supported: oauthScopes.filter((scope) => scope !== 'offline_access'),
      bearer_methods_supported: ['header'],
    }),
  );
  app.get('/.well-known/oauth-authorization-server', (c) =>
    c.json(authorizationServerMetadata(publicUrl)),
  );
  return app;
}
