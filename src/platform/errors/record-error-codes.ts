/** Inputs, records and their versions. */
export const recordErrors = {
  invalid_input: {
    status: 400,
    title: 'Invalid input',
    meaning: 'One or more fields have invalid values. `errors` lists all of them.',
  },
  id_missing: {
    status: 412,
    title: 'Precondition Failed',
    meaning: 'The input has no `id` of the record.',
  },
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
  conflicting_state: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The record’s present state, or a record that depends on it, does not allow the change.',
  },
  version_mismatch: {
    status: 412,
    title: 'Precondition Failed',
    meaning:
      'The record has another version than `If-Match`, so nothing was written. With `expectedVersion` in the body, the status is 409. `errors` names the fields that changed since, if the audit log still has them. The header `ETag` has the current version.',
  },
  idempotency_key_in_use: {
    status: 409,
    title: 'Conflict',
    meaning:
      'A request with the same idempotency key is still in progress. Repeat it with the same key after `Retry-After` to get its response.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Unprocessable Content',
    meaning:
      'The idempotency key was used for another request, or for other input; nothing was done.',
  },
  events_expired: {
    status: 410,
    title: 'Gone',
    meaning:
      'The events after this position are no longer stored, or the position is not from this workspace, for example after a restore. Read the displayed records again and continue from `now`.',
  },
} as const;
