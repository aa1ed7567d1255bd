import { isOwedSql } from '../invoices/invoice-record.ts';

/** Rows of `currency` and `amount` for the client under an alias. The workspace is the first parameter. */

const amounts = (column: string, table: string, condition: string) => (alias: string) =>
  `SELECT currency, sum(${column}) AS amount FROM "${table}" s
    WHERE s."accountId" = $1 AND s."clientId" = ${alias}.id AND ${condition}
    GROUP BY currency HAVING sum(${column}) <> 0 ORDER BY currency`;

/** What a client owes on open invoices that were issued. */
export const outstandingByCurrencySql = amounts('"amountDue"', 'Invoice', isOwedSql.sql);

/** What a client has paid that no invoice needs yet. */
export const creditByCurrencySql = amounts('amount', 'ClientCredit', 'TRUE');
