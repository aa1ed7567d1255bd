import { invalidInputError } from '../../platform/errors/action-error.ts';

export const pageSizeLimits = { default: 25, max: 100 };

export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  where?: Record<string, unknown> | null;
  orderBy?: Record<string, unknown>[] | null;
  /** Set by {@link normalizePageArguments}. */
  cursor?: { path: 'after' | 'before'; text: string };
  conflictingArgument?: string;
  includeArchived?: boolean | null;
  includeInactive?: boolean | null;
}

interface CursorArguments extends ConnectionArguments {
  after?: string | null;
  before?: string | null;
}

const isPresent = (argument: unknown) => argument !== null && argument !== undefined;

/** Merges `after` and `before` into `cursor`. A page with `before` counts from the end. */
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

/** Finds a mix of forward and backward arguments. */
function conflictingArgumentOf({
  first,
  last,
  after,
  before,
}: CursorArguments): string | undefined {
  if (isPresent(before) && (isPresent(after) || isPresent(first))) return 'before';
  return isPresent(last) && (isPresent(after) || isPresent(first)) ? 'last' : undefined;
}

export const isBackwardPage = ({ last }: ConnectionArguments) => isPresent(last);

export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? pageSizeLimits.default;
}

/**
 * A page size above the limit is an error, never a shorter page.
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

/** An empty page costs as much as one record, because it takes the same statement. */
export const connectionComplexity = (args: ConnectionArguments) => ({
  field: 1,
  multiplier: Math.max(1, Math.min(pageSizeOf(args), pageSizeLimits.max)),
});
