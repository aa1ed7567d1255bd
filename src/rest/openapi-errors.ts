import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode, ErrorDetails } from '../domain/kernel/errors.ts';
import { ActionError, errorCatalogue } from '../domain/kernel/errors.ts';
import { describeError, errorBody } from './errors.ts';
import type { Route } from './route.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** Every code that an operation can answer: what its kind of input brings with it, and what it says itself. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const possible = new Set<ErrorCode>([
    'invalid_api_key',
    'missing_scope',
    'too_many_requests',
    'internal_error',
    'database_unavailable',
    ...route.errors,
  ]);
  if (route.input.from === 'query' || route.input.from === 'body') possible.add('invalid_input');
  if (route.input.from === 'body') {
    for (const code of ['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) {
      possible.add(code);
    }
  }
  return codes.filter((code) => possible.has(code));
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

function pascalCase(code: ErrorCode): string {
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

function errorResponseObject(id: string, possible: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const status = errorCatalogue[possible[0] as ErrorCode].status;
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

function sample(code: ErrorCode): unknown {
  const [message, details] = samples[code];
  return describeError(new ActionError(code, message, details), request);
}

const fieldFault = (path: string, code: string, message: string): ErrorDetails => ({
  errors: [{ path, code, message }],
});

/** What an answer of each code looks like. */
const samples: Record<ErrorCode, [message: string, details?: ErrorDetails]> = {
  malformed_json: [
    'The body is not valid JSON.',
    { detail: "Expected property name or '}' in JSON at position 1" },
  ],
  invalid_input: [
    'dueDate: must be a date that exists, written YYYY-MM-DD',
    fieldFault('dueDate', 'invalid_date', 'must be a date that exists, written YYYY-MM-DD'),
  ],
  invalid_api_key: ['Invalid X-API-KEY specified.'],
  wrong_workspace: ['This key belongs to workspace 1; it cannot read another’s identity.'],
  missing_scope: ['This key may read; the operation needs the scope "write".'],
  route_not_found: ['There is no operation GET /public/action/clients.'],
  record_not_found: [
    'There is no client with id "cli_unknown".',
    fieldFault('id', 'record_not_found', 'no such record'),
  ],
  name_not_found: [
    'There is no client named "Lovelace". Did you mean "Lovelace Analytics"?',
    {
      ...fieldFault('clientName', 'name_not_found', 'no such name'),
      nearMatches: ['Lovelace Analytics'],
    },
  ],
  method_not_allowed: ['DELETE is not allowed here; use PATCH, PUT.'],
  name_taken: [
    'There is a client named "Lovelace Analytics" already.',
    fieldFault('name', 'name_taken', 'is taken already'),
  ],
  number_taken: [
    'There is an invoice with the number INV-0042 already.',
    fieldFault('invoiceNumber', 'number_taken', 'is taken already'),
  ],
  number_ambiguous: ['Several invoices go by the number 42; name the client as well.'],
  invoice_closed: ['Invoice INV-0042 is paid and takes no payment.'],
  payment_exceeds_amount_due: ['The payment of 250 is larger than the 100 still due.'],
  conflicting_state: ['The record’s present state does not allow the change.'],
  id_missing: [
    'The body must carry the id of the record to update.',
    fieldFault('id', 'required', 'is required'),
  ],
  body_too_large: ['The body is larger than the limit of 1048576 bytes.'],
  unsupported_media_type: [
    'The body must be JSON, sent with the header Content-Type: application/json.',
  ],
  too_many_requests: ['The rate limit of this key is reached.'],
  internal_error: [
    `Something went wrong here. The request id ${request.requestId} finds it in the log.`,
  ],
  database_unavailable: ['The database did not answer. Try again in a moment.'],
};
