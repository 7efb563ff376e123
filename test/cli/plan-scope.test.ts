/** Tests that `--only` and `--except` limit plan, apply and drift, and that a partial plan says what it leaves out. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const main = `version: 1
include: [parts/*.yaml]
teams:
  docs: { title: Docs }
  support: { title: Support }
spaces:
  home: { title: Home }
`;
const portal = `sites:
  portal:
    title: Portal
    structure: [{ space: home }]
    shareLinks: { a: { name: A } }
`;
const handbook = `sites:
  handbook:
    title: Handbook
    structure: [{ space: home }]
`;

let place: Awaited<ReturnType<typeof workspace>>;
const write = (name: string, text: string): void => writeFileSync(join(place.directory, name), text);
const reset = (): void => {
  write('docform.yaml', main);
  write('parts/portal.yaml', portal);
  write('parts/handbook.yaml', handbook);
};
const retitled = (text: string): string => text.replace(/title: (Portal|Handbook|Docs|Support)/g, 'title: New $1');

beforeAll(async () => {
  place = await workspace('', 'small');
  mkdirSync(join(place.directory, 'parts'));
  reset();
  const applied = await place.docform(['apply', '--yes', '--no-undo', '--allow', 'spaces/home']);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
});
beforeEach(async () => {
  reset();
  expect(await place.docform(['apply', '--yes', '--no-undo', '--allow-deletes', '1'])).toMatchObject({ exit: 0 });
});
afterAll(() => place.close());

test('plan --only shows the changes of the selected resources, and counts the others', async () => {
  write('docform.yaml', retitled(main));
  write('parts/portal.yaml', retitled(portal));
  const { stdout } = await place.docform(['plan', '--only', 'teams/d*', '--only', 'sites/portal']);
  expect(stdout).toContain('This plan is partial: it covers only teams/d*, sites/portal.');
  expect(stdout).toContain('1 change outside the scope is left out. docform read 5 lists');
  expect(stdout).toContain('"Docs" → "New Docs"');
  expect(stdout).toContain('"Portal" → "New Portal"');
  expect(stdout).not.toContain('New Support');
  expect(stdout).toContain('Partial plan: 2 to update.');
});

test('plan --except without changes in the scope reports a partial plan', async () => {
  write('docform.yaml', retitled(main));
  const { stdout, exit } = await place.docform(['plan', '--except', 'teams', '--detailed-exitcode']);
  expect({ exit, stdout }).toMatchObject({ exit: 0 });
  expect(stdout).toContain('it covers everything, except teams.');
  expect(stdout).toContain('Partial plan: no changes in the scope.');
  expect(stdout).not.toContain('No changes');
});

test('--only with a configuration file selects everything that the file declares', async () => {
  write('parts/portal.yaml', retitled(portal).replace('name: A', 'name: B'));
  write('parts/handbook.yaml', retitled(handbook));
  const { stdout } = await place.docform(['plan', '--only', './parts/portal.yaml']);
  expect(stdout).toContain('New Portal');
  expect(stdout).toContain('name  "A" → "B"');
  expect(stdout).not.toContain('New Handbook');
});

test('a blocked or unreadable site does not hold up an apply of the other sites', async () => {
  await place.ask('PATCH', `sites/${await place.titled('sites', 'Portal')}`, { title: 'By hand' });
  write('parts/portal.yaml', retitled(portal));
  write('parts/handbook.yaml', retitled(handbook));
  expect(await place.docform(['apply', '--yes', '--no-undo', '--all-or-nothing'])).toMatchObject({ exit: 6 });
  const applied = await place.docform(['apply', '--yes', '--no-undo', '--only', 'sites/handbook', '--json']);
  expect(applied).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('Blocked outside the scope: sites/portal.'),
  });
  expect(JSON.parse(applied.stdout)).toMatchObject({ part: { only: ['sites/handbook'] } });
  expect((await place.docform(['ledger', 'history'])).stdout).toMatch(/done in .* {2}only sites\/handbook\n/);
  expect(await place.titles('sites')).toEqual(expect.arrayContaining(['By hand', 'New Handbook']));
  const { stdout } = await place.docform(['drift', '--only', 'sites/handbook']);
  expect(stdout).toContain('This report is partial: it covers only sites/handbook.');
  expect(stdout).toContain('No drift in the scope.');
  expect((await place.docform(['drift'])).stdout).toContain('By hand');
  await place.ask('PATCH', `sites/${await place.titled('sites', 'By hand')}`, { title: 'Portal' });
});

test('resources that are removed outside the scope are not deleted', async () => {
  write('docform.yaml', main.replace('  support: { title: Support }\n', ''));
  const applied = await place.docform(['apply', '--yes', '--no-undo', '--except', 'teams/support']);
  expect(applied).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('1 change outside the scope is left out.'),
  });
  expect(await place.titles('teams')).toContain('Support');
});

test('a change that depends on a change outside the scope is blocked, and the plan names both addresses', async () => {
  write('docform.yaml', `${main}  news: { title: News, copyOf: home }\n`);
  write('parts/portal.yaml', portal.replace('{ space: home }', '{ space: home }, { space: news }'));
  const { stdout, exit } = await place.docform(['plan', '--only', 'sites', '--detailed-exitcode']);
  expect(exit, stdout).toBe(6);
  expect(stdout).toContain('sites/portal/spaces/news');
  expect(stdout).toContain('B-SCOPE');
  expect(stdout).toContain('it depends on the change of spaces/news, which is outside the scope of this plan');
  expect(stdout).toContain('add `--only spaces/news`');
  expect((await place.docform(['plan', '--only', 'sites', '--only', 'spaces/news'])).stdout).not.toContain('B-SCOPE');
});

test('a saved plan keeps its scope, and its digest stands for the scope', async () => {
  write('docform.yaml', retitled(main));
  const digests = await Promise.all(
    [[], ['--only', 'teams'], ['--only', 'teams', '--except', 'teams/gone']].map(async (flags) => {
      const { stdout, exit } = await place.docform(['plan', '--json', ...flags]);
      return exit === 0 ? JSON.parse(stdout).digest : exit;
    }),
  );
  expect(digests[0]).not.toBe(digests[1]);
  expect(digests[2]).toBe(3);
  const { stderr, exit } = await place.docform(['plan', '--only', 'teams/docs', '--out', 'plan.json']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect((await place.docform(['show', 'plan.json'])).stdout).toContain('it covers only teams/docs.');
  expect(await place.docform(['apply', 'plan.json', '--only', 'teams'])).toMatchObject({ exit: 3 });
  const applied = await place.docform(['apply', 'plan.json', '--no-undo']);
  expect(applied).toMatchObject({ exit: 0, stdout: expect.stringContaining('Applied 1 change.') });
  expect(await place.titles('teams')).toEqual(expect.arrayContaining(['New Docs', 'Support']));
});

test('a pattern that matches nothing is rejected, and so are flags that need the whole organization', async () => {
  const refused = [
    [['plan', '--except', 'sites/portall'], 'sites/portall matches nothing'],
    [['drift', '--only', 'parts/none.yaml'], 'parts/none.yaml matches nothing'],
    [['plan', '--only', 'teams', '--offline'], '--only cannot be combined with --offline'],
    [['plan', '--only', 'teams', '--format', 'terraform'], '--only cannot be combined with --format terraform'],
    [['drift', '--write', '--yes', '--except', 'teams/dox'], 'teams/dox matches nothing'],
  ] as const;
  for (const [argv, text] of refused)
    expect(await place.docform([...argv])).toMatchObject({ exit: 3, stderr: expect.stringContaining(text) });
});

test('a rehearsal of a part applies only the selected changes to its copy', async () => {
  write('docform.yaml', retitled(main));
  write(
    'parts/handbook.yaml',
    `${handbook}  broken: { title: Broken, type: galactic, structure: [{ space: home }] }\n`,
  );
  const part = await place.docform(['plan', '--only', 'teams/docs', '--rehearse', '--detailed-exitcode']);
  expect(part).toMatchObject({ exit: 2, stdout: expect.stringContaining('1 change applied. A second plan has no') });
  const other = await place.docform(['plan', '--only', 'sites/broken', '--rehearse', '--detailed-exitcode']);
  expect(other).toMatchObject({ exit: 6, stdout: expect.stringContaining('Rehearsal failed (B-REHEARSAL)') });
  const applied = await place.docform(['apply', '--only', 'teams', '--except', 'teams/docs', '--rehearse', '--yes']);
  expect(applied).toMatchObject({ exit: 0, stdout: expect.stringContaining('Applied 1 change.') });
  expect(await place.titles('teams')).toEqual(expect.arrayContaining(['Docs', 'New Support']));
});

test('drift --write --only and --except write only the selected drift', async () => {
  for (const title of ['Docs', 'Support'])
    await place.ask('PATCH', `teams/${await place.titled('teams', title)}`, { title: `By hand ${title}` });
  const written = async (...flags: string[]) =>
    JSON.parse((await place.docform(['drift', '--write', '--dry-run', '--json', ...flags])).stdout) as {
      readonly accepted: readonly { readonly address: string }[];
      readonly left: number;
    };
  const only = await written('--only', 'teams/d*');
  expect(only.accepted.map(({ address }) => address)).toEqual(['teams/docs']);
  expect(only.left).toBeGreaterThan(0);
  const except = await written('--except', 'teams/docs');
  expect(except.accepted.map(({ address }) => address)).toEqual(['teams/support']);
  expect((await written('--only', 'parts/portal.yaml')).accepted).toEqual([]);
  expect((await written('teams', '--except', 'teams/docs')).accepted).toHaveLength(1);
});

test('if a collection can move into its own content only after a change outside the scope, the plan is blocked', async () => {
  const swap = await workspace('', 'small');
  const collections = (outer: string, inner: string) =>
    `version: 1\ncollections:\n  outer: { title: Outer, parent: ${outer} }\n  inner: { title: Inner, parent: ${inner} }\n`;
  try {
    writeFileSync(join(swap.directory, 'docform.yaml'), collections('null', 'outer'));
    expect(await swap.docform(['apply', '--yes', '--no-undo'])).toMatchObject({ exit: 0 });
    writeFileSync(join(swap.directory, 'docform.yaml'), collections('inner', 'null'));
    const { exit, stdout, stderr } = await swap.docform(['plan', '--only', 'collections/outer', '--detailed-exitcode']);
    expect({ exit, stdout, stderr }).toMatchObject({ exit: 6, stdout: expect.stringContaining('blocked[B-SCOPE]') });
  } finally {
    await swap.close();
  }
});
