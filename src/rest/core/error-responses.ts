import { z } from 'zod';
import type { HttpResponse } from '../../http/http-response.ts';
import { toFetchResponse } from '../../http/http-response.ts';
import { ActionError } from '../../platform/errors/action-error.ts';
import type { ErrorCode } from '../../platform/errors/error-catalogue.ts';
import { errorCatalogue, errorTitleOf } from '../../platform/errors/error-catalogue.ts';
import { restErrorCodes } from './error-samples.ts';
import { formatEntityTag } from './preconditions.ts';

const fieldError = z
  .object({
    path: z.string().meta({
      description: 'Path of the field in the input: `items.0.rate`. Empty for the whole body.',
    }),
    code: z.string().meta({ description: 'Code of the rule: `required`, `invalid_date` …' }),
    message: z.string().meta({ description: 'What is wrong with the value, or what it must be.' }),
  })
  .meta({ id: 'FieldError', description: 'An invalid field.' });

export const errorBodySchema = z
  .object({
    status: z.int().meta({ description: 'The HTTP status.' }),
    error: z.string().meta({ description: 'Title of the HTTP status.' }),
    message: z.string().meta({ description: 'What went wrong and what to do.' }),
    detail: z.string().meta({ description: 'More details, for example near matches of a name.' }),
    path: z.string().meta({ description: 'Path of the request.' }),
    timestamp: z.string().meta({ description: 'Time of the error in UTC.', format: 'date-time' }),
    code: z.enum(restErrorCodes).meta({ description: 'Stable error code for programs.' }),
    errors: z.array(fieldError).meta({ description: 'All invalid fields. Often empty.' }),
    requestId: z.string().meta({ description: 'Id of the request in the log.' }),
  })
  .meta({ id: 'Error', description: 'An error.' });

export type ErrorBody = Omit<z.output<typeof errorBodySchema>, 'code'> & { code: ErrorCode };

/** Status that nginx logs if the client disconnects before the response. */
export const clientClosedRequestStatus = 499;

export interface FailedRequest {
  path: string;
  requestId: string;
  now: Date;
  /** Additional headers of the response. */
  headers?: Readonly<Record<string, string>>;
}

export function toErrorBody(error: ActionError, request: FailedRequest): ErrorBody {
  const { detail, errors = [], nearMatches = [] } = error.details;
  const { code, status } = error;
  const { meaning } = errorCatalogue[code];
  const nearMatchesText =
    nearMatches.length > 0 ? `Near matches: ${nearMatches.join(', ')}.` : undefined;
  return {
    status,
    error: errorTitleOf(code, status),
    message: error.message,
    detail: detail ?? nearMatchesText ?? meaning,
    path: request.path,
    timestamp: request.now.toISOString(),
    code,
    errors,
    requestId: request.requestId,
  };
}

export function responseHeaders(requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

export function toErrorResponse(error: ActionError, request: FailedRequest): HttpResponse {
  const { allow, currentVersion, retryAfterSeconds } = error.details;
  const body = toErrorBody(error, request);
  const headers = { ...responseHeaders(request.requestId), ...request.headers };
  if (body.status === 401) headers['www-authenticate'] = 'ApiKey realm="actiongraph"';
  if (allow !== undefined) headers.allow = allow;
  if (currentVersion !== undefined) headers.etag = formatEntityTag(currentVersion);
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  return { status: body.status, headers, body: JSON.stringify(body) };
}

export const toFetchErrorResponse = (error: ActionError, request: FailedRequest): Response =>
  toFetchResponse(toErrorResponse(error, request));

/** Clients recognise a wrong base URL by the first words of the message. */
export function endpointNotFoundError(method: string, path: string): ActionError {
  const message = `No endpoint ${method} ${path}. See /docs for the list of operations.`;
  return new ActionError('route_not_found', message);
}
