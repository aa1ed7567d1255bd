import { defineConfig, mergeConfig } from 'vitest/config';
import suite from './vitest.config.ts';

const { RULES = null, SEED, RUNS = '5000' } = process.env;

/**
 * The long tests, which `npm run test:long` runs. `RUNS` sets the number of random cases. `SEED` repeats those of a failed
 * run. `RULES` names a folder with the official rules of e-invoices (`npm run check:e-invoices -- --help`).
 */
export default mergeConfig(
  { ...suite, test: { ...suite.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['test/long/**/*.test.ts'],
      testTimeout: 3_600_000,
      provide: {
        longRun: {
          ...{ runs: Number(RUNS), seed: SEED === undefined ? null : Number(SEED) },
          rules: RULES,
        },
      },
    },
  }),
);
