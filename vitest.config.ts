import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { slowTests } from './test/slow-tests.ts';

/** Ends a test that hangs. A slow machine does not reach it. */
const hangMs = 900_000;

/** `npm test` has the mode `fast`. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'fast' ? [...configDefaults.exclude, ...slowTests] : configDefaults.exclude,
    globalSetup: ['test/support/temporary-directory.ts'],
    setupFiles: ['test/support/law-seed.ts'],
    isolate: false,
    // GitHub's parser imports JSON without an attribute.
    server: { deps: { inline: [/@actions\//] } },
    // Most objects live as long as one test, so a large young generation copies fewer of them.
    // Most code runs rarely, so V8 compiles only code that is used for long.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--interrupt-budget=500000'],
    // One more than there are cores, because some tests wait for processes, state locks and databases.
    maxWorkers: availableParallelism() + 1,
    testTimeout: hangMs,
    hookTimeout: hangMs,
    expect: { poll: { timeout: hangMs } },
  },
}));
