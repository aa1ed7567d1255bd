import type { ErrorDetails } from '../../platform/errors/action-error.ts';
import type { ErrorCode } from '../../platform/errors/error-catalogue.ts';

const fieldErrorDetails = (path: string, code: string, message: string): ErrorDetails => ({
  errors: [{ path, code, message }],
});

export const errorSamples = {
  malformed_json: [
    'The body is not valid JSON.',
    { detail: "Expected property name or '}' in JSON at position 1" },
  ],
  invalid_input: [
    'dueDate: must be a date that exists, written YYYY-MM-DD',
    fieldErrorDetails('dueDate', 'invalid_date', 'must be a date that exists, written YYYY-MM-DD'),
  ],
  invalid_api_key: ['Invalid X-API-KEY specified.'],
  not_signed_in: ['The session or token is invalid or has ended. Sign in again.'],
  issuer_unavailable: ['The sign-in provider is unavailable. Try again in a moment.'],
  workspace_required: [
    'You are a user of several workspaces. Choose one with the header X-Workspace and its number.',
  ],
  wrong_workspace: ['This key belongs to workspace 1 and cannot read another workspace.'],
  missing_scope: ['This key lacks the scope "clients:write", which this needs.'],
  not_for_role: ['Only an owner can add, change or remove owners.'],
  route_not_found: [
    'No endpoint GET /public/action/clients. See /docs for the list of operations.',
  ],
  record_not_found: [
    'There is no client with id "cli_unknown".',
    fieldErrorDetails('id', 'record_not_found', 'no such record'),
  ],
  name_not_found: [
    'There is no client named "Lovelace". Did you mean "Lovelace Analytics"?',
    {
      ...fieldErrorDetails(
        'clientName',
        'name_not_found',
        'no such name. Did you mean "Lovelace Analytics"?',
      ),
      nearMatches: ['Lovelace Analytics'],
    },
  ],
  method_not_allowed: ['DELETE is not allowed here; use PATCH, PUT.'],
  name_taken: [
    'There is already a client named "Lovelace Analytics".',
    fieldErrorDetails('name', 'name_taken', 'is already taken'),
  ],
  id_taken: [
    'There is already a record with the id "cli_0199d2f0a1c27b1e9f4b6c1de0a35f10".',
    fieldErrorDetails('newId', 'id_taken', 'is already taken'),
  ],
  external_id_taken: [
    'Another client has this externalId and source: cli_0199d2f0a1c27b1e9f4b6c1de0a35f10.',
    fieldErrorDetails(
      'externalId',
      'external_id_taken',
      'is that of cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
    ),
  ],
  number_taken: [
    'The number "INV-0042" is already taken.',
    fieldErrorDetails('invoiceNumber', 'number_taken', 'is already taken'),
  ],
  number_ambiguous: [
    'Several invoices go by the number 42. Name the client or write the formatted number.',
  ],
  invoice_closed: ['Invoice INV-0042 is PAID and takes no payment.'],
  duplicate_payment: [
    'Invoice INV-0042 has a payment of 250 EUR with the reference "RF18 5390" on that day. Nothing was recorded. Send allowDuplicate to record another one.',
    fieldErrorDetails(
      'referenceNumber',
      'duplicate_payment',
      'is the number of an existing payment',
    ),
  ],
  duplicate_bill: [
    'The bill RE-2026-17 of Hosting GmbH is already the expense exp_0199d2f0a1c27b1e9f4b6c1de0a35f11. Nothing was created. Send allowDuplicate to create another one.',
    fieldErrorDetails(
      'file',
      'duplicate_bill',
      'is the expense exp_0199d2f0a1c27b1e9f4b6c1de0a35f11',
    ),
  ],
  payment_exceeds_amount_due: [
    '250 EUR exceeds the amount due of 100 EUR on invoice INV-0042. Nothing was recorded.',
  ],
  duplicate_refund: [
    'The same amount of the payment was already refunded with the reference "REFUND 2026-7" on that day. Nothing was refunded. Send allowDuplicate to record another refund.',
    fieldErrorDetails('referenceNumber', 'duplicate_refund', 'is the number of an existing refund'),
  ],
  refund_exceeds_payment: [
    '80 EUR exceeds the rest of the payment, 70 EUR. Nothing was refunded.',
    fieldErrorDetails('amount', 'out_of_range', 'must be at most 70'),
  ],
  credit_exceeded: [
    'The client has 30 EUR of credit. Nothing was changed.',
    fieldErrorDetails('amount', 'out_of_range', 'must be at most 30'),
  ],
  e_invoice_incomplete: [
    'This invoice cannot be an XRechnung: the buyer reference is missing (client.buyerReference). Set it on the client or on the invoice.',
    fieldErrorDetails(
      'client.buyerReference',
      'BR-DE-15',
      'This invoice cannot be an XRechnung: the buyer reference is missing (client.buyerReference). Set it on the client or on the invoice.',
    ),
  ],
  idempotency_key_in_use: [
    'A request with this idempotency key is still in progress. Repeat it with the same key in a moment to get its response.',
  ],
  idempotency_key_reused: [
    'The idempotency key "pay-2026-0042" was used for another request. Use a new key for a new request, and the same key only for the same input.',
  ],
  conflicting_state: ['The current state of the record does not allow the change.'],
  id_missing: [
    'The id of the record is missing. Send it as `id`.',
    fieldErrorDetails('id', 'required', 'is required'),
  ],
  version_mismatch: [
    'The record was changed and now has version 5 (expected: 3). Nothing was written. Read it again and repeat your change.',
    {
      errors: [
        {
          path: 'expectedVersion',
          code: 'version_mismatch',
          message: 'is not 5, the current version of the record',
        },
        { path: 'phone', code: 'changed_meanwhile', message: 'was changed since' },
      ],
    },
  ],
  events_expired: [
    'after: The events after this position are no longer stored, or the position is not from this workspace. Read the records that you need again, and continue with "now".',
  ],
  secret_not_kept: [
    'The field secret is a secret that was only in the first response. If you lost it, create a new one.',
  ],
  body_too_large: ['The body exceeds the limit of 1048576 bytes.'],
  unsupported_media_type: [
    'The body must be JSON, sent with the header Content-Type: application/json.',
  ],
  too_many_requests: [
    'This key has a limit of 30000 requests per minute, and none are left. Try again in 12 s.',
  ],
  internal_error: [
    'Internal error. The log contains the request id 5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57.',
  ],
  outcome_unknown: [
    'It is unknown whether this was written, because the connection to the database was lost. Check whether it exists before you send it again; request id 5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57.',
  ],
  read_only: ['The database is read-only at the moment, for example a standby. Reads still work.'],
  database_unavailable: ['The database did not respond. Try again in a moment.'],
  malformed_request: ['The request is not valid HTTP.'],
  request_timeout: ['The request did not arrive in time.'],
  origin_not_allowed: [
    'Pages of https://site.example cannot call this service: CORS_ORIGINS does not contain that origin.',
  ],
  expectation_failed: ['The expectation "x" is not supported; only 100-continue is.'],
  headers_too_large: ['The headers of the request exceed 16 kB.'],
} as const satisfies Partial<Record<ErrorCode, readonly [message: string, details?: ErrorDetails]>>;

export type RestErrorCode = keyof typeof errorSamples;

export const restErrorCodes = Object.keys(errorSamples) as [RestErrorCode, ...RestErrorCode[]];

/** HTTP errors that occur before a route is found. */
export const httpProtocolErrorCodes = [
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
] as const satisfies RestErrorCode[];
