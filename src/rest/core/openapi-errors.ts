import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorDetails } from '../../platform/errors/action-error.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { ErrorCode } from '../../platform/errors/error-catalogue.ts';
import {
  errorCatalogue,
  errorStatusesOf,
  errorTitleOf,
} from '../../platform/errors/error-catalogue.ts';
import { errorBodySchema, toErrorBody } from './error-responses.ts';
import { errorSamples, type RestErrorCode, restErrorCodes } from './error-samples.ts';
import { ignoredParametersHeader, preferenceHeader } from './ignored-parameters.ts';
import type { Route } from './route.ts';

/** Codes that reveal that a record exists. */
const revealingCodes = ['name_taken', 'number_taken', 'id_taken', 'external_id_taken'] as const;

export function errorCodesOf(route: Route): RestErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_api_key',
    'not_signed_in',
    'issuer_unavailable',
    'origin_not_allowed',
    'workspace_required',
    'wrong_workspace',
    'missing_scope',
    'not_for_role',
    'too_many_requests',
    'internal_error',
    'database_unavailable',
    // For unknown names with `Prefer: handling=strict`.
    'invalid_input',
    ...route.errors,
  ]);
  if (route.method !== 'GET') {
    codes.add('outcome_unknown');
    codes.add('read_only');
    // For the header Idempotency-Key.
    codes.add('idempotency_key_in_use').add('idempotency_key_reused');
  }
  // Keys without read access get conflicting_state instead.
  if (route.creates) codes.add('id_taken');
  if (takesExternalId(route)) codes.add('external_id_taken');
  if (revealingCodes.some((code) => codes.has(code))) codes.add('conflicting_state');
  if (route.takesVersion) codes.add('version_mismatch');
  if (hasBody(route)) {
    for (const code of ['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) {
      codes.add(code);
    }
  }
  return restErrorCodes.filter((code) => codes.has(code));
}

const hasBody = ({ input }: Route) => input.from === 'body' || input.from === 'form';

function takesExternalId({ input }: Route): boolean {
  if (input.from !== 'body') return false;
  const hasExternalId = (schema: z.ZodType): boolean =>
    schema instanceof z.ZodUnion
      ? (schema.options as z.ZodType[]).some(hasExternalId)
      : schema instanceof z.ZodObject && 'externalId' in schema.shape;
  return hasExternalId(input.schema);
}

/** One response per status. Operations with the same codes share it. */
export function createOpenApiErrorResponses(): (
  route: Route,
) => Record<string, ZodOpenApiResponseObject> {
  const shared = new Map<string, ZodOpenApiResponseObject>();
  return (route) => {
    const codes = errorCodesOf(route);
    const responses: Record<string, ZodOpenApiResponseObject> = {};
    const statuses = (code: RestErrorCode) => errorStatusesOf(code, hasBody(route));
    for (const status of new Set(codes.flatMap(statuses))) {
      const codesOfStatus = codes.filter((code) => statuses(code).includes(status));
      const id = codesOfStatus.map(pascalCase).join('Or');
      const name = codesOfStatus.some((code) => errorCatalogue[code].status === status)
        ? id
        : `${id}InBody`;
      const response = shared.get(name) ?? errorResponseObject(name, status, codesOfStatus);
      shared.set(name, response);
      responses[status] = response;
    }
    return responses;
  };
}

function pascalCase(code: RestErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export const requestIdHeader = z.string().meta({
  header: { id: 'X-Request-Id' },
  description: 'Id of the request in the log.',
});

export const entityTagHeader = z
  .string()
  .optional()
  .meta({
    header: { id: 'ETag' },
    description: 'Version of the record in quotation marks, for `If-Match`.',
  });

export const rateLimitHeaders = {
  RateLimit: z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit' },
      description:
        'Remaining requests of the key or person in this minute (`r`) and seconds until the reset (`t`): `"requests";r=29999;t=42`. Missing without a known caller or a limit.',
    }),
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      header: { id: 'RateLimit-Policy' },
      description:
        'Requests (`q`) per number of seconds (`w`) for a key or person: `"requests";q=30000;w=60`. Missing without a limit.',
    }),
};

export const preferenceHeaders = {
  [ignoredParametersHeader]: z
    .string()
    .optional()
    .meta({
      header: { id: ignoredParametersHeader },
      description:
        'Query parameters and body fields that were ignored, at most 20, percent-encoded, with commas between: `status, items.0.taxrate`.',
    }),
  [preferenceHeader]: z
    .string()
    .optional()
    .meta({
      header: { id: preferenceHeader },
      description: '`handling=strict` if the request preferred it.',
    }),
};

const retryAfterHeader = z.int().meta({
  header: { id: 'Retry-After' },
  description: 'Seconds to wait before the next attempt.',
});

const authenticateHeader = z.string().meta({
  header: { id: 'WWW-Authenticate' },
  description: 'Required authentication scheme.',
});

function errorResponseObject(
  id: string,
  status: number,
  codes: readonly RestErrorCode[],
): ZodOpenApiResponseObject {
  return {
    id,
    description: codes
      .map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`)
      .join(codes.length > 1 ? '\n\n' : ''),
    headers: z.object({
      'X-Request-Id': requestIdHeader,
      ...(codes.includes('version_mismatch') ? { ETag: entityTagHeader } : {}),
      ...rateLimitHeaders,
      ...preferenceHeaders,
      ...(status === 401 ? { 'WWW-Authenticate': authenticateHeader } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': retryAfterHeader } : {}),
    }),
    content: {
      'application/json': {
        schema: errorBodySchema,
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: errorTitleOf(code, status), value: sampleBody(code, status) },
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

function sampleBody(code: RestErrorCode, status: number): unknown {
  const [message, sampleDetails]: readonly [string, ErrorDetails?] = errorSamples[code];
  const isOther = status !== errorCatalogue[code].status;
  const details = isOther ? { ...sampleDetails, status: 409 as const } : sampleDetails;
  return toErrorBody(new ActionError(code, message, details), request);
}
