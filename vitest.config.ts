import { availableParallelism } from 'node:os';
import { defineConfig, type Plugin } from 'vitest/config';

/** Ends a test that hangs. A slow machine does not reach it. */
const hangMs = 900_000;

/**
 * Vitest reads an import from the module's exports at each use, and V8 keeps these exports as a slow hash table. V8 optimizes an object that
 * is the prototype of another one. Without this plugin and the flags below, laws and configuration tests take 26 % more CPU time
 * (81 instead of 64 s).
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
    // Most objects live as long as one test, so a large young generation copies fewer of them.
    // Most code runs rarely, so V8 compiles only code that is used for long.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--interrupt-budget=500000'],
    // One more than there are cores, because some tests wait for processes, state locks and databases.
    maxWorkers: availableParallelism() + 1,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
});
