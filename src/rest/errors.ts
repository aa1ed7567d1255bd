import { type ActionError, errorCatalogue } from '../domain/kernel/errors.ts';

/** The body of every error of the action surface (decisions, "Error body"). */
export interface ErrorBody {
  status: number;
  error: string;
  message: string;
  detail: string | null;
  path: string;
  timestamp: string;
  code: string;
  errors: { path: string; code: string; message: string }[];
  requestId: string;
}

/** The one place where errors of the domain become answers of this door. */
export function errorResponse(
  error: ActionError,
  request: { path: string; requestId: string; now: Date },
): Response {
  const { allow, detail, errors = [], nearMatches = [], retryAfterSeconds } = error.details;
  const { status, title, meaning } = errorCatalogue[error.code];
  const near = nearMatches.length > 0 ? `Near matches: ${nearMatches.join(', ')}.` : undefined;
  const body: ErrorBody = {
    status,
    error: title,
    message: error.message,
    detail: detail ?? near ?? meaning,
    path: request.path,
    timestamp: request.now.toISOString(),
    code: error.code,
    errors,
    requestId: request.requestId,
  };
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' });
  if (status === 401) headers.set('www-authenticate', 'ApiKey realm="actiongraph"');
  if (allow !== undefined) headers.set('allow', allow);
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return new Response(JSON.stringify(body), { status, headers });
}
