import { ActionError } from './errors.ts';

/**
 * Waits for look-ups that are made at once, and answers what they found. Where several find nothing, all of it is told, in their order and
 * not in that in which they happened to be answered.
 * @throws ActionError of the one that failed, or one with the fields of all; whatever else one of them throws, first of all
 */
export async function allFound<T extends readonly unknown[]>(
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

function together(faults: readonly ActionError[]): ActionError {
  const [first] = faults as [ActionError];
  if (faults.length === 1) return first;
  const { code, details } = faults.find((fault) => fault.code === 'invalid_input') ?? first;
  const errors = faults.flatMap((fault) => fault.details.errors ?? []);
  return new ActionError(code, faults.map(({ message }) => message).join(' '), {
    ...details,
    errors,
  });
}
