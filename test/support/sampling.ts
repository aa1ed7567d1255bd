import { inject } from 'vitest';

/** Whether `npm run test:long` runs a file, with all of its cases. The suite runs a sample that is the same every time. */
export const isLongRun = inject('longRun') !== undefined;

/** Whether the suite runs a case: one of `step`, which `npm run test:long` does not apply. */
export const isSampled = (position: number, step: number): boolean =>
  isLongRun || position % step === 0;

/** The looks in which axe checks a page, the last of them in the suite. `npm run test:long` checks all. */
export const sampledLooks = <Look>(looks: readonly Look[]): readonly Look[] =>
  isLongRun ? looks : looks.slice(-1);
