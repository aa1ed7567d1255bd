import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode, ErrorDetails } from '../domain/kernel/errors.ts';
import { ActionError, errorCatalogue } from '../domain/kernel/errors.ts';
import { errorSamples, type SurfaceCode, surfaceCodes } from './error-samples.ts';
import { describeError, errorBody } from './errors.ts';
import type { Route } from './route.ts';

/** Every code that an operation can answer: what its kind of input brings with it, and what it says itself. */
export function errorCodesOf(route: Route): SurfaceCode[] {
  const possible = new Set<ErrorCode>([
    'invalid_api_key',
    'not_signed_in',
    'issuer_unavailable',
    'workspace_required',
    'wrong_workspace',
    'missing_scope',
    'not_for_role',
    'too_many_requests',
    'internal_error',
    'database_unavailable',
    ...route.errors,
  ]);
  if (route.scopes.some((scope) => scope.endsWith(':write'))) possible.add('outcome_unknown');
  if (route.method !== 'GET') {
    // A page that is not allowed sent somebody's cookie along.
    possible.add('origin_not_allowed');
    // Of the header Idempotency-Key.
    for (const code of [
      'idempotency_key_in_use',
      'idempotency_key_reused',
      'invalid_input',
    ] as const) {
      possible.add(code);
    }
  }
  // What is said in their place to a key that may not read.
  if (possible.has('name_taken') || possible.has('number_taken')) possible.add('conflicting_state');
  if (route.input.from === 'query' || route.input.from === 'body') possible.add('invalid_input');
  if (route.input.from === 'body') {
    for (const code of ['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) {
      possible.add(code);
    }
  }
  return surfaceCodes.filter((code) => possible.has(code));
}

/** The responses of an operation that are errors: one for each status, shared by all operations with the same codes. */
export function createErrorResponses(): (route: Route) => Record<string, ZodOpenApiResponseObject> {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  return (route) => {
    const possible = errorCodesOf(route);
    const responses: Record<string, ZodOpenApiResponseObject> = {};
    for (const status of new Set(possible.map((code) => errorCatalogue[code].status))) {
      const ofStatus = possible.filter((code) => errorCatalogue[code].status === status);
      const id = ofStatus.map(pascalCase).join('Or');
      const response = shared.get(id) ?? errorResponseObject(id, ofStatus);
      shared.set(id, response);
      responses[status] = response;
    }
    return responses;
  };
}

function pascalCase(code: SurfaceCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The headers that tell one answer from another; the id of a request is on each of them. */
export const requestIdHeader = z.string().meta({
  header: { id: 'X-Request-Id' },
  description: 'The id under which the request stands in the log.',
});

const retryAfterHeader = z.int().meta({
  header: { id: 'Retry-After' },
  description: 'Seconds after which trying again makes sense.',
});

const authenticateHeader = z.string().meta({
  header: { id: 'WWW-Authenticate' },
  description: 'The scheme that is asked for.',
});

function errorResponseObject(
  id: string,
  possible: readonly SurfaceCode[],
): ZodOpenApiResponseObject {
  const status = errorCatalogue[possible[0] as SurfaceCode].status;
  return {
    id,
    description: possible
      .map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`)
      .join(possible.length > 1 ? '\n\n' : ''),
    headers: z.object({
      'X-Request-Id': requestIdHeader,
      ...(status === 401 ? { 'WWW-Authenticate': authenticateHeader } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': retryAfterHeader } : {}),
    }),
    content: {
      'application/json': {
        schema: errorBody,
        examples: Object.fromEntries(
          possible.map((code) => [
            code,
            { summary: errorCatalogue[code].title, value: sample(code) },
          ]),
        ),
      },
    },
  };
}

const request = {
  path: '/public/action/clients/update',
  requestId: '5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57',
  now: new Date('2026-03-31T14:00:00Z'),
};

function sample(code: SurfaceCode): unknown {
  const [message, details]: readonly [string, ErrorDetails?] = errorSamples[code];
  return describeError(new ActionError(code, message, details), request);
}
