import { defineConfig, mergeConfig } from 'vitest/config';
import suite from './vitest.config.ts';

/** What takes too long for every run of the suite. `npm run test:long` */
export default mergeConfig(
  { ...suite, test: { ...suite.test, exclude: [] } },
  defineConfig({ test: { include: ['test/long/**/*.test.ts'], testTimeout: 3_600_000 } }),
);
