/** Measures that CPU time grows in proportion to the input: runs the files `NAME.growth.ts`, or those that the arguments name. */
import { startVitest } from 'vitest/node';
import { projectDirectory } from '../support/sources.ts';

const vitest = await startVitest('test', process.argv.slice(3), {
  root: projectDirectory,
  config: 'test/bench/growth.config.ts',
  watch: false,
});
await vitest.close();
