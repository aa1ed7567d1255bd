import { isOwedSql } from '../invoices/invoice-record.ts';

/** `alias` is the client's table, `$1` the workspace. */

const amounts = (column: string, table: string, condition: string) => (alias: string) =>
  `SELECT currency, sum(${column}) AS amount FROM "${table}" s
    WHERE s."accountId" = $1 AND s."clientId" = ${alias}.id AND ${condition}
    GROUP BY currency HAVING sum(${column}) <> 0 ORDER BY currency`;

export const outstandingByCurrencySql = amounts('"amountDue"', 'Invoice', isOwedSql.sql);

export const creditByCurrencySql = amounts('amount', 'ClientCredit', 'TRUE');
