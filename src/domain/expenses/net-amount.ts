/** Amount of the expense `t` without tax, multiplied by `percent` ÷ 100. Negative for a credit note. */
export const netExpenseSql = (percent = '100'): string =>
  `coalesce(t."netAmount", t.amount) * ${percent}
  / CASE WHEN t."netAmount" IS NULL AND t."taxInclusive" AND t."taxRate" > 0 THEN 100 + t."taxRate" ELSE 100 END
  * CASE t.kind WHEN 'CREDIT_NOTE' THEN -1 ELSE 1 END`;
