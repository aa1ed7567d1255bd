import { invalidInputError } from '../../platform/errors/action-error.ts';

/** Records of a page by default, and at most. */
export const pageSizeLimits = { default: 25, max: 100 };

/** What lists are asked with, and what pages may be asked for. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  /** What `after` or `before` gave: see {@link normalizePageArguments}. */
  cursor?: { path: 'after' | 'before'; text: string };
  /** Arguments that were given beside those which they contradict. */
  conflictingArgument?: string;
  includeArchived?: boolean | null;
  includeInactive?: boolean | null;
}

interface CursorArguments extends ConnectionArguments {
  after?: string | null;
  before?: string | null;
}

const isPresent = (argument: unknown) => argument !== null && argument !== undefined;

/** The arguments of a list, its cursor with the argument that gave it. What comes before a cursor is asked for from the end. */
export function normalizePageArguments(args: object): ConnectionArguments {
  const { after, before, ...rest } = args as CursorArguments;
  const conflictingArgument = conflictingArgumentOf(args as CursorArguments);
  const normalized = { ...rest, ...(conflictingArgument !== undefined && { conflictingArgument }) };
  if (isPresent(after)) return { ...normalized, cursor: { path: 'after', text: String(after) } };
  if (!isPresent(before)) return normalized;
  const cursor = { path: 'before', text: String(before) } as const;
  return isPresent(rest.first)
    ? { ...normalized, cursor }
    : { ...normalized, last: pageSizeOf(rest), cursor };
}

/** The argument that contradicts another one: a page goes forward from its start or backward from its end. */
function conflictingArgumentOf({
  first,
  last,
  after,
  before,
}: CursorArguments): string | undefined {
  if (isPresent(before) && (isPresent(after) || isPresent(first))) return 'before';
  return isPresent(last) && (isPresent(after) || isPresent(first)) ? 'last' : undefined;
}

/** Whether a page is asked for from its end. */
export const isBackwardPage = ({ last }: ConnectionArguments) => isPresent(last);

/** How many records a page is to have. */
export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? pageSizeLimits.default;
}

/**
 * Asking for more than a page may have is an error and never a silently shorter page, and so are arguments of both
 * directions.
 * @throws ActionError invalid_input
 */
export function checkPageArguments(args: ConnectionArguments): void {
  if (args.conflictingArgument !== undefined) {
    const message =
      'contradicts another argument: send `first` and `after`, or `last` and `before`';
    throw invalidInputError([{ path: args.conflictingArgument, code: 'contradiction', message }]);
  }
  const size = pageSizeOf(args);
  if (size >= 0 && size <= pageSizeLimits.max) return;
  const path = isPresent(args.first) ? 'first' : 'last';
  throw invalidInputError([
    { path, code: 'out_of_range', message: `must be from 0 to ${pageSizeLimits.max}` },
  ]);
}

/** A page costs its size times what is asked of each record; an empty one as one record, for its statement is as long. */
export const connectionComplexity = (args: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(pageSizeOf(args), pageSizeLimits.max)),
});
