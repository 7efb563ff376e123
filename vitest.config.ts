import { defineConfig } from 'vitest/config';

/** Ends what hangs. It is no bound on speed: on a busy machine everything takes longer, and nothing fails for that. */
const hangMs = 900_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-directory.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    isolate: false,
    maxWorkers: '100%',
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
