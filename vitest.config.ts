import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Ends what hangs. It is no bound on speed: on a busy machine everything takes longer, and nothing fails for that. */
const hangMs = 900_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-directory.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    isolate: false,
    // One more than there are cores: some tests wait for processes, leases and databases, and leave theirs idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
