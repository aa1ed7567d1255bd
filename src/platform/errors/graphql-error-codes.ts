/** Operations and subscriptions of GraphQL. */
export const graphqlErrors = {
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
  not_done: {
    status: 409,
    title: 'Conflict',
    meaning:
      'Another mutation of the GraphQL operation failed, and the mutations of an operation with `@atomic` succeed or fail together.',
  },
  secret_not_kept: {
    status: 410,
    title: 'Gone',
    meaning:
      'A secret that a write created is only in its first response, not in the response to a retry.',
  },
  changes_missed: {
    status: 503,
    title: 'Changes Missed',
    meaning: 'A subscription lost some changes. It continues; read the displayed records again.',
  },
} as const;
