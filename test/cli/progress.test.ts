import { expect, test } from 'vitest';
import { formatTime } from '../../src/cli/progress.ts';

test.each([
  ['NULL', '?'],
  ['INF', '?'],
  [7, ' 7s'],
  [95, ' 1m35s'],
])('the time that is left, %s, is written "%s"', (seconds, written) => {
  // The library returns texts where its types declare numbers.
  expect(formatTime(seconds as number, { autopaddingChar: ' ' }, 5)).toBe(written);
});
