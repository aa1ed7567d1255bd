import { parsePrismaCursor } from '@pothos/plugin-prisma';
import { invalidInput } from '../domain/kernel/errors.ts';
import type { ListedModel } from '../domain/kernel/lists.ts';
import { isStorable } from '../domain/kernel/text-kinds.ts';
import { pageSize } from './builder.ts';

/** What lists are asked with, and what pages may be asked for. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  after?: string | null | undefined;
  before?: string | null | undefined;
  includeArchived?: boolean | null;
  includeInactive?: boolean | null;
}

/** How many records a page is to have. */
export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? pageSize.usual;
}

/**
 * Asking for more than a page may have is an error and never a silently shorter page.
 * @throws ActionError invalid_input
 */
export function checkPageSize(given: ConnectionArguments): void {
  const size = pageSizeOf(given);
  if (size >= 0 && size <= pageSize.most) return;
  const path = given.first === undefined || given.first === null ? 'last' : 'first';
  throw invalidInput([
    { path, code: 'out_of_range', message: `must be from 0 to ${pageSize.most}` },
  ]);
}

/** A page costs its size times what is asked of each record; an empty one as one record, for its statement is as long. */
export const complexity = (given: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(pageSizeOf(given), pageSize.most)),
});

/**
 * The id in a list's cursor. The cursor means that record of the key's workspace, whatever workspace it was made in.
 * @throws ActionError invalid_input for one that no list of the model can have given
 */
export function checkCursor(
  model: ListedModel,
  { after, before }: ConnectionArguments,
): string | number | undefined {
  const given = after ?? before;
  if (given === null || given === undefined) return undefined;
  const parsed: unknown = parsePrismaCursor(given);
  const id: unknown = Array.isArray(parsed) ? parsed[1] : undefined;
  const fits = model === 'User' ? isInt32(id) : typeof id === 'string' && isStorable(id);
  if (fits) {
    return id as string | number;
  }
  const path = after === null || after === undefined ? 'before' : 'after';
  throw invalidInput([{ path, code: 'invalid_cursor', message: 'is not a cursor of this list' }]);
}

const isInt32 = (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
