/** A separate process: writes to a data file endlessly, and prints the id of each acknowledged team. */
import { writeSync } from 'node:fs';
import { createPlatform } from '../../src/server/index.ts';

const platform = createPlatform({ data: process.argv[2] ?? '', seed: 'empty', token: 'writer' });
for (let number = 1; ; number += 1) {
  const request = new Request(`http://platform.test/v1/orgs/${platform.organization}/teams`, {
    method: 'PUT',
    body: JSON.stringify({ title: `Team ${number}` }),
    headers: { authorization: 'Bearer writer' },
  });
  const team = (await (await platform.fetch(request)).json()) as { id: string };
  writeSync(1, `${team.id}\n`);
}
