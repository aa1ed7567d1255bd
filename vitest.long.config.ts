import { defineConfig, mergeConfig } from 'vitest/config';
import suite from './vitest.config.ts';

const { SEED, RUNS = '5000' } = process.env;

/**
 * What takes too long for every run of the suite. `npm run test:long`; `RUNS` says how many random cases there are, `SEED`
 * repeats those of a run that failed.
 */
export default mergeConfig(
  { ...suite, test: { ...suite.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['test/long/**/*.test.ts'],
      testTimeout: 3_600_000,
      provide: { longRun: { runs: Number(RUNS), seed: SEED === undefined ? null : Number(SEED) } },
    },
  }),
);
