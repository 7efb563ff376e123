import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';

/** Ends what hangs. It is no bound on speed: on a busy machine everything takes longer, and nothing fails for that. */
const hangMs = 900_000;

/**
 * Vitest looks up what comes of another module at each use, in an object of getters that V8 keeps as a hash table. What is a prototype of
 * something it keeps so that a look-up is inlined.
 */
const quickExports: Plugin = {
  name: 'quick-exports',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.ts') ? { code: `${code}\nObject.create(__vite_ssr_exports__);`, map: null } : undefined,
};

export default defineConfig({
  plugins: [quickExports],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/temporary-directory.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    isolate: false,
    // Most of what a test makes is gone when it ends: with room for it, less of it is copied before.
    // And most code runs seldom: V8 compiles what stays in use for long, and not what it would have compiled in vain.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--interrupt-budget=500000'],
    // One more than there are cores: some tests wait for processes, leases and databases, and leave theirs idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
