/** Tests a reference to a space that the token cannot read: the plan reports it, sends no dependent request and is not verified. */
import { afterEach, expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

const world = worldOf({
  spaces: { home: { title: 'Home' } },
  sites: { portal: { title: 'Portal', structure: [{ space: 'home' }] } },
});
const head = 'version: 1\nspaces: { home: { title: Home }';
const section = (key: string, space: string) =>
  `{ section: ${key}, title: ${key}, path: ${key}, spaces: [{ space: ${space} }] }`;
const forbidden = '403 no permission to read';

let place: Awaited<ReturnType<typeof workspace>>;
afterEach(() => place.close());

/** Applies the first configuration, and then the second, which refers to an unreadable space. */
async function applied(before: string, after: string, more = '') {
  place = await workspace(`${head} }\nsites: { portal: { title: Portal, structure: [${before}] } }\n`, world);
  expect((await place.docform(['apply', '--yes', '--allow', 'spaces/home', '--allow', 'sites/portal'])).exit).toBe(0);
  place.platform.faults.add({
    match: { operation: 'getSpace' },
    effect: { type: 'status', status: 403, message: 'no permission to read' },
  });
  await place.write(
    `${head}, secret: { id: other }  }\nsites: { portal: { title: Portal, structure: [${after}]${more} } }\n`,
  );
  const ran = await place.docform(['apply', '--yes', '--max-wait', '1']);
  return { ...ran, text: ran.stdout + ran.stderr };
}

test.each([
  ['of a site', '{ space: home }', '{ space: secret }'],
  [
    'of a section',
    `${section('one', 'home')}, ${section('two', 'home')}`,
    `${section('one', 'secret')}, ${section('two', 'home')}`,
  ],
])('the default %s is not deleted if its replacement cannot be read', async (_, before, after) => {
  const { exit, text } = await applied(before, after);
  expect(exit).toBe(6);
  expect(text).toMatch(
    new RegExp(`blocked\\[B-DEFAULT\\][^\\n]*spaces/secret, the next one, is unknown: [^\\n]*${forbidden}`),
  );
  expect(text).not.toMatch(/the id of|the platform matches the configuration/);
});

test('an apply that refers to an unreadable space does not claim that the platform matches the configuration', async () => {
  const { exit, text } = await applied(
    '{ space: home }',
    '{ space: home }, { space: secret }',
    ', shareLinks: { review: { name: Review } }',
  );
  expect(exit).toBe(5);
  expect(text).toContain(forbidden);
  expect(text).toContain('created sites/portal/shareLinks/review');
  expect(text).toContain('Verified: the applied changes are on the platform');
  expect(text).not.toContain('the platform matches the configuration');
  const again = await place.docform(['apply', '--yes', '--max-wait', '1']);
  expect(again.stdout).toMatch(/^No changes were applied\. Not read: sites\/portal\/spaces, spaces\./);
});
