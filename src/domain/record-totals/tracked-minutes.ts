import { wholeMinutesSql } from '../reports/report-sql.ts';

/** `alias` is the record's table, `$1` the workspace. */
const trackedMinutes =
  (column: 'clientId' | 'projectId' | 'deliverableId', condition = 'TRUE') =>
  (alias: string) =>
    `(SELECT ${wholeMinutesSql('e').sql} FROM "TimeEntry" e
      WHERE e."accountId" = $1 AND e."${column}" = ${alias}.id AND ${condition})`;

export const projectMinutesSql = trackedMinutes('projectId');

export const deliverableMinutesSql = trackedMinutes('deliverableId');

export const unbilledClientMinutesSql = trackedMinutes(
  'clientId',
  'e."invoiceId" IS NULL AND e.billable',
);
