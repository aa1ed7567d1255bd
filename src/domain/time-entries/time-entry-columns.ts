/** Prices and durations both ignore fractions of a second. */
export const wholeSecondsSql = (alias: string): string =>
  `floor(extract(epoch FROM ${alias}."timerEnd" - ${alias}."timerStart"))`;

export const secondsWorkedSql = (alias: string): string => `${wholeSecondsSql(alias)}::int`;

/** `$1` is the workspace. */
export const userFullNameSql = (alias: string): string => `(
  SELECT nullif(concat_ws(' ', u."firstName", u."lastName"), '') FROM "User" u
  WHERE u."accountId" = $1 AND u.id = ${alias}."userId")`;
