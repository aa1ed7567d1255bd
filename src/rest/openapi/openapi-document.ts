import { z } from 'zod';
import type {
  ZodOpenApiObject,
  ZodOpenApiOperationObject,
  ZodOpenApiOverride,
  ZodOpenApiPathsObject,
} from 'zod-openapi';
import { createDocument } from 'zod-openapi';
import { readVersion } from '../../config/version.ts';
import type { AreaScope } from '../../platform/permissions/permissions.ts';
import { dryRunHeader } from '../../write/dry-run.ts';
import { responseRetentionDays } from '../../write/idempotency/response-store.ts';
import {
  idempotencyKeyHeader,
  idempotencyReplayedHeader,
  maxIdempotencyKeyLength,
} from '../../write/idempotency/run-idempotent.ts';
import { expectedVersionHeader } from '../../write/optimistic-locking.ts';
import {
  createOpenApiErrorResponses,
  entityTagHeader,
  preferenceHeaders,
  rateLimitHeaders,
  requestIdHeader,
} from '../core/openapi-errors.ts';
import { operationTags } from '../core/operation-tags.ts';
import type { Route } from '../core/route.ts';
import { routePathOf } from '../core/route-paths.ts';
import { routes } from '../index.ts';
import type { OpenApiDocument } from './input-schemas.ts';
import { addParameterExamples, describeDefaults, nestedInputs } from './input-schemas.ts';
import { openApiConventions, openApiIntroduction } from './openapi-introduction.ts';
import { bodyInputOf, formInputOf } from './request-bodies.ts';
import { contentOf, nextPartHeader } from './response-content.ts';

/** Without `serverUrl`, URLs are relative to the document. */
export function createOpenApiDocument({ serverUrl = '/' } = {}): OpenApiDocument {
  const source: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Actiongraph',
      version: readVersion(),
      description: openApiIntroduction(serverUrl === '/' ? 'http://localhost:4000' : serverUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(serverUrl),
    security: [{ 'X-API-KEY': [] }, { Bearer: [] }, { Cookie: [] }],
    tags: Object.entries({ ...operationTags, Conventions: openApiConventions }).map(
      ([name, description]) => ({ name, description }),
    ),
    paths: pathsOf(routes),
    components: {
      schemas: nestedInputs(routes),
      securitySchemes: {
        'X-API-KEY': {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description: 'API key of the workspace, `ag_…`. It is shown once, when it is created.',
        },
        Bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'Bearer token of a signed-in person, from `GET /auth/token` or from the issuer in TOKEN_ISSUER. `X-Workspace` chooses one of several workspaces.',
        },
        Cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Secure-actiongraph.session_token',
          description:
            'Session cookie of a person who signed in with this browser; without `__Secure-` if the service runs on localhost. It is valid for pages of the service and of the origins in CORS_ORIGINS.',
        },
      },
    },
  };
  const document = createDocument(source, { override: omitIntegerBounds });
  for (const route of routes) addParameterExamples(document, route);
  describeDefaults(document);
  return document;
}

/** Zod adds the bounds of safe integers to every integer. */
const omitIntegerBounds: ZodOpenApiOverride = ({ jsonSchema }) => {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

function serversOf(serverUrl: string) {
  const aliasUrl = `${serverUrl.replace(/\/+$/, '')}/api`;
  return [
    { url: serverUrl, description: 'This service.' },
    { url: aliasUrl, description: 'The same operations with the prefix /api.' },
  ];
}

function pathsOf(table: readonly Route[]): ZodOpenApiPathsObject {
  const errorResponses = createOpenApiErrorResponses();
  const paths: ZodOpenApiPathsObject = {};
  for (const route of table) {
    const path = routePathOf(route);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route, errorResponses(route)),
    };
  }
  return paths;
}

const inWords = (scopes: readonly AreaScope[]) =>
  new Intl.ListFormat('en-GB').format(scopes.map((scope) => `\`${scope}\``));

function needed({ hasScopesOfInput, scopes, optionalScopes }: Route): string {
  if (hasScopesOfInput) return 'Requires a key with the scopes of the records in its input.';
  const words =
    scopes.length === 0
      ? 'Accepts any key of the workspace.'
      : `Requires a key with the ${scopes.length === 1 ? 'scope' : 'scopes'} ${inWords(scopes)}.`;
  if (optionalScopes.length === 0) return words;
  return `${words} Fields of other areas are null for a key without ${inWords(optionalScopes)}.`;
}

function operationOf(
  route: Route,
  errorResponses: ZodOpenApiOperationObject['responses'],
): ZodOpenApiOperationObject {
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: `${route.description}\n\n${needed(route)}`,
    ...withHeaders(route, inputOf(route)),
    responses: {
      200: {
        description: route.output === null ? 'Success, without a body.' : 'Success.',
        headers: z.object({
          'X-Request-Id': requestIdHeader,
          ...(route.returnsVersion && { ETag: entityTagHeader }),
          ...rateLimitHeaders,
          ...preferenceHeaders,
          ...(route.returnsPages && { Link: nextPartHeader }),
          ...(route.method !== 'GET' && { [idempotencyReplayedHeader]: replayed }),
        }),
        ...(route.output !== null && {
          content: contentOf(route, route.output),
        }),
      },
      ...errorResponses,
    },
  };
}

function inputOf({ input, example }: Route): Partial<ZodOpenApiOperationObject> {
  switch (input.from) {
    case 'nothing':
      return {};
    case 'query':
      return { requestParams: { query: input.schema } };
    case 'path':
      return { requestParams: { path: input.schema } };
    case 'body':
      return bodyInputOf(input, example);
    case 'form':
      return formInputOf(input, example);
  }
}

const key = z
  .string()
  .min(1)
  .max(maxIdempotencyKeyLength)
  .optional()
  .meta({
    description: `Executes this write once, however often it is sent: the same key with the same input returns the first response for ${responseRetentionDays} days. Use a new UUID for each write.`,
    example: '5d0c9a1e-2f6b-4c55-9a33-6e0f6d1c9b57',
  });

const ifMatch = z.string().optional().meta({
  description:
    'The `ETag` of the record that you read. If the record has another version now, nothing is written (412 `version_mismatch`). `*` accepts any version.',
  example: '"3"',
});

const replayed = z
  .string()
  .optional()
  .meta({
    header: { id: idempotencyReplayedHeader },
    description: '`true` if the write was executed before and this is its stored response.',
  });

const dryRun = z.enum(['true', 'false']).optional().meta({
  description:
    'With `true`, nothing is stored or sent, and the response is that of the write. New ids and numbers are not reserved.',
});

const prefer = z.string().optional().meta({
  description:
    'With `handling=strict`, unknown query parameters and body fields are rejected (400 `invalid_input`) instead of ignored.',
});

function withHeaders(
  { method, takesVersion }: Route,
  input: Partial<ZodOpenApiOperationObject>,
): Partial<ZodOpenApiOperationObject> {
  const header = z.object({
    Prefer: prefer,
    ...(method !== 'GET' && { [idempotencyKeyHeader]: key, [dryRunHeader]: dryRun }),
    ...(takesVersion && { [expectedVersionHeader]: ifMatch }),
  });
  return { ...input, requestParams: { ...input.requestParams, header } };
}
