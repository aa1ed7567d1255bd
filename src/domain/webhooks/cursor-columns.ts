import type { SqlExpression } from '../../query/json-query.ts';
import { jsonValueSql } from '../../query/json-values.ts';

const columns = {
  position: 'plain',
  consecutiveFailures: 'plain',
  firstFailureAt: 'instant',
  nextAttemptAt: 'instant',
} as const;

/**
 * A column of an endpoint’s cursor, but not of its replay. Cursors are separate rows, so that deliveries do not change
 * the version of the endpoint.
 */
export const cursorColumnSql =
  (column: keyof typeof columns): SqlExpression =>
  (alias) =>
    `(SELECT ${jsonValueSql(`c."${column}"`, columns[column])} FROM "WebhookCursor" c
      WHERE c."accountId" = $1 AND c."endpointId" = ${alias}.id AND NOT c."isReplay")`;
