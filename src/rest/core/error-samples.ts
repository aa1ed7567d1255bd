import type { ErrorDetails } from '../../platform/errors/action-error.ts';
import type { ErrorCode } from '../../platform/errors/error-catalogue.ts';

const fieldFault = (path: string, code: string, message: string): ErrorDetails => ({
  errors: [{ path, code, message }],
});

/** What an error of each code says that this door answers. */
export const errorSamples = {
  malformed_json: [
    'The body is not valid JSON.',
    { detail: "Expected property name or '}' in JSON at position 1" },
  ],
  invalid_input: [
    'dueDate: must be a date that exists, written YYYY-MM-DD',
    fieldFault('dueDate', 'invalid_date', 'must be a date that exists, written YYYY-MM-DD'),
  ],
  invalid_api_key: ['Invalid X-API-KEY specified.'],
  not_signed_in: [
    'Nobody is signed in by this session or token: it has ended, or never was one. Sign in again.',
  ],
  issuer_unavailable: [
    'The service that vouches for you cannot be reached, so that nobody can be signed in by it. Try again in a moment.',
  ],
  workspace_required: [
    'You are a user of several workspaces: say by the header X-Workspace, with the number of one, which of them you mean.',
  ],
  wrong_workspace: ['This key belongs to workspace 1; it cannot read another’s identity.'],
  missing_scope: ['This key may read; the operation needs the scope "write".'],
  not_for_role: ['Only an owner makes, changes or removes an owner.'],
  route_not_found: ['No endpoint GET /public/action/clients. The operations are listed at /docs.'],
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
  id_taken: [
    'There is already a record with the id "cli_0199d2f0a1c27b1e9f4b6c1de0a35f10".',
    fieldFault('newId', 'id_taken', 'is taken already'),
  ],
  external_id_taken: [
    'Another client has this externalId and source: cli_0199d2f0a1c27b1e9f4b6c1de0a35f10.',
    fieldFault(
      'externalId',
      'external_id_taken',
      'is that of cli_0199d2f0a1c27b1e9f4b6c1de0a35f10',
    ),
  ],
  number_taken: [
    'There is an invoice with the number INV-0042 already.',
    fieldFault('invoiceNumber', 'number_taken', 'is taken already'),
  ],
  number_ambiguous: ['Several invoices go by the number 42; name the client as well.'],
  invoice_closed: ['Invoice INV-0042 is paid and takes no payment.'],
  duplicate_payment: [
    'Invoice INV-0042 has a payment of 250 EUR with the reference "RF18 5390" of that day already; nothing was applied. Send allowDuplicate where it is another one.',
    fieldFault('referenceNumber', 'duplicate_payment', 'is that of a payment there is'),
  ],
  payment_exceeds_amount_due: ['The payment of 250 is larger than the 100 still due.'],
  duplicate_refund: [
    'As much was given back of the payment with the reference "REFUND 2026-7" on that day already; nothing was refunded. Send allowDuplicate where it is another refund.',
    fieldFault('referenceNumber', 'duplicate_refund', 'is that of a refund there is'),
  ],
  refund_exceeds_payment: [
    '80 EUR is more than the 70 EUR that still count of the payment; nothing was refunded.',
    fieldFault('amount', 'out_of_range', 'must be at most 70'),
  ],
  credit_exceeded: [
    'The client has 30 EUR of credit; nothing was done.',
    fieldFault('amount', 'out_of_range', 'must be at most 30'),
  ],
  idempotency_key_in_use: [
    'A request with this idempotency key is still being worked on. Send it again in a moment, with the same key, to get its answer.',
  ],
  idempotency_key_reused: [
    'The idempotency key "pay-2026-0042" was used for another request. Send a new key with what is new, and the old one only with the same input.',
  ],
  conflicting_state: ['The record’s present state does not allow the change.'],
  id_missing: [
    'The body must carry the id of the record to update.',
    fieldFault('id', 'required', 'is required'),
  ],
  version_mismatch: [
    'The record has version 5 by now, and 3 was expected: it was changed meanwhile, and nothing was written. Read it again, and send what still has to be changed.',
    {
      errors: [
        {
          path: 'expectedVersion',
          code: 'version_mismatch',
          message: 'is not 5, the version that the record has',
        },
        { path: 'phone', code: 'changed_meanwhile', message: 'was changed meanwhile' },
      ],
    },
  ],
  events_expired: [
    'What came after this place is not told any more, or it is no place of this workspace. Read again what you show, and go on from the place that "now" gives.',
  ],
  body_too_large: ['The body is larger than the limit of 1048576 bytes.'],
  unsupported_media_type: [
    'The body must be JSON, sent with the header Content-Type: application/json.',
  ],
  too_many_requests: [
    'This key may send 30000 requests a minute, and no more are left. Try again in 12 s.',
  ],
  internal_error: [
    'Something went wrong here. The request id 5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57 finds it in the log.',
  ],
  outcome_unknown: [
    'Whether this was written is not known: the database’s answer was lost. Look before you send it again; request id 5f2c1f1e-3f5b-4a55-9a33-6e0f6d1c9b57.',
  ],
  read_only: [
    'The database takes no changes just now: it is read-only, a standby perhaps. Reading may go on.',
  ],
  database_unavailable: ['The database did not answer. Try again in a moment.'],
  malformed_request: ['The request is not one of HTTP.'],
  request_timeout: ['The request did not arrive in time.'],
  origin_not_allowed: [
    'Pages of https://site.example may not call this service: CORS_ORIGINS does not name that origin.',
  ],
  expectation_failed: ['The expectation "x" cannot be met; only 100-continue can.'],
  headers_too_large: ['The headers of the request are larger than 16 kB.'],
} as const satisfies Partial<Record<ErrorCode, readonly [message: string, details?: ErrorDetails]>>;

/** The codes of this door; the catalogue has a few more, which only other doors answer. */
export type RestErrorCode = keyof typeof errorSamples;

export const restErrorCodes = Object.keys(errorSamples) as [RestErrorCode, ...RestErrorCode[]];

/** The codes of what HTTP itself refuses, before a request has come to any operation. */
export const httpProtocolErrorCodes = [
  'malformed_request',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
] as const satisfies RestErrorCode[];
