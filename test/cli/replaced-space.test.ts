/** Tests that plan and drift report a space that another program replaced, and never remove its declaration or the new space. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

let place: Awaited<ReturnType<typeof workspace>>;
/** The id of the new space. */
let made: string;
/** The id of the deleted space. */
let former: string | undefined;
let path: string;

interface Item {
  readonly id: string;
  readonly path?: string;
  readonly title?: string;
  readonly space?: { readonly id: string; readonly title: string };
}

beforeEach(async () => {
  const structure = [
    { space: 'home', path: 'home' },
    { space: 'other', path: 'other' },
  ];
  const spaces = { home: { title: 'Home' }, other: { title: 'Other' } };
  place = await workspace('', worldOf({ spaces, sites: { docs: { title: 'Docs', structure } } }));
  path = join(place.directory, 'docform.yaml');
  await rm(path);
  expect((await place.docform(['import'])).exit).toBe(0);
  const list = async (of: string) => (await place.ask('GET', of)).items as unknown as readonly Item[];
  const site = await place.titled('sites', 'Docs');
  const links = await list(`sites/${site}/site-spaces`);
  const [home, other] = ['home', 'other'].map((each) => links.find((link) => link.path === each));
  former = home?.space?.id;
  const copy = (await place.ask('POST', `/spaces/${other?.space?.id}/duplicate`, {})) as unknown as Item;
  made = copy.id;
  await place.ask('PATCH', `/spaces/${made}`, { title: 'Home' });
  await place.ask('POST', `sites/${site}/site-spaces`, { spaceId: made });
  await place.ask('DELETE', `sites/${site}/site-spaces/${home?.id}`);
  await place.ask('DELETE', `/spaces/${home?.space?.id}`);
  const link = (await list(`sites/${site}/site-spaces`)).find(({ space }) => space?.id === made);
  await place.ask('PATCH', `sites/${site}/site-spaces/${link?.id}`, { path: 'home' });
});
afterEach(() => place.close());

test('the plan is blocked, and proposes the id of the new space', async () => {
  const { stdout } = await place.docform(['plan']);
  expect(stdout).toContain('blocked[B-REPLACED]: spaces/home was replaced on the platform by the space "Home"');
  expect(stdout).toContain(`write \`id: ${made}\` at spaces/home`);
  expect(stdout).not.toContain('delete it there');
});

test('drift says that the space was replaced, and drift --write keeps its declaration', async () => {
  expect((await place.docform(['drift'])).stdout).toContain(`write \`id: ${made}\` at spaces/home`);
  const before = await readFile(path, 'utf8');
  const { stdout } = await place.docform(['drift', '--write', '--yes']);
  expect(stdout).toContain('spaces/home was replaced on the platform');
  expect(await readFile(path, 'utf8')).toBe(before);
});

test.each(['--unmanaged', 'the address of the new space'])(
  'drift --write with %s does not declare the new space under a second key',
  async (flag) => {
    // The title gives the new space the key "home", and a pinned space is not matched by its title.
    expect((await place.docform(['mv', 'spaces/home', 'start'])).exit).toBe(0);
    const text = await readFile(path, 'utf8');
    const pinned = text.replace('start: { title: Home', `start: { id: ${former}, title: Home`);
    expect(pinned).not.toBe(text);
    await place.write(pinned);
    const before = await readFile(path, 'utf8');
    const selected = flag === '--unmanaged' ? flag : `spaces/id:${made}`;
    const { stdout } = await place.docform(['drift', '--write', selected, '--yes']);
    expect(stdout).toContain(`it has replaced spaces/start: write \`id: ${made}\` at spaces/start`);
    expect(await readFile(path, 'utf8')).toBe(before);
  },
);

test('drift --write --unmanaged names the replaced space at the site-space of the new one', async () => {
  const { stdout } = await place.docform(['drift', '--write', '--unmanaged', '--yes']);
  expect(stdout).toContain('it shows the space that has replaced spaces/home');
  expect(stdout).not.toContain('would still differ');
});

test('a plan with the id of the new space deletes nothing', async () => {
  const text = await readFile(path, 'utf8');
  await place.write(text.replace('home: { title: Home', `home: { id: ${made}, title: Home`));
  const { exit, stdout } = await place.docform(['apply', '--yes', '--json']);
  expect(exit, stdout).toBe(0);
  const { changes } = JSON.parse(stdout) as { readonly changes: readonly { readonly action: string }[] };
  expect(changes.filter(({ action }) => action === 'delete')).toEqual([]);
  expect((await place.ask('GET', `/spaces/${made}`)).title).toBe('Home');
});
