/** A child process: reads the options of a platform from its input, serves the platform, and prints its URL. */
import { createInterface } from 'node:readline';
import { createPlatform, type PlatformOptions } from '../../src/server/index.ts';

const lines = createInterface({ input: process.stdin });
// The input ends with the parent process.
lines.on('close', () => process.exit(0));
lines.once('line', (line) => {
  const options = JSON.parse(line) as PlatformOptions;
  const platform = createPlatform({ ...options, onFault: (error) => console.error(error) });
  void platform.listen({ port: 0 }).then(({ url }) => {
    console.log(JSON.stringify({ url, organization: platform.organization, token: platform.token }));
  });
});
