import { ActionError } from './action-error.ts';

/** Combines the errors in the order of the look-ups. @throws ActionError; a defect has precedence */
export async function awaitLookups<T extends readonly unknown[]>(
  lookups: {
    readonly [K in keyof T]: Promise<T[K]> | T[K];
  },
): Promise<T> {
  const settled = await Promise.allSettled(lookups);
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const defect = faults.find((fault) => !(fault instanceof ActionError));
  if (defect !== undefined) throw defect;
  if (faults.length > 0) throw together(faults as ActionError[]);
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as never;
}

/** Runs `others` only after a failure, to report all errors at once. @throws ActionError */
export async function lookUpOrCollectErrors<T>(
  looked: Promise<T>,
  others: () => readonly unknown[],
): Promise<T> {
  try {
    return await looked;
  } catch (error) {
    if (!(error instanceof ActionError)) throw error;
    await awaitLookups([Promise.reject(error), ...others()]);
    throw error;
  }
}

/** Field messages have no full stop. */
const asSentence = (message: string): string => (/[.!?…]$/.test(message) ? message : `${message}.`);

/** Permission errors are reported alone. */
function together(faults: readonly ActionError[]): ActionError {
  const [first] = faults as [ActionError];
  const refusal = faults.find(({ code }) => code === 'missing_scope' || code === 'not_for_role');
  if (faults.length === 1 || refusal) return refusal ?? first;
  const { code, details } = faults.find((fault) => fault.code === 'invalid_input') ?? first;
  const told = faults.flatMap((fault) => fault.details.errors ?? []);
  const errors = [...new Map(told.map((one) => [`${one.path} ${one.code}`, one])).values()];
  const nearMatches = [...new Set(faults.flatMap((fault) => fault.details.nearMatches ?? []))];
  const sentences = new Set(faults.map(({ message }) => asSentence(message)));
  return new ActionError(code, [...sentences].join(' '), {
    ...details,
    errors,
    ...(nearMatches.length > 0 && { nearMatches: nearMatches.slice(0, 3) }),
  });
}
