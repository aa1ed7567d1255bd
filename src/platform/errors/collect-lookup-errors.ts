import { ActionError } from './action-error.ts';

/**
 * Combines the errors in the order of the look-ups. A defect has precedence.
 * @throws ActionError
 */
export async function awaitLookups<T extends readonly unknown[]>(
  lookups: {
    readonly [K in keyof T]: Promise<T[K]> | T[K];
  },
): Promise<T> {
  const settled = await Promise.allSettled(lookups);
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const defect = errors.find((fault) => !(fault instanceof ActionError));
  if (defect !== undefined) throw defect;
  if (errors.length > 0) throw combineErrors(errors as ActionError[]);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as never;
}

/**
 * Runs `others` only after a failure, to report all errors at once.
 * @throws ActionError
 */
export async function lookUpOrCollectErrors<T>(
  lookup: Promise<T>,
  startOtherLookups: () => readonly unknown[],
): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    await awaitLookups([Promise.reject(error), ...startOtherLookups()]);
    throw error;
  }
}

const asSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);

/** Permission errors are reported alone. */
function combineErrors(actionErrors: readonly ActionError[]): ActionError {
  const [first] = actionErrors as [ActionError];
  const permissionError = actionErrors.find(
    ({ code }) => code === 'missing_scope' || code === 'not_for_role',
  );
  if (actionErrors.length === 1 || permissionError) return permissionError ?? first;
  const { code, details } = actionErrors.find((error) => error.code === 'invalid_input') ?? first;
  const fieldErrors = actionErrors.flatMap((error) => error.details.errors ?? []);
  const errors = [...new Map(fieldErrors.map((one) => [`${one.path} ${one.code}`, one])).values()];
  const nearMatches = [
    ...new Set(actionErrors.flatMap((error) => error.details.nearMatches ?? [])),
  ];
  const sentences = new Set(actionErrors.map(({ message }) => asSentence(message)));
  return new ActionError(code, [...sentences].join(' '), {
    ...details,
    errors,
    ...(nearMatches.length > 0 && { nearMatches: nearMatches.slice(0, 3) }),
  });
}
