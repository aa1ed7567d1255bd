/** Codes are stable. Titles and meanings can be reworded. */
export const errorCatalogue = {
  malformed_request: {
    status: 400,
    title: 'Bad Request',
    meaning: 'The request is not one of HTTP: its first line or its headers cannot be read.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    meaning: 'The body is not valid JSON, or not UTF-8.',
  },
  invalid_input: {
    status: 400,
    title: 'Invalid input',
    meaning: 'One or more fields have invalid values. `errors` lists all of them.',
  },
  invalid_operation: {
    status: 400,
    title: 'Invalid operation',
    meaning:
      'The GraphQL operation has a syntax error, does not match the schema or exceeds a limit.',
  },
  operation_too_costly: {
    status: 400,
    title: 'Operation too costly',
    meaning: 'The GraphQL operation exceeds a limit. The field `limits` returns the limits.',
  },
  operation_not_persisted: {
    status: 400,
    title: 'Operation not persisted',
    meaning: 'The GraphQL operation is not one of the persisted operations.',
  },
  operation_timed_out: {
    status: 503,
    title: 'Operation Timed Out',
    meaning:
      'The GraphQL operation exceeded its time limit and was cancelled. Mutations before the one that the error names were executed.',
  },
  changes_missed: {
    status: 503,
    title: 'Changes Missed',
    meaning: 'A subscription lost some changes. It continues; read the displayed records again.',
  },
  invalid_api_key: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The X-API-KEY header is missing, unknown, revoked or expired.',
  },
  not_signed_in: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The session or token has ended, or never was one.',
  },
  sign_in_refused: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The sign-in code, password, second factor or link is wrong, was used or has expired.',
  },
  sign_in_again: {
    status: 403,
    title: 'Forbidden',
    meaning: 'How one signs in is changed within a quarter of an hour of signing in.',
  },
  issuer_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning:
      'The external token issuer is unavailable, so the token cannot be verified. Try again in a moment.',
  },
  workspace_required: {
    status: 400,
    title: 'Workspace required',
    meaning:
      'The person who signed in is a user of several workspaces, and the header X-Workspace names none; or a contact of several clients, and X-Contact names none.',
  },
  wrong_workspace: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The path, or the header X-Workspace, names a workspace that is not the caller’s, or X-Contact a contact that it is not.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Forbidden',
    meaning: 'Browser requests from that origin are not allowed.',
  },
  missing_scope: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The key is valid, or the person signed in, but lacks the scope that the operation needs.',
  },
  not_for_role: {
    status: 403,
    title: 'Forbidden',
    meaning:
      'The role of the signed-in person does not allow this. Members see no amounts of projects and clients, and write only their own time and expenses. Only owners can add, change or remove owners.',
  },
  route_not_found: { status: 404, title: 'Not Found', meaning: 'The operation does not exist.' },
  record_not_found: {
    status: 404,
    title: 'Not Found',
    meaning: 'The workspace has no record with that id.',
  },
  name_not_found: {
    status: 404,
    title: 'Not Found',
    meaning:
      'The workspace has no record with that name that is not archived. The message lists near matches.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method Not Allowed',
    meaning: 'The path exists for other methods, which `Allow` lists.',
  },
  request_timeout: {
    status: 408,
    title: 'Request Timeout',
    meaning: 'The request did not arrive in time.',
  },
  name_taken: {
    status: 409,
    title: 'Conflict',
    meaning: 'Another record already has this name, e-mail address or external id.',
  },
  id_taken: {
    status: 409,
    title: 'Conflict',
    meaning:
      'Another record already has the id of the new record, or the record was created with different input.',
  },
  external_id_taken: {
    status: 409,
    title: 'Conflict',
    meaning: 'Another record of the type already has this externalId, of the same source.',
  },
  number_taken: {
    status: 409,
    title: 'Conflict',
    meaning: 'Another invoice or a credit note has this number already, or one that looks like it.',
  },
  number_ambiguous: {
    status: 409,
    title: 'Conflict',
    meaning: 'Several invoices go by this number; name the client or write the formatted number.',
  },
  invoice_closed: {
    status: 409,
    title: 'Conflict',
    meaning: 'The invoice is paid or voided and takes no payment.',
  },
  duplicate_payment: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The invoice already has a payment with the same referenceNumber, amount and date. Nothing was recorded. Send `allowDuplicate` to record another one.',
  },
  payment_exceeds_amount_due: {
    status: 409,
    title: 'Conflict',
    meaning: 'The payment exceeds the amount due. Nothing was recorded.',
  },
  duplicate_refund: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The payment already has a refund with the same referenceNumber, amount and date. Nothing was refunded. Send `allowDuplicate` to record another one.',
  },
  refund_exceeds_payment: {
    status: 409,
    title: 'Conflict',
    meaning: 'The refund exceeds the rest of the payment. Nothing was refunded.',
  },
  credit_exceeded: {
    status: 409,
    title: 'Conflict',
    meaning: 'The client has less credit than that. Nothing was applied or refunded.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Conflict',
    meaning:
      'A request with the same idempotency key is still in progress. Repeat it with the same key after `Retry-After` to get its response.',
  },
  conflicting_state: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The record’s present state, or a record that depends on it, does not allow the change.',
  },
  events_expired: {
    status: 410,
    title: 'Gone',
    meaning:
      'The events after this position are no longer stored, or the position is not from this workspace, for example after a restore. Read the displayed records again and continue from `now`.',
  },
  secret_not_kept: {
    status: 410,
    title: 'Gone',
    meaning:
      'A secret that a GraphQL mutation created is only in its first response, not in the response to a retry.',
  },
  id_missing: {
    status: 412,
    title: 'Precondition Failed',
    meaning: 'An update’s body does not carry the `id` of the record.',
  },
  not_done: {
    status: 409,
    title: 'Conflict',
    meaning:
      'Another mutation of the GraphQL operation failed, and the mutations of an operation with `@atomic` succeed or fail together.',
  },
  version_mismatch: {
    status: 412,
    title: 'Precondition Failed',
    meaning:
      'The record has another version than `If-Match`, so nothing was written. With `expectedVersion` in the body, the status is 409. `errors` names the fields that changed since, if the audit log still has them. The header `ETag` has the current version.',
  },
  body_too_large: {
    status: 413,
    title: 'Payload Too Large',
    meaning: 'The body exceeds the size limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported Media Type',
    meaning: 'The body is not application/json in UTF-8, or it is compressed.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation Failed',
    meaning: 'The header Expect has another value than 100-continue.',
  },
  websocket_unsupported: {
    status: 426,
    title: 'Upgrade Required',
    meaning:
      'The GraphQL endpoint does not serve WebSockets; subscriptions are server-sent events.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Unprocessable Content',
    meaning:
      'The idempotency key was used for another request, or for other input; nothing was done.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too Many Requests',
    meaning: 'The rate limit is exceeded. Try again after `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'Request Header Fields Too Large',
    meaning: 'The headers of the request are larger than the service reads.',
  },
  internal_error: {
    status: 500,
    title: 'Internal Server Error',
    meaning: 'An internal error. The log contains the request id.',
  },
  outcome_unknown: {
    status: 500,
    title: 'Outcome Unknown',
    meaning:
      'The database connection was lost while a change was written, or before the result was read. Check whether the change exists before you send it again. With an idempotency key, repeat the request with the same key. The log contains the request id.',
  },
  read_only: {
    status: 503,
    title: 'Read Only',
    meaning:
      'The database takes no changes just now, being a standby perhaps; nothing was written, and reading goes on. Try again later.',
  },
  database_unavailable: {
    status: 503,
    title: 'Service Unavailable',
    meaning:
      'The database cannot be reached or is overloaded; nothing was written. Try again in a moment.',
  },
} as const;

export type ErrorCode = keyof typeof errorCatalogue;

/** The expected version in a body makes a 409, in `If-Match` a 412. */
export const errorStatusesOf = (code: ErrorCode, hasBody: boolean): number[] =>
  code === 'version_mismatch' && hasBody ? [412, 409] : [errorCatalogue[code].status];

export const errorTitleOf = (code: ErrorCode, status: number): string =>
  status === 409 ? errorCatalogue.conflicting_state.title : errorCatalogue[code].title;
