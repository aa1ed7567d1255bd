const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays after the first, second … failed attempt: 75.6 hours in all. */
const retryDelaysMs: readonly number[] = [
  ...[5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour],
  ...[14 * hour, 20 * hour, 24 * hour],
];

const jitterShare = 0.2;

export type ScheduleRetry = (failures: number) => number | undefined;

/** The delay after a number of failures, ± 20 %. Undefined when the schedule ends. */
export const retryDelayMs: ScheduleRetry = (failures) => {
  const delay = retryDelaysMs[failures - 1];
  return delay === undefined
    ? undefined
    : Math.round(delay * (1 + jitterShare * (2 * Math.random() - 1)));
};
