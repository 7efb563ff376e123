/** Tests that the plans in the README and in the guide to versions equal the output for their configurations. */
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

/** Ids, host and digest differ in each run. */
function told(text: string): string {
  return text
    .replace(/on \S+\n/, 'on HOST\n')
    .replace(/(?<=[(/])(?=\w*\d)\w{20}(?=[)/])/g, 'ID')
    .replace(/sha256:\S+/, 'DIGEST')
    .trim();
}

/** A platform to which a configuration was applied, and the directory of the configuration. */
async function appliedTo(configuration: string) {
  const directory = directoryWith({ 'docform.yaml': configuration });
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
  return { served, directory, environment };
}

/** The output of `docform plan` in a page. */
function shownPlan(path: string): string {
  const block = blocksOf(pageAt(path), '').find((each) => each.startsWith('$ docform plan\n'));
  return told(block?.split('$ docform plan\n')[1] ?? '');
}

test('the release in the guide is one pull request, and its plan is empty after the apply', async () => {
  const path = 'docs/guides/release-with-versions.md';
  const [before = '', after = ''] = blocksOf(pageAt(path), 'yaml');
  const { directory, environment } = await appliedTo(before);
  writeFileSync(join(directory, 'docform.yaml'), after);
  const { stdout, stderr } = await run(['plan'], { directory, environment });
  expect(told(stderr + stdout)).toBe(shownPlan(path));
  expect((await run(['apply', '--yes'], { directory, environment })).exit).toBe(0);
  expect((await run(['plan', '--detailed-exitcode'], { directory, environment })).exit).toBe(0);
});

test('the README shows the plan for two exchanged sections and an owner added outside docform', async () => {
  const [configuration = ''] = blocksOf(pageAt('README.md'), 'yaml');
  const { sites, ...rest } = parse(configuration) as Shown;
  const before = stringify({
    ...rest,
    sites: { docs: { ...sites.docs, structure: [...sites.docs.structure].reverse() } },
  });
  const { served, directory, environment } = await appliedTo(before);
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
  expect(told(stderr + stdout)).toBe(shownPlan('README.md'));
});
