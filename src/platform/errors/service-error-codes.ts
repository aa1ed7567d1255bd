/** Failures of the service or its database. */
export const serviceErrors = {
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
