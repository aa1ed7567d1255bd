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

/** The body of every error of the action surface. */
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

/** What nginx notes of a request whose client left before there was an answer; nobody reads it but in the log. */
export const clientClosedRequestStatus = 499;

/** What an error says of the request it answers. */
export interface FailedRequest {
  path: string;
  requestId: string;
  now: Date;
  /** Headers of its answer, besides those of every answer. */
  headers?: Readonly<Record<string, string>>;
}

/** An error of the domain in the words of this door. */
export function toErrorBody(error: ActionError, request: FailedRequest): ErrorBody {
  const { detail, errors = [], nearMatches = [] } = error.details;
  const { code, status } = error;
  const { meaning } = errorCatalogue[code];
  const near = nearMatches.length > 0 ? `Near matches: ${nearMatches.join(', ')}.` : undefined;
  return {
    status,
    error: errorTitleOf(code, status),
    message: error.message,
    detail: detail ?? near ?? meaning,
    path: request.path,
    timestamp: request.now.toISOString(),
    code,
    errors,
    requestId: request.requestId,
  };
}

/** The headers of every answer of this door, success or error. */
export function responseHeaders(requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  };
}

/** The one place where errors of the domain become answers of this door. */
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

/** {@link toErrorResponse} for who answers by the Fetch API. */
export const toFetchErrorResponse = (error: ActionError, request: FailedRequest): Response =>
  toFetchResponse(toErrorResponse(error, request));

/** The error for a path at which there is no operation; clients recognise a wrong base URL by its first words. */
export function endpointNotFoundError(method: string, path: string): ActionError {
  const message = `No endpoint ${method} ${path}. See /docs for the list of operations.`;
  return new ActionError('route_not_found', message);
}
