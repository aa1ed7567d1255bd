import { isStorableText } from '../../platform/input/text-types.ts';
import { decodeCursor } from '../../query/list-cursors.ts';

interface SearchPosition {
  rank: number;
  key: string;
  id: string;
}

export const formatSearchCursor = (accountId: number, { rank, key, id }: SearchPosition): string =>
  Buffer.from(JSON.stringify([accountId, 'search', rank, key, id])).toString('base64url');

/** Returns undefined if the text is no cursor of a search in this workspace. */
export function parseSearchCursor(accountId: number, text: string): SearchPosition | undefined {
  const [workspace, kind, rank, key, id] = decodeCursor(text);
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && isStorableText(value);
  const isRank = Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 3;
  if (workspace !== accountId || kind !== 'search' || !isRank || !isText(key) || !isText(id))
    return undefined;
  return { rank: Number(rank), key, id };
}
