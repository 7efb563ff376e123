/** The plan that the README shows is what the README's configuration prints where its story has happened. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { blocksOf, pageAt } from '../docs/pages.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let end: (() => Promise<unknown>) | undefined;
afterEach(async () => end?.());

interface Shown {
  readonly sites: { readonly docs: { readonly structure: readonly unknown[] } };
}

/** Ids, host and digest differ each time. */
function told(text: string): string {
  return text
    .replace(/on \S+\n/, 'on HOST\n')
    .replace(/\((?=\w*\d)\w{20}\)/g, '(ID)')
    .replace(/sha256:\S+/, 'DIGEST')
    .trim();
}

test('two sections changed places, and somebody made Bo an owner by hand', async () => {
  const readme = pageAt('README.md');
  const [configuration = ''] = blocksOf(readme, 'yaml');
  const [, shown = ''] =
    blocksOf(readme, '')
      .find((block) => block.startsWith('$ docform plan\n'))
      ?.split('$ docform plan\n') ?? [];
  const { sites, ...rest } = parse(configuration) as Shown;
  const before = stringify({ ...rest, sites: { docs: { ...sites.docs, structure: [...sites.docs.structure].reverse() } } });
  const directory = directoryWith({ 'docform.yaml': before });
  let served = { url: '', organization: '', token: '' };
  await new Promise<void>((resolve, reject) => {
    const ran = run(['platform', 'serve', '--port', '0', '--seed', 'docform.yaml'], {
      directory,
      onStdout: (text, interrupt) => {
        served = JSON.parse(text) as typeof served;
        end = async () => {
          interrupt();
          await ran;
        };
        resolve();
      },
    });
    ran.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const environment = { DOCFORM_API_URL: served.url, DOCFORM_TOKEN: served.token };
  expect(await run(['apply', '--yes'], { directory, environment })).toMatchObject({ exit: 0 });
  const { objects } = JSON.parse((await run(['ls', 'teams/docs', '--json'], { directory, environment })).stdout) as {
    readonly objects: readonly { readonly address: string; readonly id: string }[];
  };
  const idOf = (address: string) => objects.find((each) => each.address === address)?.id ?? '';
  const answer = await fetch(`${served.url}/v1/orgs/acme/teams/${idOf('teams/docs')}/members`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ memberships: { [idOf('teams/docs/members/bo@acme.dev')]: { role: 'owner' } } }),
  });
  expect(answer.status).toBeLessThan(300);
  writeFileSync(join(directory, 'docform.yaml'), configuration);
  const { stdout, stderr } = await run(['plan'], { directory, environment });
  expect(told(stderr + stdout)).toBe(told(shown));
});
