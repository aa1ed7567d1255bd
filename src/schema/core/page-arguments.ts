import { invalidInputError } from '../../platform/errors/action-error.ts';

/** Records of a page by default, and at most. */
export const pageSizeLimits = { usual: 25, most: 100 };

/** What lists are asked with, and what pages may be asked for. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  /** What `after` or `before` gave: see {@link normalizePageArguments}. */
  cursor?: { path: 'after' | 'before'; text: string };
  /** Arguments that were given beside those which they contradict. */
  contradicting?: string;
  includeArchived?: boolean | null;
  includeInactive?: boolean | null;
}

interface GivenCursors extends ConnectionArguments {
  after?: string | null;
  before?: string | null;
}

const isGiven = (argument: unknown) => argument !== null && argument !== undefined;

/** The arguments of a list, its cursor with the argument that gave it. What comes before a cursor is asked for from the end. */
export function normalizePageArguments(given: object): ConnectionArguments {
  const { after, before, ...rest } = given as GivenCursors;
  const contradicting = contradictionOf(given as GivenCursors);
  const said = { ...rest, ...(contradicting !== undefined && { contradicting }) };
  if (isGiven(after)) return { ...said, cursor: { path: 'after', text: String(after) } };
  if (!isGiven(before)) return said;
  const cursor = { path: 'before', text: String(before) } as const;
  return isGiven(rest.first) ? { ...said, cursor } : { ...said, last: pageSizeOf(rest), cursor };
}

/** The argument that contradicts another one: a page goes forward from its start or backward from its end. */
function contradictionOf({ first, last, after, before }: GivenCursors): string | undefined {
  if (isGiven(before) && (isGiven(after) || isGiven(first))) return 'before';
  return isGiven(last) && (isGiven(after) || isGiven(first)) ? 'last' : undefined;
}

/** Whether a page is asked for from its end. */
export const isBackwardPage = ({ last }: ConnectionArguments) => isGiven(last);

/** How many records a page is to have. */
export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? pageSizeLimits.usual;
}

/**
 * Asking for more than a page may have is an error and never a silently shorter page, and so are arguments of both
 * directions.
 * @throws ActionError invalid_input
 */
export function checkPageArguments(given: ConnectionArguments): void {
  if (given.contradicting !== undefined) {
    const message =
      'contradicts another argument: give `first` and `after`, or `last` and `before`';
    throw invalidInputError([{ path: given.contradicting, code: 'contradiction', message }]);
  }
  const size = pageSizeOf(given);
  if (size >= 0 && size <= pageSizeLimits.most) return;
  const path = isGiven(given.first) ? 'first' : 'last';
  throw invalidInputError([
    { path, code: 'out_of_range', message: `must be from 0 to ${pageSizeLimits.most}` },
  ]);
}

/** A page costs its size times what is asked of each record; an empty one as one record, for its statement is as long. */
export const connectionComplexity = (given: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(pageSizeOf(given), pageSizeLimits.most)),
});
