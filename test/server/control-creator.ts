/** A separate process: waits for a line, creates teams in a data file, and prints their ids as JSON. */
import { createPlatform } from '../../src/server/index.ts';

const [data = '', name = '', count = '0'] = process.argv.slice(2);
const platform = createPlatform({ data, seed: 'empty', token: 'creator' });
const ids: string[] = [];
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
for (let number = 1; number <= Number(count); number += 1) {
  const request = new Request(`http://platform.test/v1/orgs/${platform.organization}/teams`, {
    ...{
      method: 'PUT',
      body: JSON.stringify({ title: `${name} ${number}` }),
      headers: { authorization: 'Bearer creator' },
    },
  });
  const response = await platform.fetch(request);
  if (response.status !== 201) throw new Error(await response.text());
  ids.push(((await response.json()) as { id: string }).id);
}
process.stdout.write(`${JSON.stringify(ids)}\n`);
platform.close();
process.exit(0);
