/** `$1` is the workspace. */
export const lastCommentSql = (alias: string): string => `(
  SELECT c.comment FROM "TicketComment" c WHERE c."accountId" = $1 AND c."ticketId" = ${alias}.id
  ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1)`;
