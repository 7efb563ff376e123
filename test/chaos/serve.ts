/** Run as a process of its own: waits for the options of a platform on its input, serves them, and prints where. */
import { createInterface } from 'node:readline';
import { createPlatform, type PlatformOptions } from '../../src/server/index.ts';

const lines = createInterface({ input: process.stdin });
// Whoever started this is gone when its input ends: nothing is left running.
lines.on('close', () => process.exit(0));
lines.once('line', (line) => {
  const options = JSON.parse(line) as PlatformOptions;
  const platform = createPlatform({ ...options, onFault: (error) => console.error(error) });
  void platform.listen({ port: 0 }).then(({ url }) => {
    console.log(JSON.stringify({ url, organization: platform.organization, token: platform.token }));
  });
});
