/** What is shown with a time entry, as a statement writes it of the entry under an alias. */

/** How long was worked, in whole seconds: prices and durations ignore fractions alike. */
export const wholeSecondsSql = (alias: string): string =>
  `floor(extract(epoch FROM ${alias}."timerEnd" - ${alias}."timerStart"))`;

/** The same for an Int. */
export const secondsWorkedSql = (alias: string): string => `${wholeSecondsSql(alias)}::int`;

/** First and last name of who worked, as far as they are known. */
export const userFullNameSql = (alias: string): string => `(
  SELECT nullif(concat_ws(' ', u."firstName", u."lastName"), '') FROM "User" u
  WHERE u."accountId" = $1 AND u.id = ${alias}."userId")`;
