const maxAccountId = 2 ** 31 - 1;

/** Workspace and secret of a link, or undefined if the text is not a link. */
export function readLink(text: string): { accountId: number; viewToken: string } | undefined {
  const match = /^([1-9]\d{0,9})-([A-Za-z0-9_-]{22})$/.exec(text);
  const [accountId, viewToken] = [Number(match?.[1]), match?.[2]];
  return viewToken && accountId <= maxAccountId ? { accountId, viewToken } : undefined;
}
