/** Runs the tests that compare CPU times, one file at a time, so that they do not disturb each other. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.growth.ts'],
    globalSetup: ['test/support/temporary-directory.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
});
