import { isStorableText } from '../../platform/input/text-types.ts';
import { decodeCursor, invalidCursorError } from '../../query/list-cursors.ts';

interface SearchPosition {
  rank: number;
  key: string;
  id: string;
}

export const formatSearchCursor = (accountId: number, { rank, key, id }: SearchPosition): string =>
  Buffer.from(JSON.stringify([accountId, 'search', rank, key, id])).toString('base64url');

/** @throws ActionError invalid_input */
export function parseSearchCursor(accountId: number, text: string): SearchPosition {
  const [workspace, kind, rank, key, id] = decodeCursor(text);
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && isStorableText(value);
  const isRank = Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 3;
  if (workspace !== accountId || kind !== 'search' || !isRank || !isText(key) || !isText(id))
    throw invalidCursorError('after');
  return { rank: Number(rank), key, id };
}
