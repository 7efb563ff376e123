/** Tests repeated renames of keys before an apply: objects are neither confused nor deleted nor duplicated. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const whole = `version: 1
teams:
  docs: { title: Docs }
  support: { title: Support }
spaces:
  home: { title: Home }
  notes: { title: Notes, copyOf: home }
sites:
  docs:
    title: Docs
    basename: docs
    structure:
      - { section: guides, title: Guides, path: guides, spaces: [{ space: home }, { space: notes }] }
      - { section: payments, title: Payments, path: payments, spaces: [{ space: notes }] }
`;

let place: Awaited<ReturnType<typeof workspace>>;
beforeEach(async () => {
  place = await workspace(whole, 'empty');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
});
afterEach(() => place.close());

const text = () => readFile(join(place.directory, 'docform.yaml'), 'utf8');

async function move(from: string, to: string): Promise<void> {
  expect((await place.docform(['mv', from, to])).exit).toBe(0);
}

async function planned(): Promise<readonly string[]> {
  const { stdout } = await place.docform(['plan', '--json']);
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly { readonly action: string; readonly address: string }[];
  };
  return changes.map(({ action, address }) => `${action} ${address}`);
}

test('two keys can be exchanged before an apply, after an apply, and after only the first rename was applied', async () => {
  await move('teams/docs', 'writers');
  const [before, committed] = [await text(), await readFile(join(place.directory, 'docform.ledger.json'), 'utf8')];
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const between = await readFile(join(place.directory, 'docform.ledger.json'), 'utf8');
  await place.write(before);
  await move('teams/support', 'docs');
  await move('teams/writers', 'support');
  expect(await text()).toContain('{ from: teams/docs, to: teams/writers, reused: true }');
  for (const known of [committed, between]) {
    await writeFile(join(place.directory, 'docform.ledger.json'), known);
    expect(await planned()).toEqual(['rename teams/docs', 'rename teams/support']);
    expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
    expect(await planned()).toEqual([]);
  }
  await place.write((await text()).split('moved:')[0] ?? '');
  expect(await planned()).toEqual([]);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
});

test('a rename from x to a to c to a keeps the object', async () => {
  for (const key of ['a', 'c', 'a']) await move(`teams/${/^ {2}(\w+): \{ title: Docs/m.exec(await text())?.[1]}`, key);
  expect(await planned()).toEqual(['rename teams/a']);
});

test('a site, its section and the site again can be renamed, with the entries in any order, without recreation', async () => {
  await move('sites/docs', 'help');
  await move('sites/help/sections/guides', 'manuals');
  await move('sites/help', 'main');
  const renames = ['rename sites/main', 'rename sites/main/sections/manuals'];
  expect(await planned()).toEqual(renames);
  const [rest = '', moved = ''] = (await text()).split('moved:\n');
  const entries = moved.trimEnd().split('\n');
  expect(entries).toHaveLength(3);
  await place.write(`${rest}moved:\n${entries.toReversed().join('\n')}\n`);
  expect(await planned()).toEqual(renames);
});

test('a plan is blocked if the new key still belongs to another object in the ledger', async () => {
  await place.write(whole.replace('  support: { title: Support }\n', ''));
  await move('teams/docs', 'support');
  const { exit, stdout } = await place.docform(['plan', '--detailed-exitcode']);
  expect(exit).toBe(6);
  expect(stdout).toContain('blocked[B-AMBIGUOUS]: `moved` leads to ');
  expect((await place.docform(['apply', '--yes'])).exit).toBe(6);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
  const pin = /`id: (\w+)`/.exec(stdout)?.[1];
  await place.write((await text()).replace('title: Docs }', `title: Docs, id: ${pin} }`));
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await place.titles('teams')).toEqual(['Docs', 'Support']);
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});

test('a rename that is reverted keeps the entries of renamed children', async () => {
  await move('sites/docs/sections/guides', 'manuals');
  await move('sites/docs', 'main');
  await move('sites/main', 'docs');
  expect(await text()).toContain('{ from: sites/docs/sections/guides, to: sites/docs/sections/manuals }');
  expect(await planned()).toEqual(['rename sites/docs/sections/manuals']);
});

test('forget uses the names in the ledger for children of a renamed space', async () => {
  await move('spaces/notes', 'memo');
  const { exit, stdout } = await place.docform(['forget', 'sites/docs/sections/guides/spaces/memo']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/= sites\/docs\/sections\/guides\/spaces\/notes \(\S+\): removed from ledger\n/);
  expect((await planned()).filter((change) => !change.startsWith('rename'))).toEqual([]);
});

test('forget removes all entries of a resource that was renamed twice', async () => {
  await move('teams/docs', 'writers');
  await move('teams/writers', 'authors');
  expect((await place.docform(['forget', 'teams/authors'])).exit).toBe(0);
  expect(await text()).not.toContain('from:');
  expect(await planned()).toEqual([]);
});

test('drift --write removes all entries of a resource that was renamed twice and deleted outside docform', async () => {
  await move('teams/docs', 'writers');
  await move('teams/writers', 'authors');
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Docs')}`);
  const { exit, stdout } = await place.docform(['drift', '--write', '--yes']);
  expect({ exit, stdout }).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Accepted 1 difference:\n  - teams/authors\n'),
  });
  expect(await text()).not.toContain('from:');
  expect(await planned()).toEqual([]);
});
